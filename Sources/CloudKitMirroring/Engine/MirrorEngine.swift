// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// Keeps a store in step: its mirror says what, its course when, a `CKSyncEngine` carries it.
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
  /// Waits for the lock, while another program mirrors the store.
  var waiting: Task<Void, Never>?
  /// Hears of other programs that ask for something.
  var asking: (any Sendable)?
  var isAnswering = false
  private var share = StoreShare(at: .now)
  /// How many wait for all to be sent and fetched: then the store is the mirror's as well as anybody's.
  private var askers = 0

  /// Its own thread, since it reads and writes files.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// From one look at what was saved to the next.
  private static let notePause = Duration.milliseconds(30)

  init(_ store: MirroredStore, _ settings: MirroringSettings) throws {
    guard let container = settings.container else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(store.name) is to be mirrored, and no CloudKit container is named.")
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
      // What can't be noted for other programs now is noted next time.
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
        // What is saved after a pause is noted at once; who saves again and again is not held up each time.
        try? await Task.sleep(for: Self.notePause)
        await self.awaitTurn()
      }
    }
    listening.withLock { $0 = (observation, task) }
  }

  /// What programs see of it.
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
      // Nobody ends it: the engine that is gone by then has nothing to begin.
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

  /// Uses the store, and notes for how long, and whether others have saved since.
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

  /// Leaves the store to who saves again and again.
  private func awaitTurn() async {
    while askers == 0, !Task.isCancelled {
      let pause = share.pause(at: .now)
      if pause == .zero { return }
      // The saves may end before.
      try? await Task.sleep(for: Swift.min(pause, .milliseconds(20)))
    }
  }

  /// Notes what was saved until now but for the last of it, a little at a time.
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
    // Waited for, in the event that has led to it.
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

  // MARK: What programs ask for

  func syncNow() async throws {
    askers += 1
    defer { askers -= 1 }
    begin()
    if engine == nil, !lock.isHeld, try await otherHasSynced() { return }
    guard let engine else {
      throw course.status.lastError
        ?? CKError(.operationCancelled, "The store is not mirrored any more.")
    }
    for order in try course.takeNote() { perform(order, engine) }
    var unread: CKError?
    // What others changed or deleted in between is merged and sent anew, or fetched first.
    for isLast in [false, false, true] {
      do {
        try await wait(\.fetch) { try await engine.fetchChanges() }
        unread = nil
      } catch let error as CKError where error.code == .partialFailure && course.failure == nil {
        // Records that can't be read don't hold up what is to be sent.
        unread = error
      }
      let isSettled = try await wait(\.send, orNews: !isLast) { try await engine.sendChanges() }
      if isSettled { break }
    }
    if let unread { throw unread }
  }

  /// Waits until something is done; false if nothing went wrong but what has news of other devices in it, and
  /// that may be.
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
      // Also what the delegate isn't told of, as that nobody knows who is signed in.
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

/// Where the status of a course goes; nowhere before there is something for programs to see.
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
      // Another one may have been started meanwhile.
      guard syncEngine === engine else { return }
      orders += inTurn { course.didFetch(result, unread: unread) }
    }
  }
}
