// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Logging
import ServiceLifecycle

/// Runs periodic maintenance, which removes expired data from the storage.
///
/// One of the processes that share the storage claims each task. A failed task runs again after its
/// interval. Correctness depends on none of them.
package struct Maintenance: Service {
  /// A task and its interval.
  package enum MaintenanceTask: String, Sendable, CaseIterable {
    /// Removes unreferenced assets and their files.
    case assets
    /// Removes the leftover files of killed processes.
    case files
    /// Removes tombstones older than ``Maintenance/deletionDays``.
    case deletions
    /// Removes expired sessions and expired failed sign-in attempts.
    case accounts
    /// Removes idle devices with their pending notifications.
    case devices
    /// Truncates the storage's write-ahead log.
    case log

    /// The interval in seconds.
    package var interval: Int {
      switch self {
      case .assets, .log: 600
      case .accounts, .devices: 3_600
      case .files, .deletions: 24 * 3_600
      }
    }
  }

  /// The retention of tombstones in days; a client that is away for longer may have to start again.
  package static let deletionDays = 90

  /// The number of tombstones that one transaction removes, so that other writers get their turns.
  private static let batch = 2_000

  private let data: ServiceContext
  private let assets: AssetService
  private let accounts: any AccountStorage
  private let now: @Sendable () -> Date
  private let logger: Logger

  package init(
    _ data: ServiceContext, assets: AssetService, accounts: any AccountStorage,
    now: @escaping @Sendable () -> Date, logger: Logger
  ) {
    self.data = data
    self.assets = assets
    self.accounts = accounts
    self.now = now
    self.logger = logger
  }

  /// Runs due tasks every minute until a graceful shutdown begins.
  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        await round()
        try await Task.sleep(for: .seconds(60))
      }
    }
  }

  /// Runs the due tasks; returns the number of removed items for each.
  @discardableResult
  package func round() async -> [MaintenanceTask: Int] {
    var done: [MaintenanceTask: Int] = [:]
    for task in MaintenanceTask.allCases where !Task.isCancelled {
      do {
        guard try await claim(task) else { continue }
        let count = try await perform(task)
        done[task] = count
        if count > 0 {
          logger.info(
            "Maintenance done", metadata: ["task": "\(task.rawValue)", "count": "\(count)"])
        }
      } catch is CancellationError {
        break
      } catch {
        logger.warning(
          "Maintenance failed", metadata: ["task": "\(task.rawValue)", "error": "\(error)"])
      }
    }
    return done
  }

  private func claim(_ task: MaintenanceTask) async throws -> Bool {
    let (moment, interval) = (now().milliseconds, Int64(task.interval) * 1_000)
    // Read first, so that a task that is not due needs no write transaction.
    let isDue = try await data.storage.read { reader in
      try reader.isDue(task.rawValue, at: moment, every: interval)
    }
    guard isDue else { return false }
    return try await data.storage.write { writer in
      try writer.claim(task.rawValue, at: moment, every: interval)
    }
  }

  private func perform(_ task: MaintenanceTask) async throws -> Int {
    let date = now()
    switch task {
    case .assets: return try await assets.removeUnreferenced(at: date)
    case .files: return try await assets.removeLeftoverFiles(at: date)
    case .deletions: return try await removeTombstones(at: date)
    case .accounts: return try await accounts.removeExpired(at: date)
    case .devices: return try await DeviceService(data).removeExpired(at: date)
    case .log: return try await data.storage.releaseLog() ? 1 : 0
    }
  }

  private func removeTombstones(at date: Date) async throws -> Int {
    let moment = date.addingTimeInterval(-Double(Self.deletionDays) * 24 * 3_600).milliseconds
    var count = 0
    for zone in try await data.storage.read({ try $0.zonesWithDeletions(before: moment) }) {
      while true {
        let some = try await data.storage.write {
          try $0.compactZone(zone, deletedBefore: moment, limit: Self.batch)
        }
        count += some
        if some < Self.batch { break }
      }
    }
    return count
  }
}
