// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Observation

/// The state of the connection and of sync, for views.
@MainActor
@Observable
package final class AppEnvironment {
  /// True while the device is online.
  package var isOnline: Bool
  package var syncStatus = SyncService.Status.idle
  package var lastSyncDate: Date?

  package init(isOnline: Bool = true) { self.isOnline = isOnline }
}

/// A facade of the coordinator with status and schedule.
package actor SyncService {
  /// The state of sync.
  package enum Status: Sendable, Hashable {
    case idle
    case syncing
    /// Changes wait for a connection.
    case offline
    /// The last attempt failed, for this reason; its changes are pending.
    case failed(String)
  }

  package private(set) var syncStatus = Status.idle
  package private(set) var lastSyncDate: Date?

  private let coordinator: TripSyncCoordinator
  private let environment: AppEnvironment?
  private let clock: @Sendable () -> Date
  private var schedule: Task<Void, Never>?

  /// Creates the service of a coordinator.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator.
  ///   - environment: The environment that shows the status.
  ///   - clock: The clock of ``lastSyncDate``.
  package init(
    coordinator: TripSyncCoordinator, environment: AppEnvironment? = nil,
    clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.coordinator = coordinator
    self.environment = environment
    self.clock = clock
  }

  deinit { schedule?.cancel() }

  /// Sends pending changes and fetches remote ones.
  package func syncNow() async {
    guard await coordinator.isOnline else { return await set(.offline) }
    await set(.syncing)
    do {
      try await coordinator.sync()
      lastSyncDate = clock()
      await set(.idle)
    } catch {
      await set(.failed(error.localizedDescription))
    }
  }

  /// Sets the connection; if it is restored, pending changes are sent.
  ///
  /// A connection that was never lost changes neither status nor date.
  package func setOnline(_ isOnline: Bool) async {
    if let environment { await MainActor.run { environment.isOnline = isOnline } }
    do {
      let isSynced = try await coordinator.setOnline(isOnline)
      if isSynced {
        lastSyncDate = clock()
        await set(.idle)
      } else if !isOnline {
        await set(.offline)
      }
    } catch {
      await set(.failed(error.localizedDescription))
    }
  }

  /// Syncs after each interval, until ``stopBackgroundSync()``.
  package func scheduleBackgroundSync(every interval: Duration) {
    schedule?.cancel()
    schedule = Task { [weak self] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: interval) } catch { return }
        await self?.syncNow()
      }
    }
  }

  /// Ends the schedule.
  package func stopBackgroundSync() {
    schedule?.cancel()
    schedule = nil
  }

  private func set(_ status: Status) async {
    syncStatus = status
    guard let environment else { return }
    let date = lastSyncDate
    await MainActor.run {
      environment.syncStatus = status
      environment.lastSyncDate = date
    }
  }
}
