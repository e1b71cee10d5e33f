// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// Syncs a store: `Mirror` decides what to send, `MirrorCourse` decides when, and `CKSyncEngine`
/// transfers it.
actor MirrorEngine: StoreMirror {
  nonisolated let containerIdentifier: String
  nonisolated let configurationName: String
  private nonisolated let executor = MirrorExecutor()
  nonisolated let isStopped = Atomic<Bool>(false)
  private nonisolated let syncStorage = Mutex<StoreSync?>(nil)
  private nonisolated let listening = Mutex<(observation: any Sendable, task: Task<Void, Never>)?>(
    nil)

  let course: MirrorCourse
  nonisolated let lock: MirrorLock
  let settings: MirroringSettings
  private let database: CKDatabase
  private let zone: CKRecordZone.ID
  private let files: MirrorFiles
  private var engine: CKSyncEngine?
  /// Polls the lock while another program mirrors the store.
  var waiting: Task<Void, Never>?
  /// Watches for sync requests from other programs.
  var asking: (any Sendable)?
  var isAnswering = false
  private var share = StoreShare(at: .now)
  /// The number of callers waiting in ``syncNow()``; while it is nonzero, the mirror does not pause
  /// for other writers.
  private var askers = 0

  /// A dedicated thread, because the actor reads and writes files.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The minimum interval between two checks for saved changes.
  private static let notePause = Duration.milliseconds(30)

  init(_ store: MirroredStore, _ settings: MirroringSettings) throws {
    guard let container = settings.container else {
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "\(store.name) can't be mirrored: its configuration names no CloudKit container.")
    }
    self.settings = settings
    lock = MirrorLock(store.configuration)
    containerIdentifier = store.configuration.cloudKitContainerIdentifier ?? ""
    configurationName = store.configuration.name
    database = container.privateCloudDatabase
    zone = CKRecordZone.ID(
      zoneName: RecordForm.zoneName(of: settings.options) ?? settings.zoneName)
    let files = MirrorFiles()
    self.files = files
    let context = store.makeContext()
    let mirror = try Mirror(
      context, store: store.index,
      layout: RecordLayout(
        context.layout(ofStore: store.index), options: settings.options),
      Mirror.Surroundings(
        now: { Int64((Date.now.timeIntervalSince1970 * 1000).rounded()) },
        newName: { UUID().uuidString }, newNode: { .random(in: 1...UInt64.max) },
        transport: files.transport(zone, database)))
    let watcher = StatusWatcher()
    course = MirrorCourse(mirror, batchSize: settings.batchSize) { status in
      // If the status can't be stored for other programs now, the next change stores it.
      try? mirror.keep(status)
      watcher.sync?.set(status)
    }
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = try store.observe { continuation.yield() }
    let sync = StoreSync(self)
    syncStorage.withLock { $0 = sync }
    watcher.sync = sync
    let task = Task { [weak self] in
      await self?.begin()
      for await _ in news {
        guard let self else { return }
        await self.catchUp()
        await self.storeDidChange()
        // Record a save after a pause at once, but don't delay each save of a series.
        try? await Task.sleep(for: Self.notePause)
        await self.awaitTurn()
      }
    }
    listening.withLock { $0 = (observation, task) }
  }

  /// The public interface to this engine.
  nonisolated var sync: StoreSync? { syncStorage.withLock { $0 } }

  nonisolated func stop() {
    isStopped.store(true, ordering: .relaxed)
    listening.withLock { listening in
      listening?.task.cancel()
      listening = nil
    }
    Task { await end() }
  }

  private func end() async {
    let engine = engine
    self.engine = nil
    waiting?.cancel()
    asking = nil
    await engine?.cancelOperations()
    lock.release()
    syncStorage.withLock { $0 = nil }
  }

  // MARK: Beginning

  func begin() {
    if engine != nil, course.isOutdated { engine = nil }
    if engine != nil || isStopped.load(ordering: .relaxed) { return }
    do {
      guard try lock.take() else { return leaveToOther() }
    } catch {
      return course.fail(error, in: \.store)
    }
    listenToOthers()
    guard let beginning = course.begin() else { return beginLater(course.orderAgain()) }
    var configuration = CKSyncEngine.Configuration(
      database: database, stateSerialization: beginning.state, delegate: self)
    configuration.automaticallySync = settings.isAutomatic
    let engine = CKSyncEngine(configuration)
    self.engine = engine
    for order in beginning.orders { perform(order, engine) }
  }

  private func beginLater(_ order: MirrorCourse.Order) {
    guard settings.isAutomatic, case .beginAgain(let wait) = order else { return }
    Task { [weak self] in
      // Never cancelled: if the engine is gone by then, the task has no effect.
      try? await Task.sleep(for: .seconds(wait))
      await self?.beginAfterFailure()
    }
  }

  private func beginAfterFailure() {
    if course.failure != nil { begin() }
  }

  private func storeDidChange() {
    guard let engine else { return leaveToOther() }
    for order in inTurn({ course.storeDidChange() }) { perform(order, engine) }
  }

  // MARK: Turns

  /// Runs `body`, and records how long it used the store and whether other writers saved meanwhile.
  private func inTurn<Result>(_ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    let saves = course.mirror.saveCount
    defer {
      let end = ContinuousClock.now
      share.didUse(end - start, at: end)
      if course.mirror.saveCount != saves { share.didSave(at: end) }
    }
    return body()
  }

  /// Pauses while another writer saves again and again.
  private func awaitTurn() async {
    while askers == 0, !Task.isCancelled {
      let pause = share.pause(at: .now)
      if pause == .zero { return }
      // The saves may end earlier.
      try? await Task.sleep(for: Swift.min(pause, .milliseconds(20)))
    }
  }

  /// Records the saved changes, except for the last ones, in small steps.
  private func catchUp() async {
    await awaitTurn()
    guard let last = course.lastSave else { return }
    while engine != nil, inTurn({ course.noteSome(upTo: last) }) { await awaitTurn() }
  }

  // MARK: Orders

  private func perform(_ order: MirrorCourse.Order, _ engine: CKSyncEngine) {
    switch order {
    case .makeZone:
      engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zone))])
    case .send: engine.state.hasPendingUntrackedChanges = true
    case .discardFiles(let sent): files.discard(sent)
    case .beginAgain: beginLater(order)
    case .noteAgain(let wait):
      guard settings.isAutomatic else { return }
      Task { [weak self] in
        try? await Task.sleep(for: .seconds(wait))
        await self?.storeDidChange()
      }
    // The event handler that caused this order awaits the fetch.
    case .fetch: break
    }
  }

  private func fetch(_ names: [String], _ engine: CKSyncEngine) async -> (
    result: Result<[CKRecord], CKError>, unread: [CKError]
  ) {
    do {
      let ids = names.map { CKRecord.ID(recordName: $0, zoneID: zone) }
      let results = try await engine.records(for: ids)
      var (records, unread): ([CKRecord], [CKError]) = ([], [])
      for id in ids {
        switch results[id] {
        case .success(let record): records.append(record)
        case .failure(let error as CKError): unread.append(error)
        case .failure, nil: continue
        }
      }
      return (.success(records), unread)
    } catch let error as CKError {
      return (.failure(error), [])
    } catch {
      return (.failure(CKError(.internalError, "The records can't be fetched: \(error)")), [])
    }
  }

  // MARK: Requests of programs

  /// Fetches all records, also unchanged ones, and sends all saved changes.
  func syncAll() async throws {
    begin()
    // Another process that mirrors the store has the engine's state.
    guard let engine else { return try await syncNow() }
    await engine.cancelOperations()
    try course.fetchAll()
    try await syncNow()
  }

  func syncNow() async throws {
    askers += 1
    defer { askers -= 1 }
    begin()
    if engine == nil, !lock.isHeld, try await otherHasSynced() { return }
    guard let engine else {
      throw course.status.lastError
        ?? CKError(.operationCancelled, "Mirroring of the store has stopped.")
    }
    for order in try course.takeNote() { perform(order, engine) }
    var unread: CKError?
    // Records that others changed or deleted meanwhile are merged and sent again, or fetched first.
    for isLast in [false, false, true] {
      do {
        try await wait(\.fetch) { try await engine.fetchChanges() }
        unread = nil
      } catch let error as CKError where error.code == .partialFailure && course.failure == nil {
        // Unreadable records must not prevent sending.
        unread = error
      }
      let isSettled = try await wait(\.send, orNews: !isLast) { try await engine.sendChanges() }
      if isSettled { break }
    }
    if let unread { throw unread }
  }

  /// Awaits an operation and records its error.
  ///
  /// - Parameters:
  ///   - part: The part of syncing that the operation belongs to.
  ///   - orNews: Whether conflicts with other devices are not thrown.
  ///   - body: The operation.
  /// - Returns: False if the only errors were such conflicts.
  /// - Throws: The first error of the store, or the error of the operation.
  @discardableResult
  private func wait(
    _ part: WritableKeyPath<SyncErrors, CKError?>, orNews: Bool = false,
    _ body: () async throws -> Void
  ) async throws -> Bool {
    do {
      try await body()
    } catch let error as CKError where orNews && error.hasOnlyNews && course.failure == nil {
      return false
    } catch {
      // Includes errors that the delegate does not receive, such as a missing account.
      if course.failure == nil { course.fail(error, in: part) }
      throw course.failure ?? error
    }
    if let failure = course.failure { throw failure }
    return true
  }

  func conflicts() throws -> [Conflict] { try course.mirror.conflicts() }

  func restore(_ conflict: Conflict.ID) throws { try course.mirror.restoreConflict(conflict) }

  func dismiss(_ conflict: Conflict.ID) throws { try course.mirror.dismissConflict(conflict) }
}

/// Forwards the status of a course to the public interface, once that exists.
private final class StatusWatcher {
  weak var sync: StoreSync?
}

// MARK: The engine's delegate

extension MirrorEngine: CKSyncEngineDelegate {
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    await catchUp()
    guard syncEngine === engine else { return nil }
    return inTurn { course.nextBatch(context.options.scope) }
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    await catchUp()
    guard syncEngine === engine else { return }
    var orders = inTurn { course.handle(event) }
    while !orders.isEmpty {
      let order = orders.removeFirst()
      guard case .fetch(let names) = order else {
        perform(order, syncEngine)
        continue
      }
      let (result, unread) = await fetch(names, syncEngine)
      // The engine may have been replaced meanwhile.
      guard syncEngine === engine else { return }
      orders += inTurn { course.didFetch(result, unread: unread) }
    }
  }
}
