// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

/// The services of the server with their storage, without HTTP, connections and a clock.
///
/// Many runs can use it one after another, each with its own user.
actor SimulatedCloud {
  static let container = "iCloud.org.example.tours"

  private let folder: URL
  private let clock = VirtualClock()
  private var store: SQLiteServerStore
  private var endpoints: EndpointTable
  private var password: StoredPassword?
  private var users = 0

  /// The database of the storage.
  var file: URL { folder.appending(path: "cloud.sqlite") }

  /// Creates the storage in its own folder, which ``remove()`` removes.
  init(in folder: URL) async throws {
    self.folder = folder
    (store, endpoints) = try await Self.open(folder)
    let clock = clock
    try await Accounts(storage: SQLiteAccountStorage(store), data: store) { clock.date }
      .createContainer(Self.container)
  }

  private static func open(_ folder: URL) async throws -> (SQLiteServerStore, EndpointTable) {
    let store = try SQLiteServerStore(folder.appending(path: "cloud.sqlite"))
    let data = try await ServiceContext(storage: store)
    let assets = AssetService(data, files: try AssetFiles(folder.appending(path: "assets")))
    return (
      store, EndpointTable(data, accounts: SQLiteAccountStorage(store), assets: assets)
    )
  }

  /// The record name of a new user.
  func addUser() async throws -> String {
    users += 1
    let storage = SQLiteAccountStorage(store)
    let hash: StoredPassword
    if let password {
      hash = password
    } else {
      let cost = PasswordCost(rounds: 16, blockSize: 8, parallelism: 1)
      hash = try await PasswordHasher(cost: cost).hash("correct horse")
      password = hash
    }
    let name = "user\(users)"
    _ = try await storage.addUser(
      named: name, profile: UserProfile(), password: hash, at: clock.date)
    guard let user = try await storage.user(named: name)?.account else {
      throw SimulationError("the user \(name) is not there")
    }
    return try await storage.recordName(
      ofUser: user.id, inContainer: Self.container, offering: "_user\(users)")
  }

  /// Sets the quota of a user, or removes it for nil.
  func setRoom(of recordName: String, bytes: Int64?) async throws {
    let clock = clock
    try await Accounts(storage: SQLiteAccountStorage(store), data: store) { clock.date }
      .setQuota(ofUser: String(recordName.dropFirst()), in: Self.container, bytes)
  }

  /// Restarts the server.
  func restart() async throws {
    try await store.close()
    (store, endpoints) = try await Self.open(folder)
  }

  private var backup: URL { folder.appending(path: "cloud.backup") }
  private var assets: URL { folder.appending(path: "assets") }

  /// Creates a backup, which replaces the last one.
  func backUp() async throws {
    let clock = clock
    _ = try await store.backUp(to: backup, assets: assets, replacing: true) { clock.date }
  }

  /// Stops the server, restores the backup, and starts the server again.
  func restore() async throws {
    try await store.close()
    _ = try await SQLiteServerStore.restore(
      from: backup, to: file, assets: assets, replacing: true, at: clock.date)
    (store, endpoints) = try await Self.open(folder)
  }

  /// Removes the storage.
  func remove() async throws {
    try await store.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The server's response to a request: its status and body.
  func answer(
    _ endpoint: Endpoint, _ scope: DatabaseScope, _ body: [UInt8], user: String, at date: Date
  ) async -> (status: Int, body: [UInt8]) {
    let call = CallContext(
      container: Self.container, environment: .development, database: scope,
      caller: .user(recordName: user), date: date)
    do {
      guard let handler = endpoints[endpoint] else {
        throw ServerFailure(.notFound, "could not find handler for endpoint")
      }
      return (200, try await handler(body, call))
    } catch let failure as AtomicFailure {
      return (failure.failure.code.httpStatus, (try? failure.encoded()) ?? [])
    } catch let failure as ServerFailure {
      return (failure.code.httpStatus, (try? failure.encoded()) ?? [])
    } catch let error as WireError {
      let failure = ServerFailure(error)
      return (failure.code.httpStatus, (try? failure.encoded()) ?? [])
    } catch {
      let failure = ServerFailure(.internalError, "the server failed: \(error)")
      return (failure.code.httpStatus, (try? failure.encoded()) ?? [])
    }
  }
}

/// A failure that ends a run.
package struct SimulationError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
