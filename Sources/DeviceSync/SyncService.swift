// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
import CloudKit
import CloudKitMirroring
import Foundation
import ServiceLifecycle
import SystemSupport

/// Syncs the stores of a data folder until the process ends, and reports events.
///
/// Without given stores, sync begins with a login and ends with the logout, while the process runs.
package struct SyncService: Service {
  /// The interval between checks for a login.
  private static let loginCheckInterval = Duration.seconds(2)
  private static let retryBackoff = ExponentialBackoff(initial: 5, maximum: 300)

  let account: DeviceAccount
  /// The stores to sync; if empty, the stores of the current login, and of each later one.
  let stores: [any CairnApp]
  private let activity: SyncActivity?
  let report: @Sendable (SyncEvent) -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - account: The account of the data folder.
  ///   - stores: The apps to sync; if empty, the apps of the login, until it ends or another follows.
  ///   - activity: Receives each status, for the pages of this process.
  ///   - report: Called for each event.
  package init(
    account: DeviceAccount, stores: [any CairnApp], activity: SyncActivity? = nil,
    report: @escaping @Sendable (SyncEvent) -> Void
  ) {
    self.account = account
    self.stores = stores
    self.activity = activity
    self.report = report
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown {
      if !stores.isEmpty { return try await sync(stores, until: nil) }
      while let session = await nextSession() {
        try await sync(session.apps, until: session)
        activity?.end()
      }
    }
  }

  // MARK: Logins

  /// A login of the data folder: a change of any part ends its sync.
  private struct Session: Equatable {
    let apps: [any CairnApp]
    private let containers: [String: [String?]]
    private let signIns: Int

    init(_ account: DeviceAccount, _ activity: SyncActivity?) throws {
      // The web token changes with each response and is no part of the identity.
      let connections = try account.connections().filter { $1.webAuthToken != nil }
      apps = account.apps.filter { connections[$0.container] != nil }
      containers = connections.mapValues { [$0.url.absoluteString, $0.environment, $0.user] }
      signIns = activity?.signIns ?? 0
    }

    static func == (one: Session, other: Session) -> Bool {
      one.containers == other.containers && one.signIns == other.signIns
    }
  }

  /// Waits for a login; nil if the task is cancelled.
  private func nextSession() async -> Session? {
    while !Task.isCancelled {
      // An unreadable file of credentials may be readable at the next check.
      if let session = try? Session(account, activity), !session.apps.isEmpty { return session }
      guard (try? await Task.sleep(for: Self.loginCheckInterval)) != nil else { return nil }
    }
    return nil
  }

  /// Waits until the user has logged out or in again.
  private func end(of session: Session) async {
    while (try? await Task.sleep(for: Self.loginCheckInterval)) != nil {
      if let now = try? Session(account, activity), now != session { return }
    }
  }

  /// Syncs stores until the task is cancelled, or until a session ends.
  private func sync(_ stores: [any CairnApp], until session: Session?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var failures: [any Error] = []
      for store in stores {
        do {
          let synced = try account.open(store, isAutomatic: true)
          group.addTask { await sync(synced) }
        } catch {
          // A damaged store must not end the sync of the others.
          failures.append(error)
          report(.failed(store, CommandError.describe(error)))
        }
      }
      if session == nil, failures.count == stores.count, let first = failures.first { throw first }
      activity?.notify()
      if let session {
        await end(of: session)
        group.cancelAll()
      }
      try await group.waitForAll()
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
        for await status in synced.sync.statuses() {
          activity?.update(status, of: synced.store.name)
          await monitor.didChange(status)
        }
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
