// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
package import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// A server with its files in a folder, which can be stopped and restarted on its port.
package final class ServerInProcess: Sendable {
  private struct Running {
    let store: SQLiteServerStore
    let accounts: Accounts
    let group: ServiceGroup
    let task: Task<Void, any Error>
  }

  private struct State {
    var configuration: ServerConfiguration
    var running: Running?
  }

  /// The server is not running.
  private struct Stopped: Error {}

  private let folder: URL
  private let state: Mutex<State>

  init(folder: URL, configuration: ServerConfiguration) {
    self.folder = folder
    state = Mutex(State(configuration: configuration))
  }

  private var running: Running {
    get throws {
      guard let running = state.withLock({ $0.running }) else { throw Stopped() }
      return running
    }
  }

  var accounts: Accounts { get throws { try running.accounts } }

  /// The server's database.
  package var databaseFile: URL { folder.appending(path: "cloud.sqlite") }
  package var assetFolder: URL { folder.appending(path: "assets") }

  /// Starts the server and returns its address, which never changes.
  @discardableResult
  package func start() async throws -> URL {
    let store = try SQLiteServerStore(databaseFile)
    let accounts = Accounts(
      storage: SQLiteAccountStorage(store), data: store,
      hasher: PasswordHasher(cost: PasswordCost(rounds: 16, blockSize: 8, parallelism: 1)))
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: assetFolder,
      configuration: state.withLock { $0.configuration }
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let task = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await task.value
      throw Stopped()
    }
    state.withLock { state in
      state.configuration.port = address.port ?? state.configuration.port
      state.running = Running(store: store, accounts: accounts, group: group, task: task)
    }
    return address
  }

  /// Shuts the server down if it is running.
  package func stop() async throws {
    let running = state.withLock { state in
      defer { state.running = nil }
      return state.running
    }
    guard let running else { return }
    await running.group.triggerGracefulShutdown()
    try await running.task.value
    try await running.store.close()
  }

  /// Removes all registered devices, like those that have not connected for a long time.
  package func forgetDevices() async throws {
    try await running.store.write {
      _ = try $0.deleteDevices(usedBefore: .max, expiringBefore: .max, limit: 1_000)
    }
  }

  /// Removes all tombstones, like the maintenance of a server after their retention time.
  package func compactTombstones() async throws {
    try await running.store.write { writer in
      for zone in try writer.zonesWithDeletions(before: .max) {
        _ = try writer.compactZone(zone, deletedBefore: .max, limit: 1_000)
      }
    }
  }
}
