// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Logging
import ServiceLifecycle

/// Does what has to be done from time to time, so that the storage has what is needed and not more.
///
/// Each chore is done by one of the processes that share the storage. One that fails is done again at its
/// next turn: none of them is needed for anything to be right.
package struct Upkeep: Service {
  /// What is done, and how often.
  package enum Chore: String, Sendable, CaseIterable {
    /// Assets that no record has any more go, with their files.
    case assets
    /// Files go that a process has left that was killed.
    case files
    /// Deletions that are older than ``Upkeep/deletionDays`` are forgotten.
    case deletions
    /// Sessions that have expired go, and attempts to sign in that count no longer.
    case accounts
    /// Devices are forgotten that have not asked for notifications for long.
    case devices
    /// The log of the storage is given back to the disk.
    case log

    /// Seconds.
    package var interval: Int {
      switch self {
      case .assets, .log: 600
      case .accounts, .devices: 3_600
      case .files, .deletions: 24 * 3_600
      }
    }
  }

  /// After so many days a client that has not asked for changes may have to start again.
  package static let deletionDays = 90

  /// How many deletions one transaction forgets: others write in between.
  private static let batch = 2_000

  private let data: CloudData
  private let assets: AssetService
  private let accounts: any AccountStorage
  private let now: @Sendable () -> Date
  private let logger: Logger

  package init(
    _ data: CloudData, assets: AssetService, accounts: any AccountStorage,
    now: @escaping @Sendable () -> Date, logger: Logger
  ) {
    self.data = data
    self.assets = assets
    self.accounts = accounts
    self.now = now
    self.logger = logger
  }

  /// Looks every minute whether something is due, until a graceful shutdown begins.
  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        await round()
        try await Task.sleep(for: .seconds(60))
      }
    }
  }

  /// Does what is due; gives what was done, and how much of it there was.
  @discardableResult
  package func round() async -> [Chore: Int] {
    var done: [Chore: Int] = [:]
    for chore in Chore.allCases where !Task.isCancelled {
      do {
        guard try await take(chore) else { continue }
        let count = try await perform(chore)
        done[chore] = count
        if count > 0 {
          logger.info(
            "Upkeep is done", metadata: ["chore": "\(chore.rawValue)", "count": "\(count)"])
        }
      } catch is CancellationError {
        break
      } catch {
        logger.warning(
          "Upkeep failed", metadata: ["chore": "\(chore.rawValue)", "error": "\(error)"])
      }
    }
    return done
  }

  private func take(_ chore: Chore) async throws -> Bool {
    let (moment, interval) = (now().milliseconds, Int64(chore.interval) * 1_000)
    // Reading first: what is not due costs no writer's turn.
    let isDue = try await data.storage.read { reader in
      try reader.isDue(chore.rawValue, at: moment, every: interval)
    }
    guard isDue else { return false }
    return try await data.storage.write { writer in
      try writer.take(chore.rawValue, at: moment, every: interval)
    }
  }

  private func perform(_ chore: Chore) async throws -> Int {
    let date = now()
    switch chore {
    case .assets: return try await assets.collectUnheld(at: date)
    case .files: return try await assets.collectOrphans(at: date)
    case .deletions: return try await forgetDeletions(at: date)
    case .accounts: return try await accounts.removeExpired(at: date)
    case .devices: return try await forgetDevices(at: date)
    case .log: return try await data.storage.releaseLog() ? 1 : 0
    }
  }

  private func forgetDevices(at date: Date) async throws -> Int {
    let moment = date.milliseconds
    var count = 0
    while true {
      let some = try await data.storage.write {
        try $0.deleteDevices(
          usedBefore: moment - NotificationLimits.unusedAtMost, expiringBefore: moment,
          limit: Self.batch)
      }
      count += some
      if some < Self.batch { return count }
    }
  }

  private func forgetDeletions(at date: Date) async throws -> Int {
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
