// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import ServiceLifecycle

/// Keeps the stores of a data folder in step until the process ends, and tells what happens.
struct SyncService: Service {
  /// How often it is looked whether somebody has logged in.
  private static let pause = Duration.seconds(2)
  private static let firstWait = Duration.seconds(5)
  private static let longestWait = Duration.seconds(300)

  let account: DeviceAccount
  /// The stores to begin with; if there are none, those for which somebody logs in.
  let stores: [AppStore]
  let tell: @Sendable (SyncEvent) -> Void

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      var stores = stores
      while stores.isEmpty {
        // A file that can't be read may be so in a moment.
        stores = (try? account.stores()) ?? []
        if stores.isEmpty, (try? await Task.sleep(for: Self.pause)) == nil { return }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in stores {
          let synced = try account.open(store, isAutomatic: true)
          group.addTask { await keep(synced) }
        }
        try await group.waitForAll()
      }
    }
  }

  private func keep(_ synced: SyncedStore) async {
    let course = SyncCourse(synced, account, tell)
    await course.begin()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // An engine that begins without a server isn't told why it goes on failing: it is asked, later and
        // later, until it has begun.
        var wait = Self.firstWait
        while true {
          do { return try await synced.sync.syncNow() } catch { await course.fail(error) }
          guard (try? await Task.sleep(for: wait)) != nil else { return }
          wait = Swift.min(wait * 2, Self.longestWait)
        }
      }
      group.addTask {
        for await status in synced.sync.statuses() { await course.take(status) }
      }
      await group.waitForAll()
    }
  }
}

/// Makes events of the statuses of one store.
private actor SyncCourse {
  private let synced: SyncedStore
  private let account: DeviceAccount
  private let tell: @Sendable (SyncEvent) -> Void
  private let start = Date.now
  private var notes: MirrorNotes?
  private var known: SyncCounts?
  private var hasBegun = false
  private var failure: String?
  private var lastFetch: Date?

  init(
    _ synced: SyncedStore, _ account: DeviceAccount, _ tell: @escaping @Sendable (SyncEvent) -> Void
  ) {
    self.synced = synced
    self.account = account
    self.tell = tell
  }

  func begin() async {
    known = try? await synced.sync.counts()
    notes = try? synced.notes()
    if let process = synced.sync.otherProcess { begin(process) }
  }

  /// The store is looked after from now on: the first time tells.
  private func begin(_ process: Int32?) {
    guard !hasBegun else { return }
    hasBegun = true
    tell(.began(synced.store, process: process))
  }

  func take(_ status: SyncStatus) async {
    guard let counts = try? await synced.sync.counts() else { return }
    let words = failureWords(status)
    // The server has answered since this process began.
    if words == nil, let date = status.lastFetch, date > start { begin(nil) }
    if status.activity == .idle, let before = known, counts != before {
      known = counts
      if counts.received > before.received {
        // What can't be saved now is with the next change.
        _ = try? await synced.settle()
      }
      tell(
        .synced(
          synced.store, fetched: counts.received - before.received,
          sent: counts.sent - before.sent, pending: status.pendingCount))
    }
    if let words {
      note(words)
    } else if status.lastFetch != lastFetch {
      lastFetch = status.lastFetch
      recover()
    }
  }

  private func failureWords(_ status: SyncStatus) -> String? {
    let isRefused = status.refusedCount > 0
    let refusals = isRefused ? (try? notes?.refusals(limit: RefusalRecord.limit)) ?? [] : []
    return try? SyncFailure.words(status, refusals, account)
  }

  func fail(_ error: any Error) {
    guard !Task.isCancelled, failure == nil,
      let words = try? SyncFailure.words(error, account)
    else { return }
    note(words)
  }

  /// Tells why it is not in step, once, and again when there is another reason.
  private func note(_ words: String) {
    if failure != words { tell(.failed(synced.store, words)) }
    failure = words
  }

  private func recover() {
    if failure != nil, hasBegun { tell(.recovered(synced.store)) }
    failure = nil
  }
}
