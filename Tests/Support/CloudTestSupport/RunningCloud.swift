// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import CloudKitServer
import CloudKitWire
import Foundation
import Logging
import ServiceLifecycle

/// A server on a free port of 127.0.0.1 with a file of its own and one container.
package struct RunningCloud: Sendable {
  package static let container = "iCloud.org.example.app"

  package let folder: URL
  package let address: URL
  private let accounts: Accounts
  private let apiToken: String

  /// Runs a body with a server; when it returns the server has ended in order, and its files are gone.
  package static func run<Result: Sendable>(
    _ body: (RunningCloud) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-running-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteServerStore(folder.appending(path: "cloud.sqlite"))
    let accounts = Accounts(
      storage: SQLiteAccountStorage(store), data: store,
      hasher: PasswordHasher(
        cost: PasswordCost(rounds: 16, blockSize: 8, parallelism: 1)))
    try await accounts.createContainer(container)
    let token = try await accounts.createToken(container: container, environment: .development)
    var configuration = ServerConfiguration()
    configuration.port = 0
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: folder.appending(path: "assets"),
      configuration: configuration
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    let cloud = RunningCloud(
      folder: folder, address: address, accounts: accounts, apiToken: token.token)
    do {
      let result = try await body(cloud)
      await group.triggerGracefulShutdown()
      try await running.value
      try await store.close()
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  /// The container as a user sees it who is signed in on a device of their own; nil for nobody.
  package func container(
    of user: String?, device: String = "device"
  ) async throws -> CKContainer {
    CKContainer(
      identifier: Self.container, configuration: try await configuration(of: user, device: device))
  }

  /// The configuration of a device; the user is made at the first time.
  package func configuration(
    of user: String?, device: String = "device"
  ) async throws -> CloudKitConfigurationFile {
    var webToken: String?
    if let user {
      if try await !accounts.users().contains(where: { $0.name == user }) {
        _ = try await accounts.createUser(user, password: "correct horse")
      }
      webToken = try await accounts.webToken(
        forUser: user, container: Self.container, environment: .development, staying: false)
    }
    let file = CloudKitConfigurationFile(
      url: folder.appending(path: "\(user ?? "nobody")-\(device).json"))
    try file.write(
      CloudKitConfiguration(
        default: Self.container,
        containers: [
          Self.container: .init(
            url: address, apiToken: apiToken, webAuthToken: webToken, user: user)
        ]))
    return file
  }
}
