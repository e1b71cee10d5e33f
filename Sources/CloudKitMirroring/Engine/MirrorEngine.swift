// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// Keeps a store in step: its mirror says what, a `CKSyncEngine` carries it.
actor MirrorEngine: StoreMirror {
  nonisolated let containerIdentifier: String
  nonisolated let configurationName: String
  private nonisolated let executor = MirrorExecutor()
  private nonisolated let isStopped = Atomic<Bool>(false)
  private nonisolated let syncStorage = Mutex<StoreSync?>(nil)
  private nonisolated let listening = Mutex<(observation: any Sendable, task: Task<Void, Never>)?>(
    nil)

  private let mirror: Mirror
  private let settings: MirroringSettings
  private let database: CKDatabase
  private let zone: CKRecordZone.ID
  private let files: MirrorFiles
  private var engine: CKSyncEngine?
  private var status = SyncStatus()
  private var errors = SyncErrors()
  /// Why something that came could not be stored since the engine was started: what comes after it is not
  /// taken, nor is the engine's state, and the engine is started anew from the state before.
  private var failure: (any Error)?
  private var failures = 0

  /// Its own thread, since it reads and writes files.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ store: MirroredStore, _ settings: MirroringSettings) throws {
    guard let container = settings.container else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(store.name) is to be mirrored, and no CloudKit container is named.")
    }
    self.settings = settings
    containerIdentifier = store.configuration.cloudKitContainerIdentifier ?? ""
    configurationName = store.configuration.name
    database = container.privateCloudDatabase
    zone = CKRecordZone.ID(zoneName: settings.zoneName)
    let files = try MirrorFiles()
    self.files = files
    let context = store.makeContext()
    mirror = try Mirror(
      context, store: store.index,
      layout: RecordLayout(
        context.layout(ofStore: store.index), options: settings.options),
      Mirror.Surroundings(
        now: { Int64((Date.now.timeIntervalSince1970 * 1000).rounded()) },
        newName: { UUID().uuidString }, newNode: { .random(in: 1...UInt64.max) },
        transport: files.transport(zone, database)))
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = try store.observe { continuation.yield() }
    let sync = StoreSync(self)
    syncStorage.withLock { $0 = sync }
    let task = Task { [weak self] in
      await self?.begin()
      for await _ in news {
        guard let self else { return }
        await self.storeDidChange()
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
    await engine?.cancelOperations()
    syncStorage.withLock { $0 = nil }
  }

  // MARK: Beginning

  private func begin() {
    if failure != nil {
      failure = nil
      engine = nil
    }
    if engine != nil || isStopped.load(ordering: .relaxed) { return }
    do {
      let serialization = try mirror.engineState().flatMap {
        try? JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0)
      }
      var configuration = CKSyncEngine.Configuration(
        database: database, stateSerialization: serialization, delegate: self)
      configuration.automaticallySync = settings.isAutomatic
      let engine = CKSyncEngine(configuration)
      self.engine = engine
      if serialization == nil {
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zone))])
      }
      if try mirror.takeNote() { engine.state.hasPendingUntrackedChanges = true }
      tell()
    } catch {
      fail(error, in: \.store)
    }
  }

  /// Starts the engine anew, later and later: 5 seconds to 5 minutes after what came can't be stored.
  private func beginLater() {
    let wait = Swift.min(300, 5 << Swift.min(failures, 6))
    failures += 1
    guard settings.isAutomatic else { return }
    Task { [weak self] in
      // Nobody ends it: the engine that is gone by then has nothing to begin.
      try? await Task.sleep(for: .seconds(wait))
      await self?.beginAfterFailure()
    }
  }

  private func beginAfterFailure() {
    if failure != nil { begin() }
  }

  private func storeDidChange() {
    guard let engine, failure == nil else { return }
    do {
      if try mirror.takeNote() { engine.state.hasPendingUntrackedChanges = true }
      errors.store = nil
      tell()
    } catch {
      fail(error, in: \.store)
    }
  }

  // MARK: What programs ask for

  func syncNow() async throws {
    begin()
    guard let engine else {
      throw status.lastError
        ?? CKError(.operationCancelled, "The store is not mirrored any more.")
    }
    do {
      if try mirror.takeNote() { engine.state.hasPendingUntrackedChanges = true }
    } catch {
      fail(error, in: \.store)
      throw error
    }
    try await wait(\.fetch) { try await engine.fetchChanges() }
    try await wait(\.send) { try await engine.sendChanges() }
  }

  private func wait(
    _ part: WritableKeyPath<SyncErrors, CKError?>, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch {
      // Also what the delegate isn't told of, as that nobody knows who is signed in.
      if failure == nil { fail(error, in: part) }
      throw failure ?? error
    }
    if let failure { throw failure }
  }

  func conflicts() throws -> [Conflict] { try mirror.conflicts() }

  func restore(_ conflict: Conflict.ID) throws { try mirror.restoreConflict(conflict) }

  func dismiss(_ conflict: Conflict.ID) throws { try mirror.dismissConflict(conflict) }

  // MARK: Status

  private func change(_ body: (inout SyncStatus) -> Void) {
    body(&status)
    tell()
  }

  private func tell() {
    // What can't be counted now is counted next time; reading it for its own sake throws.
    status.pendingCount = (try? mirror.countToBeSent()) ?? status.pendingCount
    status.refusedCount = (try? mirror.countRefused()) ?? status.refusedCount
    status.lastError = errors.store ?? errors.send ?? errors.fetch
    sync?.set(status)
  }

  private func fail(_ error: any Error, in part: WritableKeyPath<SyncErrors, CKError?>) {
    errors[keyPath: part] =
      error as? CKError ?? CKError(.internalError, "\(error.localizedDescription)")
    tell()
  }
}

// MARK: The engine's delegate

extension MirrorEngine: CKSyncEngineDelegate {
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) -> CKSyncEngine.RecordZoneChangeBatch? {
    do {
      guard status.pause != .otherAccount, failure == nil, syncEngine === engine,
        context.options.scope.contains(
          .saveRecord(CKRecord.ID(recordName: "any", zoneID: zone))),
        let batch = try mirror.nextBatch(limit: settings.batchSize)
      else { return nil }
      return CKSyncEngine.RecordZoneChangeBatch(
        recordsToSave: batch.recordsToSave, recordIDsToDelete: batch.recordIDsToDelete)
    } catch {
      fail(error, in: \.store)
      return nil
    }
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    guard failure == nil, syncEngine === engine else { return }
    do {
      try await handle(event, syncEngine)
    } catch {
      failure = error
      fail(error, in: \.store)
      beginLater()
    }
  }

  private func handle(_ event: CKSyncEngine.Event, _ engine: CKSyncEngine) async throws {
    if status.pause == .otherAccount {
      // Nothing of another user comes in, and the state stays that of the store's own: so it is seen
      // again at the next start.
      if case .accountChange(let event) = event { try accountDidChange(event.changeType, engine) }
      return
    }
    switch event {
    case .stateUpdate(let event):
      try mirror.keepEngineState(JSONEncoder().encode(event.stateSerialization))
    case .accountChange(let event): try accountDidChange(event.changeType, engine)
    case .fetchedDatabaseChanges(let event):
      if event.deletions.contains(where: { $0.zoneID == zone }) { try makeZoneAnew(engine) }
    case .fetchedRecordZoneChanges(let event):
      guard event.zoneID == zone else { return }
      try mirror.receive(
        event.modifications.map(\.record), deletions: event.deletions.map(\.recordID.recordName),
        fullFetch: event.fullFetch)
    case .willFetchChanges: change { $0.activity = .fetching }
    case .didFetchRecordZoneChanges(let event):
      guard event.zoneID == zone, event.error == nil, let number = event.fullFetch else { return }
      try mirror.endFullFetch(number)
    case .didFetchChanges(let event):
      errors.fetch = event.error
      if event.error == nil { errors.fetch = try await fetchHeldBack() }
      errors.store = nil
      failures = 0
      change {
        $0.activity = .idle
        if errors.fetch == nil { $0.lastFetch = .now }
      }
      // What had no room, or was put off, is tried again from time to time.
      if status.pendingCount > 0 { engine.state.hasPendingUntrackedChanges = true }
    case .willSendChanges:
      mirror.forgetUnderway()
      errors.refusal = nil
      change {
        $0.activity = .sending
        $0.pause = $0.pause == .quotaExceeded ? nil : $0.pause
      }
    case .sentRecordZoneChanges(let event): try didSend(event, engine)
    case .sentDatabaseChanges(let event):
      errors.refusal = errors.refusal ?? event.failedZoneSaves.first?.error
    case .didSendChanges(let event): try didSendAll(event.error, engine)
    case .willFetchRecordZoneChanges: break
    }
  }

  /// Fetches records again that came before what their objects need; those that can't be fetched now,
  /// for the reason that is returned, are fetched next time.
  private func fetchHeldBack() async throws -> CKError? {
    var asked: Set<String> = []
    while true {
      let names = try mirror.recordsToBeFetched().filter { asked.insert($0).inserted }
      if names.isEmpty { return nil }
      for start in stride(from: 0, to: names.count, by: 100) {
        let ids = names[start..<Swift.min(start + 100, names.count)].map {
          CKRecord.ID(recordName: $0, zoneID: zone)
        }
        let results: [CKRecord.ID: Result<CKRecord, any Error>]
        do {
          results = try await database.records(for: ids)
        } catch let error as CKError {
          return error
        }
        // One that is gone is told as a deletion, or was.
        try mirror.receive(results.values.compactMap { try? $0.get() }, deletions: [])
      }
    }
  }

  private func didSend(
    _ event: CKSyncEngine.Event.SentRecordZoneChanges, _ engine: CKSyncEngine
  ) throws {
    let aftermath = try mirror.didSend(event)
    files.discardSent()
    if aftermath.lacksZone { try makeZoneAnew(engine) }
    if aftermath.isFull { change { $0.pause = .quotaExceeded } }
    let error =
      event.failedRecordSaves.first { $0.error.code != .serverRecordChanged }?.error
      ?? event.failedRecordDeletes.values.first
    errors.refusal = errors.refusal ?? error
    tell()
  }

  private func didSendAll(_ error: CKError?, _ engine: CKSyncEngine) throws {
    mirror.forgetUnderway()
    errors.send = error ?? errors.refusal
    change {
      $0.activity = .idle
      if errors.send == nil { $0.lastSend = .now }
    }
    if status.pendingCount > 0, status.pause == nil {
      engine.state.hasPendingUntrackedChanges = true
    }
  }

  private func makeZoneAnew(_ engine: CKSyncEngine) throws {
    try mirror.zoneIsGone()
    engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zone))])
    engine.state.hasPendingUntrackedChanges = true
  }

  private func accountDidChange(
    _ change: CKSyncEngine.Event.AccountChange.ChangeType, _ engine: CKSyncEngine
  ) throws {
    switch change {
    case .signOut: self.change { $0.pause = .signedOut }
    case .signIn(let user), .switchAccounts(_, let user):
      if try mirror.belongs(to: user.recordName) {
        self.change { $0.pause = nil }
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zone))])
        engine.state.hasPendingUntrackedChanges = true
      } else {
        // The data of one user is not sent to another.
        self.change { $0.pause = .otherAccount }
      }
    }
  }
}
