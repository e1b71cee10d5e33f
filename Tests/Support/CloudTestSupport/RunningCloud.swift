// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
package import CloudKitServer
import CloudKitWire
import Foundation

/// A server on a free port of 127.0.0.1, with its own database and one container.
package struct RunningCloud: Sendable {
  package static let container = "iCloud.org.example.app"
  /// Protects the settings of mirroring, which belong to the process, until a store is open.
  ///
  /// All suites of a process use one container, each with options of its own.
  package static let opening = NSLock()
  /// The password of all users.
  package static let password = "correct horse"

  package let folder: URL
  package let address: URL
  /// The server, which can be stopped and restarted on its port.
  package let server: ServerInProcess
  private let apiToken: String

  private var accounts: Accounts { get throws { try server.accounts } }

  /// Runs a body with a server, then shuts the server down and removes its files.
  package static func run<Result: Sendable>(
    _ given: ServerConfiguration = ServerConfiguration(),
    _ body: (RunningCloud) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-running-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = given
    configuration.port = 0
    let server = ServerInProcess(folder: folder, configuration: configuration)
    let address = try await server.start()
    do {
      let accounts = try server.accounts
      try await accounts.createContainer(container)
      let token = try await accounts.createToken(container: container, environment: .development)
      let cloud = RunningCloud(
        folder: folder, address: address, server: server, apiToken: token.token)
      let result = try await body(cloud)
      try await server.stop()
      return result
    } catch {
      try? await server.stop()
      throw error
    }
  }

  /// Sets the quota of a user, or removes it for nil.
  package func setRoom(of user: String, bytes: Int64?) async throws {
    try await accounts.setQuota(ofUser: user, in: Self.container, bytes)
  }

  /// Creates another container.
  package func addContainer(_ name: String) async throws {
    try await accounts.createContainer(name)
  }

  /// Creates a user with ``password``.
  package func addUser(_ name: String) async throws {
    _ = try await accounts.createUser(name, password: Self.password)
  }

  /// Replaces the password of a user, which ends the user's sessions.
  package func setPassword(_ password: String, of user: String) async throws {
    try await accounts.setPassword(password, ofUser: user)
  }

  /// Creates a user who is discoverable by email address.
  package func addUser(_ name: String, givenName: String, emailAddress: String) async throws {
    _ = try await accounts.createUser(
      name, password: Self.password,
      profile: UserProfile(
        emailAddress: emailAddress, givenName: givenName, isDiscoverable: true))
  }

  /// The container on a device of a user, or on a device without a sign-in for nil.
  package func container(
    of user: String?, device: String = "device", encryptionKey: CloudKitEncryptionKey? = nil
  ) async throws -> CKContainer {
    CKContainer(
      identifier: Self.container,
      configuration: try await configuration(
        of: user, device: device, encryptionKey: encryptionKey))
  }

  /// The configuration of a device; creates the user on the first call.
  package func configuration(
    of user: String?, device: String = "device", encryptionKey: CloudKitEncryptionKey? = nil
  ) async throws -> CloudKitConfigurationFile {
    var webToken: String?
    if let user {
      if try await !accounts.users().contains(where: { $0.name == user }) {
        _ = try await accounts.createUser(user, password: Self.password)
      }
      webToken = try await accounts.webToken(
        forUser: user, container: Self.container, environment: .development, persistent: false)
    }
    let file = CloudKitConfigurationFile(
      url: folder.appending(path: "\(user ?? "nobody")-\(device).json"))
    try file.write(
      CloudKitConfiguration(
        default: Self.container,
        containers: [
          Self.container: .init(
            url: address, apiToken: apiToken, webAuthToken: webToken, user: user,
            encryptionKey: encryptionKey?.base64)
        ]))
    return file
  }
}
