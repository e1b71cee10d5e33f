// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

/// The services of the server with their storage, without HTTP, threads of connections, and time of their
/// own.
///
/// Many histories can use it one after the other, each with a user of its own.
actor SimulatedCloud {
  static let container = "iCloud.org.example.tours"

  private let folder: URL
  private let clock = VirtualClock()
  private var store: SQLiteServerStore
  private var endpoints: EndpointTable
  private var password: StoredPassword?
  private var users = 0

  /// Where the storage is.
  var file: URL { folder.appending(path: "cloud.sqlite") }

  /// Makes the storage in a folder of its own, which is to go with ``remove()``.
  init(in folder: URL) async throws {
    self.folder = folder
    (store, endpoints) = try await Self.open(folder)
    let clock = clock
    try await Accounts(storage: SQLiteAccountStorage(store), data: store) { clock.date }
      .createContainer(Self.container)
  }

  private static func open(_ folder: URL) async throws -> (SQLiteServerStore, EndpointTable) {
    let store = try SQLiteServerStore(folder.appending(path: "cloud.sqlite"))
    let data = try await CloudData(storage: store)
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

  /// Limits the room of a user; nil for no limit.
  func setRoom(of recordName: String, bytes: Int64?) async throws {
    let clock = clock
    try await Accounts(storage: SQLiteAccountStorage(store), data: store) { clock.date }
      .setQuota(ofUser: String(recordName.dropFirst()), in: Self.container, bytes)
  }

  /// Ends the server and starts it anew.
  func restart() async throws {
    try await store.close()
    (store, endpoints) = try await Self.open(folder)
  }

  private var backup: URL { folder.appending(path: "cloud.backup") }
  private var assets: URL { folder.appending(path: "assets") }

  /// Makes a backup, in the place of the last one.
  func backUp() async throws {
    let clock = clock
    _ = try await store.backUp(to: backup, assets: assets, replacing: true) { clock.date }
  }

  /// Ends the server, puts the backup in the place of its data, and starts it anew.
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

  /// Answers as the server does: status and body.
  func answer(
    _ endpoint: Endpoint, _ scope: DatabaseScope, _ body: [UInt8], user: String, at date: Date
  ) async -> (status: Int, body: [UInt8]) {
    let call = Call(
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

/// Why a history can't go on.
package struct SimulationError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
