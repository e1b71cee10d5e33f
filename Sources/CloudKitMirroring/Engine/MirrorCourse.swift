// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

/// What a mirror does about the events of its sync engine, and what is to be done for it in turn.
///
/// It waits for nothing, as the mirror doesn't: who has the engine tells it the events one after the
/// other, and does what it orders before the next. It belongs to one isolation domain at a time.
package final class MirrorCourse {
  /// Something that who has the engine is to do.
  package enum Order: Sendable, Hashable {
    /// Have the engine make the zone.
    case makeZone
    /// Have the engine ask for batches.
    case send
    /// Fetch records by their names, and tell ``MirrorCourse/didFetch(_:unread:)`` what came.
    case fetch([String])
    /// These files were sent, or are written anew when what they belong to is sent again.
    case discardFiles([URL])
    /// Call ``MirrorCourse/begin()`` after so many seconds, and start an engine anew with what it says,
    /// unless that was done by then.
    case beginAgain(after: Int)
    /// Call ``MirrorCourse/storeDidChange()`` after so many seconds: what was saved could not be noted.
    case noteAgain(after: Int)
  }

  /// What an engine is started with.
  package struct Beginning: Sendable {
    package var state: CKSyncEngine.State.Serialization?
    package var orders: [Order]
  }

  /// Records of one request for those that were held back.
  private static let fetchLimit = 100

  package let mirror: Mirror
  package private(set) var status = SyncStatus()
  var errors = SyncErrors()
  /// Why something that came could not be stored since the engine was started: what comes after it is not
  /// taken, nor is the engine's state, and the engine is started anew from the state before.
  package private(set) var failure: (any Error)?
  private let batchSize: Int
  private let onStatus: (SyncStatus) -> Void
  private var failures = 0
  private var orders: [Order] = []
  /// The records that were held back and are asked for, all of them and those still to be.
  private var asked: Set<String> = []
  private var unasked: [String] = []
  /// Why one of them can't be read.
  private var unreadError: CKError?
  private var isFetching = false
  /// Whether something was deleted since the engine began to send.
  private var hasMadeRoom = false
  /// When was counted last, in milliseconds since 1970.
  private var lastCount: Int64 = 0

  /// The course of a mirror that sends so many records in a batch; `onStatus` is called when the status
  /// may be another one.
  package init(
    _ mirror: Mirror, batchSize: Int, onStatus: @escaping (SyncStatus) -> Void = { _ in }
  ) {
    self.mirror = mirror
    self.batchSize = batchSize
    self.onStatus = onStatus
  }

  private var zone: CKRecordZone.ID { mirror.zone }

  /// Whether all was noted that was saved, as far as the course was told of it.
  package var isNoteTaken: Bool { errors.store == nil }

  private func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  // MARK: Beginning

  /// Begins, or begins anew after a failure; nil if the store can't be read: see ``orderAgain()``.
  package func begin() -> Beginning? {
    failure = nil
    orders = []
    isFetching = false
    do {
      let state = try mirror.beginning()
      if state == nil { orders.append(.makeZone) }
      let noted = try mirror.status()
      status.lastFetch = status.lastFetch ?? noted.lastFetch
      status.lastSend = status.lastSend ?? noted.lastSend
      noteChanges()
      return Beginning(state: state, orders: takeOrders())
    } catch {
      failure = error
      fail(error, in: \.store)
      return nil
    }
  }

  /// What is to be done after a failure: later and later, 5 seconds to 5 minutes.
  package func orderAgain() -> Order { .beginAgain(after: nextWait()) }

  private func nextWait() -> Int {
    let wait = Swift.min(300, 5 << Swift.min(failures, 6))
    failures += 1
    return wait
  }

  /// The store has changed.
  package func storeDidChange() -> [Order] {
    guard failure == nil else { return [] }
    noteChanges()
    return takeOrders()
  }

  /// The number of the last save; nil if that can't be read.
  package var lastSave: Int64? { try? mirror.lastTransaction() }

  /// Notes some of what was saved up to then; true if there is more, and for that others may have the store
  /// before.
  package func noteSome(upTo last: Int64) -> Bool {
    guard failure == nil else { return false }
    // What can't be noted is told when all is.
    return (try? mirror.takeSomeNote(upTo: last)) ?? false
  }

  /// The same for who waits for it: throws what ``storeDidChange()`` notes in the status.
  package func takeNote() throws -> [Order] {
    do {
      if try mirror.takeNote() { orders.append(.send) }
      errors.store = nil
      tell()
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
      // The status tells of it.
      orders.append(.noteAgain(after: nextWait()))
    }
  }

  // MARK: Status

  private func change(_ body: (inout SyncStatus) -> Void) {
    body(&status)
    tell()
  }

  private func tell() {
    if isToBeCounted { count() }
    status.lastError = errors.store ?? errors.send ?? errors.fetch
    onStatus(status)
  }

  /// Counting many takes long: while they are sent it is done now and then.
  private var isToBeCounted: Bool {
    status.activity != .sending || status.pendingCount < Self.manyPending
      || abs(mirror.surroundings.now() - lastCount) >= Self.countPause
  }

  private func count() {
    lastCount = mirror.surroundings.now()
    // What can't be counted now is counted next time; reading it for its own sake throws.
    status.pendingCount = (try? mirror.countToBeSent()) ?? status.pendingCount
    status.refusedCount = (try? mirror.countRefused()) ?? status.refusedCount
    if let counts = try? mirror.counts() {
      status.receivedCount = Int(counts.received)
      status.sentCount = Int(counts.sent)
    }
  }

  private static let manyPending = 5_000
  /// Milliseconds.
  private static let countPause: Int64 = 500

  /// Notes what went wrong.
  func fail(_ error: any Error, in part: WritableKeyPath<SyncErrors, CKError?>) {
    errors[keyPath: part] =
      error as? CKError ?? CKError(.internalError, "\(error.localizedDescription)")
    tell()
  }

  private var now: Date {
    Date(timeIntervalSince1970: Double(mirror.surroundings.now()) / 1000)
  }

  // MARK: The engine

  /// What is to be sent next, in a scope; nil if there is nothing.
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

  /// Takes an event.
  package func handle(_ event: CKSyncEngine.Event) -> [Order] {
    attempt { try take(event) }
  }

  /// Takes the records that were ordered, as far as they are there, or the reason why they can't be
  /// fetched now; `unread` is why some of them can't be read.
  package func didFetch(_ result: Result<[CKRecord], CKError>, unread: [CKError] = [])
    -> [Order]
  {
    attempt {
      switch result {
      case .success(let records):
        // One that is gone is told as a deletion, or was.
        try mirror.receive(records, deletions: [])
        unreadError = unreadError ?? unread.first { $0.code != .unknownItem }
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
      // Nothing of another user comes in, and the state stays that of the store's own: so it is seen
      // again at the next start.
      if case .accountChange(let event) = event { try accountDidChange(event.changeType) }
      return
    }
    switch event {
    case .stateUpdate(let event):
      // With nobody signed in it begins with nothing: what the store's own user has is kept.
      if status.pause == .signedOut { return }
      try mirror.keepEngineState(JSONEncoder().encode(event.stateSerialization))
    case .accountChange(let event): try accountDidChange(event.changeType)
    case .fetchedDatabaseChanges(let event):
      if event.deletions.contains(where: { $0.zoneID == zone }) { try makeZoneAnew() }
    case .fetchedRecordZoneChanges(let event):
      guard event.zoneID == zone else { return }
      try mirror.receive(
        event.modifications.map(\.record), deletions: event.deletions.map(\.recordID.recordName),
        fullFetch: event.fullFetch)
      // Before the page counts as fetched: it doesn't come again.
      let unread = event.unread.map { ($0.recordName, $1.localizedDescription) }
      if !unread.isEmpty {
        try mirror.noteUnread(unread.sorted { $0.0 < $1.0 }, fullFetch: event.fullFetch)
      }
    case .willFetchChanges:
      if try mirror.understandsMore() { return beginAnew("The encryption key has changed") }
      isFetching = true
      change { $0.activity = .fetching }
    case .didFetchRecordZoneChanges(let event):
      guard event.zoneID == zone else { return }
      // Records that can't be read are noted.
      guard event.error == nil || event.error?.code == .partialFailure,
        let number = event.fullFetch
      else { return }
      try mirror.endFullFetch(number)
    case .didFetchChanges(let event):
      if let error = event.error { return endFetch(error) }
      try mirror.didFetch()
      asked = []
      unasked = []
      unreadError = nil
      try fetchHeldBack()
    case .willSendChanges:
      mirror.forgetUnderway()
      hasMadeRoom = false
      errors.refusal = nil
      change {
        $0.activity = .sending
        $0.pause = $0.pause == .quotaExceeded ? nil : $0.pause
      }
    case .sentRecordZoneChanges(let event): try didSend(event)
    case .sentDatabaseChanges(let event):
      errors.refusal = errors.refusal ?? event.failedZoneSaves.first?.error
    case .didSendChanges(let event): didSendAll(event.error)
    case .willFetchRecordZoneChanges(let event):
      guard event.zoneID == zone, event.isServerRestored else { return }
      try mirror.serverIsRestored()
      orders.append(.send)
    }
  }

  /// Has the engine started anew, with what is kept of its state.
  private func beginAnew(_ reason: String) {
    failure = CKError(.operationCancelled, "\(reason): sync again.")
    orders.append(.beginAgain(after: 0))
  }

  /// Whether the engine is to be started anew before it fetches.
  package var isOutdated: Bool {
    if failure != nil { return true }
    return (try? mirror.understandsMore()) ?? false
  }

  // MARK: Fetching

  /// Has records fetched again that came before what their objects need; those that can't be fetched now
  /// are fetched next time.
  private func fetchHeldBack() throws {
    if unasked.isEmpty {
      unasked = try mirror.recordsToBeFetched().filter { asked.insert($0).inserted }
    }
    guard !unasked.isEmpty else {
      if isFetching { endFetch(nil) }
      if let error = unreadError { fail(error, in: \.fetch) }
      return
    }
    orders.append(.fetch(Array(unasked.prefix(Self.fetchLimit))))
    unasked.removeFirst(Swift.min(Self.fetchLimit, unasked.count))
  }

  private func endFetch(_ error: CKError?) {
    isFetching = false
    errors.fetch = error
    failures = 0
    if errors.store != nil { noteChanges() }
    change {
      $0.activity = .idle
      if error == nil { $0.lastFetch = now }
    }
    // What had no room, or was put off, is tried again from time to time.
    if status.pendingCount > 0 { orders.append(.send) }
  }

  // MARK: Sending

  private func didSend(_ event: CKSyncEngine.Event.SentRecordZoneChanges) throws {
    let aftermath = try mirror.didSend(event)
    let done = event.savedRecords + event.failedRecordSaves.map(\.record)
    let files = done.flatMap { record in
      record.allKeys().compactMap { (record[$0] as? CKAsset)?.fileURL }
    }
    if !files.isEmpty { orders.append(.discardFiles(files)) }
    if aftermath.lacksZone { try makeZoneAnew() }
    if aftermath.isFull { change { $0.pause = .quotaExceeded } }
    hasMadeRoom = hasMadeRoom || !event.deletedRecordIDs.isEmpty
    let error =
      event.failedRecordSaves.first { !$0.error.isNews }?.error
      ?? event.failedRecordDeletes.values.first { !$0.isNews }
    errors.refusal = errors.refusal ?? error
    if !event.savedRecords.isEmpty || !event.deletedRecordIDs.isEmpty { status.lastSend = now }
    tell()
    // What came back because it was changed elsewhere brings what belonged to it.
    if !isFetching { try fetchHeldBack() }
  }

  private func didSendAll(_ error: CKError?) {
    mirror.forgetUnderway()
    errors.send = error ?? errors.refusal
    let isFull = status.pause == .quotaExceeded
    change {
      $0.activity = .idle
      if errors.send == nil { $0.lastSend = now }
    }
    if status.pendingCount > 0, status.pause == nil || isFull && hasMadeRoom {
      // What can't be read from the store now can't be a moment later either.
      orders.append(errors.store == nil ? .send : .noteAgain(after: nextWait()))
    }
  }

  private func makeZoneAnew() throws {
    try mirror.zoneIsGone()
    orders += [.makeZone, .send]
  }

  // MARK: The account

  private func accountDidChange(_ change: CKSyncEngine.Event.AccountChange.ChangeType) throws {
    switch change {
    case .signOut: self.change { $0.pause = .signedOut }
    case .signIn(let user), .switchAccounts(_, let user):
      if try mirror.belongs(to: user.recordName) {
        let isBack = status.pause == .signedOut || status.pause == .otherAccount
        self.change { $0.pause = nil }
        // The engine has forgotten what it knew of the zone, and whether it is still the same.
        if isBack { return beginAnew("The user has signed in again") }
        orders += [.makeZone, .send]
      } else {
        // The data of one user is not sent to another.
        self.change { $0.pause = .otherAccount }
      }
    }
  }
}
