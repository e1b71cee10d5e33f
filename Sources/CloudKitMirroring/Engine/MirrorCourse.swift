// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SystemSupport

/// Turns the events of a sync engine into changes of the store and orders for the caller.
///
/// It does not suspend, and neither does the mirror. The owner of the engine passes in one event at
/// a time, and executes the returned orders before it passes in the next one. An instance belongs
/// to one isolation domain at a time.
package final class MirrorCourse {
  /// The delays before a restart, in whole seconds; there is no jitter.
  private static let backoff = ExponentialBackoff(initial: 5, maximum: 300)

  package let mirror: Mirror
  /// The first error while applying events since the engine was started.
  ///
  /// Further events and engine states are ignored. The engine is restarted from the last saved
  /// state.
  package private(set) var failure: (any Error)?
  private let batchSize: Int
  private let reporter: StatusReporter
  private var failures = 0
  private var orders: [Order] = []
  private var deferredFetch = DeferredFetch()
  private var isFetching = false
  /// Whether the server has confirmed a deletion since the engine began to send.
  private var hasMadeRoom = false

  /// Creates the state machine of a mirror.
  ///
  /// - Parameters:
  ///   - mirror: The mirror of the store.
  ///   - batchSize: The maximum number of records in a batch.
  ///   - onStatus: Called when the status may have changed.
  package init(
    _ mirror: Mirror, batchSize: Int, onStatus: @escaping (SyncStatus) -> Void = { _ in }
  ) {
    self.mirror = mirror
    self.batchSize = batchSize
    reporter = StatusReporter(mirror, onStatus: onStatus)
  }

  /// The status as the caller was last told.
  package var status: SyncStatus { reporter.status }

  private var zone: CKRecordZone.ID { mirror.zone }

  /// Whether the last attempt to record saved changes succeeded.
  package var isNoteTaken: Bool { reporter.errors.store == nil }

  private func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  // MARK: Beginning

  /// Starts, or restarts after a failure; nil if the store can't be read: see ``orderAgain()``.
  package func begin() -> Beginning? {
    failure = nil
    orders = []
    isFetching = false
    reporter.progress = .idle
    do {
      let state = try mirror.beginning()
      if state == nil { orders.append(.makeZone) }
      reporter.completeTimes(from: try mirror.status())
      noteChanges()
      return Beginning(state: state, orders: takeOrders())
    } catch {
      failure = error
      fail(error, in: \.store)
      return nil
    }
  }

  /// The order to restart after a failure, with a backoff from 5 seconds to 5 minutes.
  package func orderAgain() -> Order { .beginAgain(after: nextWait()) }

  private func nextWait() -> Int {
    failures += 1
    return Int(Self.backoff.delay(after: failures))
  }

  /// Records the changes that were saved to the store.
  package func storeDidChange() -> [Order] {
    guard failure == nil else { return [] }
    noteChanges()
    return takeOrders()
  }

  /// The number of the last transaction; nil if it can't be read.
  package var lastSave: Int64? { try? mirror.lastTransaction() }

  /// Records some of the saved changes up to a transaction.
  ///
  /// - Parameter last: The number of the last transaction to record.
  /// - Returns: True if more remain, so that the caller can let other writers use the store first.
  package func noteSome(upTo last: Int64) -> Bool {
    guard failure == nil else { return false }
    // An error is reported when all changes are recorded.
    return (try? mirror.takeSomeNote(upTo: last)) ?? false
  }

  /// Like ``storeDidChange()``, but throws errors instead of recording them in the status.
  package func takeNote() throws -> [Order] {
    do {
      if try mirror.takeNote() { orders.append(.send) }
      reporter.errors.store = nil
      reporter.report()
    } catch {
      fail(error, in: \.store)
      throw error
    }
    return takeOrders()
  }

  private func noteChanges() {
    do {
      let more = try takeNote()
      orders += more
    } catch {
      // The status reports the error.
      orders.append(.noteAgain(after: nextWait()))
    }
  }

  // MARK: Status

  /// Records an error in the status.
  func fail(_ error: any Error, in part: WritableKeyPath<SyncErrors, CKError?>) {
    reporter.fail(error, in: part)
  }

  private var now: Date {
    Date(timeIntervalSince1970: Double(mirror.surroundings.now()) / 1000)
  }

  // MARK: The engine

  /// The next batch to send in a scope; nil if nothing is pending.
  package func nextBatch(_ scope: CKSyncEngine.SendChangesOptions.Scope)
    -> CKSyncEngine.RecordZoneChangeBatch?
  {
    do {
      guard status.pause != .otherAccount, failure == nil,
        scope.contains(.saveRecord(CKRecord.ID(recordName: "any", zoneID: zone))),
        let batch = try mirror.nextBatch(
          limit: batchSize, deletionsOnly: status.pause == .quotaExceeded)
      else { return nil }
      var changes = CKSyncEngine.RecordZoneChangeBatch(
        recordsToSave: batch.recordsToSave, recordIDsToDelete: batch.recordIDsToDelete)
      changes.deletionTags = batch.deletionTags
      return changes
    } catch {
      fail(error, in: \.store)
      return nil
    }
  }

  /// Handles an event.
  package func handle(_ event: CKSyncEngine.Event) -> [Order] {
    attempt { try take(event) }
  }

  /// Applies the records fetched for ``Order/fetch(_:)``.
  ///
  /// - Parameters:
  ///   - result: The records that exist, or the error of the whole request.
  ///   - unread: The errors of single records.
  /// - Returns: The next orders.
  package func didFetch(_ result: Result<[CKRecord], CKError>, unread: [CKError] = [])
    -> [Order]
  {
    attempt {
      switch result {
      case .success(let records):
        // A missing record was reported as a deletion, or will be.
        try mirror.receive(records, deletions: [])
        deferredFetch.note(unread)
        try fetchHeldBack()
      case .failure(let error): endFetch(error)
      }
    }
  }

  private func attempt(_ body: () throws -> Void) -> [Order] {
    guard failure == nil else { return [] }
    do {
      try body()
    } catch {
      failure = error
      fail(error, in: \.store)
      orders.append(orderAgain())
    }
    return takeOrders()
  }

  private func take(_ event: CKSyncEngine.Event) throws {
    if status.pause == .otherAccount {
      // Changes of another user are not applied, and the engine state of the store's own user is
      // kept: the next start compares the accounts again.
      if case .accountChange(let event) = event { try accountDidChange(event.changeType) }
      return
    }
    switch event {
    case .stateUpdate(let event):
      // Without an account the engine starts empty: keep the state of the store's own user.
      if status.pause == .signedOut { return }
      try mirror.keepEngineState(JSONEncoder().encode(event.stateSerialization))
    case .accountChange(let event): try accountDidChange(event.changeType)
    case .fetchedDatabaseChanges(let event):
      if event.deletions.contains(where: { $0.zoneID == zone }) { try makeZoneAnew() }
    case .fetchedRecordZoneChanges(let event):
      if event.zoneID == zone { try receive(event) }
    case .willFetchChanges:
      if try mirror.understandsMore() { return beginAnew("The encryption key has changed") }
      isFetching = true
      reporter.progress = .fetching(pages: 0, isLast: false)
      reporter.change { $0.activity = .fetching }
    case .didFetchRecordZoneChanges(let event):
      guard event.zoneID == zone else { return }
      // Unreadable records are already recorded.
      guard event.error == nil || event.error?.code == .partialFailure else { return }
      if let number = event.fullFetch { try mirror.endFullFetch(number) }
      try mirror.didFetchZone()
      reporter.didFetchPage(isLast: true)
    case .didFetchChanges(let event):
      if let error = event.error { return endFetch(error) }
      try mirror.didFetch()
      deferredFetch = DeferredFetch()
      try fetchHeldBack()
    case .willSendChanges: willSend()
    case .sentRecordZoneChanges(let event): try didSend(event)
    case .sentDatabaseChanges(let event):
      reporter.errors.noteRefusal(event.failedZoneSaves.first?.error)
    case .didSendChanges(let event): didSendAll(event.error)
    case .willFetchRecordZoneChanges(let event):
      guard event.zoneID == zone, event.isServerRestored else { return }
      try mirror.serverIsRestored()
      orders.append(.send)
    }
  }

  /// Has the engine restarted from its saved state.
  private func beginAnew(_ reason: String) {
    failure = CKError(.operationCancelled, "\(reason): sync again.")
    orders.append(.beginAgain(after: 0))
  }

  /// Removes the engine's state, so that a restarted engine fetches all records.
  package func fetchAll() throws {
    try mirror.removeEngineState()
    failure = CKError(.operationCancelled, "All records are fetched again: sync again.")
  }

  /// Whether the engine must be restarted before it fetches.
  package var isOutdated: Bool {
    if failure != nil { return true }
    return (try? mirror.understandsMore()) ?? false
  }

  // MARK: Fetching

  private func receive(_ event: CKSyncEngine.Event.FetchedRecordZoneChanges) throws {
    try mirror.receive(
      event.modifications.map(\.record), deletions: event.deletions.map(\.recordID.recordName),
      fullFetch: event.fullFetch)
    // Record these before the page counts as fetched: the page is not sent again.
    let unread = event.unread.map { ($0.recordName, $1.localizedDescription) }
    if !unread.isEmpty {
      try mirror.noteUnread(unread.sorted { $0.0 < $1.0 }, fullFetch: event.fullFetch)
    }
    reporter.didFetchPage(isLast: !event.moreComing)
  }

  /// Fetches deferred records again: they arrived before records that their objects depend on.
  ///
  /// Records that can't be fetched now are fetched after the next fetch of changes.
  private func fetchHeldBack() throws {
    let names = try deferredFetch.next { try mirror.recordsToBeFetched() }
    guard !names.isEmpty else {
      if isFetching { endFetch(nil) }
      if let error = deferredFetch.error { fail(error.ofExchange, in: \.fetch) }
      return
    }
    orders.append(.fetch(names))
  }

  private func endFetch(_ error: CKError?) {
    isFetching = false
    reporter.progress = .idle
    reporter.errors.fetch = error
    failures = 0
    if reporter.errors.store != nil { noteChanges() }
    reporter.change {
      $0.activity = .idle
      if error == nil { $0.lastFetch = now }
    }
    // Retry records that exceeded the quota or were postponed.
    if status.pendingCount > 0 { orders.append(.send) }
  }

  // MARK: Sending

  private func willSend() {
    mirror.forgetUnderway()
    hasMadeRoom = false
    reporter.errors.refusal = nil
    reporter.progress = .sending(sentBefore: status.sentCount, reached: 0)
    reporter.change {
      $0.activity = .sending
      $0.pause = $0.pause == .quotaExceeded ? nil : $0.pause
    }
  }

  private func didSend(_ event: CKSyncEngine.Event.SentRecordZoneChanges) throws {
    let aftermath = try mirror.didSend(event)
    let done = event.savedRecords + event.failedRecordSaves.map(\.record)
    let files = done.flatMap { record in
      record.allKeys().compactMap { (record[$0] as? CKAsset)?.fileURL }
    }
    if !files.isEmpty { orders.append(.discardFiles(files)) }
    if aftermath.lacksZone { try makeZoneAnew() }
    if aftermath.isFull { reporter.change { $0.pause = .quotaExceeded } }
    hasMadeRoom = hasMadeRoom || !event.deletedRecordIDs.isEmpty
    let error =
      event.failedRecordSaves.first { !$0.error.isNews }?.error
      ?? event.failedRecordDeletes.values.first { !$0.isNews }
    reporter.errors.noteRefusal(error?.ofExchange)
    if !event.savedRecords.isEmpty || !event.deletedRecordIDs.isEmpty {
      reporter.status.lastSend = now
    }
    reporter.report()
    // Objects restored because of changes on another device need their dependents.
    if !isFetching { try fetchHeldBack() }
  }

  private func didSendAll(_ error: CKError?) {
    mirror.forgetUnderway()
    reporter.progress = .idle
    reporter.errors.send = error ?? reporter.errors.refusal
    let isFull = status.pause == .quotaExceeded
    reporter.change {
      $0.activity = .idle
      if reporter.errors.send == nil { $0.lastSend = now }
    }
    // After a restore of the store, changes are sent when the next fetch has ended.
    guard !mirror.restored.isFetchDue else { return }
    if status.pendingCount > 0, status.pause == nil || isFull && hasMadeRoom {
      // A store that can't be read now won't be readable a moment later: wait first.
      orders.append(reporter.errors.store == nil ? .send : .noteAgain(after: nextWait()))
    }
  }

  private func makeZoneAnew() throws {
    try mirror.zoneIsGone()
    orders += [.makeZone, .send]
  }

  // MARK: The account

  private func accountDidChange(_ change: CKSyncEngine.Event.AccountChange.ChangeType) throws {
    switch change {
    case .signOut: reporter.change { $0.pause = .signedOut }
    case .signIn(let user), .switchAccounts(_, let user):
      if try mirror.belongs(to: user.recordName) {
        let isBack = status.pause == .signedOut || status.pause == .otherAccount
        reporter.change { $0.pause = nil }
        // The engine has discarded its state of the zone and does not know whether the zone is the
        // same.
        if isBack { return beginAnew("The user has signed in again") }
        orders += [.makeZone, .send]
      } else {
        // Data of one user is never sent to another.
        reporter.change { $0.pause = .otherAccount }
      }
    }
  }
}
