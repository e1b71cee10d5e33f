// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
import CloudKit
import CloudKitMirroring
import Foundation
import ServiceLifecycle
import SystemSupport

/// Syncs the stores of a data folder until the process ends, and reports events.
package struct SyncService: Service {
  /// The interval between checks for a login.
  private static let loginCheckInterval = Duration.seconds(2)
  private static let retryBackoff = ExponentialBackoff(initial: 5, maximum: 300)

  let account: DeviceAccount
  /// The stores to sync; if empty, the stores of the next login.
  let stores: [any CairnApp]
  let report: @Sendable (SyncEvent) -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - account: The account of the data folder.
  ///   - stores: The apps to sync; if empty, the apps of the next login.
  ///   - report: Called for each event.
  package init(
    account: DeviceAccount, stores: [any CairnApp], report: @escaping @Sendable (SyncEvent) -> Void
  ) {
    self.account = account
    self.stores = stores
    self.report = report
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown {
      var stores = stores
      while stores.isEmpty {
        // An unreadable file of credentials may be readable at the next check.
        stores = (try? account.stores()) ?? []
        if stores.isEmpty, (try? await Task.sleep(for: Self.loginCheckInterval)) == nil { return }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in stores {
          let synced = try account.open(store, isAutomatic: true)
          group.addTask { await sync(synced) }
        }
        try await group.waitForAll()
      }
    }
  }

  private func sync(_ synced: SyncedStore) async {
    let monitor = SyncMonitor(synced, account, report)
    await monitor.begin()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // An engine that starts while the server is down doesn't report later errors: call
        // syncNow() with growing delays until it succeeds.
        var failures = 0
        while true {
          do { return try await synced.sync.syncNow() } catch { await monitor.didFail(error) }
          failures += 1
          let delay = Self.retryBackoff.delay(after: failures)
          guard (try? await Task.sleep(for: .seconds(delay))) != nil else { return }
        }
      }
      group.addTask { await syncNewKeys(synced) }
      group.addTask {
        for await status in synced.sync.statuses() { await monitor.didChange(status) }
      }
      await group.waitForAll()
    }
  }

  /// Syncs when the device has got another key for encrypted fields, which no save announces.
  private func syncNewKeys(_ synced: SyncedStore) async {
    func key() -> String? {
      ((try? account.connections()) ?? [:])[synced.store.container]?.encryptionKey
    }
    var known = key()
    while (try? await Task.sleep(for: Self.loginCheckInterval)) != nil {
      let new = key()
      guard new != known else { continue }
      known = new
      // The status reports a failure.
      try? await synced.sync.syncNow()
    }
  }
}

/// Turns the status updates of one store into events.
private actor SyncMonitor {
  private let synced: SyncedStore
  private let account: DeviceAccount
  private let report: @Sendable (SyncEvent) -> Void
  private let start = Date.now
  private var inspector: MirrorNotes?
  private var known: SyncCounts?
  private var hasBegun = false
  private var failure: String?
  private var lastFetch: Date?

  init(
    _ synced: SyncedStore, _ account: DeviceAccount,
    _ report: @escaping @Sendable (SyncEvent) -> Void
  ) {
    self.synced = synced
    self.account = account
    self.report = report
  }

  func begin() async {
    known = try? await synced.sync.counts()
    inspector = try? synced.inspector()
    if let process = synced.sync.otherProcess { begin(process) }
  }

  /// Reports the start of syncing, once.
  private func begin(_ process: Int32?) {
    guard !hasBegun else { return }
    hasBegun = true
    report(.began(synced.store, process: process))
  }

  func didChange(_ status: SyncStatus) async {
    guard let counts = try? await synced.sync.counts() else { return }
    let message = failureMessage(status)
    // The server has answered since this process started.
    if message == nil, let date = status.lastFetch, date > start { begin(nil) }
    if status.activity == .idle, let before = known, counts != before {
      known = counts
      if counts.received > before.received {
        // If this fails, the next change tries again.
        _ = try? await synced.recalculateDerivedValues()
      }
      report(
        .synced(
          synced.store, fetched: counts.received - before.received,
          sent: counts.sent - before.sent, pending: status.pendingCount))
    }
    if let message {
      reportFailure(message)
    } else if status.lastFetch != lastFetch {
      lastFetch = status.lastFetch
      recover()
    }
  }

  private func failureMessage(_ status: SyncStatus) -> String? {
    let isRefused = status.rejectedCount > 0
    let refusals = isRefused ? (try? inspector?.refusals(limit: RefusalRecord.limit)) ?? [] : []
    return try? SyncFailure.message(status, refusals, account)
  }

  func didFail(_ error: any Error) {
    guard !Task.isCancelled, failure == nil,
      let message = try? SyncFailure.message(error, account)
    else { return }
    reportFailure(message)
  }

  /// Reports an error once, and again when the message changes.
  private func reportFailure(_ message: String) {
    if failure != message { report(.failed(synced.store, message)) }
    failure = message
  }

  private func recover() {
    if failure != nil, hasBegun { report(.recovered(synced.store)) }
    failure = nil
  }
}
