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
      fail(error)
    }
  }

  private func storeDidChange() {
    guard let engine else { return }
    do {
      if try mirror.takeNote() { engine.state.hasPendingUntrackedChanges = true }
      tell()
    } catch {
      fail(error)
    }
  }

  // MARK: What programs ask for

  func syncNow() async throws {
    begin()
    guard let engine else {
      throw status.lastError
        ?? CKError(.operationCancelled, "The store is not mirrored any more.")
    }
    if try mirror.takeNote() { engine.state.hasPendingUntrackedChanges = true }
    try await engine.fetchChanges()
    try await engine.sendChanges()
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
    sync?.set(status)
  }

  private func fail(_ error: any Error) {
    change {
      $0.lastError =
        error as? CKError ?? CKError(.internalError, "\(error.localizedDescription)")
    }
  }
}

// MARK: The engine's delegate

extension MirrorEngine: CKSyncEngineDelegate {
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) -> CKSyncEngine.RecordZoneChangeBatch? {
    do {
      guard status.pause != .otherAccount,
        context.options.scope.contains(
          .saveRecord(CKRecord.ID(recordName: "any", zoneID: zone))),
        let batch = try mirror.nextBatch(limit: settings.batchSize)
      else { return nil }
      return CKSyncEngine.RecordZoneChangeBatch(
        recordsToSave: batch.recordsToSave, recordIDsToDelete: batch.recordIDsToDelete)
    } catch {
      fail(error)
      return nil
    }
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    do {
      try await handle(event, syncEngine)
    } catch {
      fail(error)
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
      let wanted = try mirror.receive(
        event.modifications.map(\.record), deletions: event.deletions.map(\.recordID.recordName),
        fullFetch: event.fullFetch)
      try await fetch(wanted)
    case .willFetchChanges: change { $0.activity = .fetching }
    case .didFetchRecordZoneChanges(let event):
      if let error = event.error { throw error }
      guard event.zoneID == zone, let number = event.fullFetch else { return }
      try await fetch(try mirror.endFullFetch(number))
    case .didFetchChanges:
      change {
        $0.activity = .idle
        $0.lastFetch = .now
      }
      // What had no room, or was put off, is tried again from time to time.
      if status.pendingCount > 0 { engine.state.hasPendingUntrackedChanges = true }
    case .willSendChanges:
      mirror.forgetUnderway()
      change {
        $0.activity = .sending
        $0.pause = $0.pause == .quotaExceeded ? nil : $0.pause
      }
    case .sentRecordZoneChanges(let event): try didSend(event, engine)
    case .sentDatabaseChanges(let event):
      if let failure = event.failedZoneSaves.first { throw failure.error }
    case .didSendChanges: try didSendAll(engine)
    case .willFetchRecordZoneChanges: break
    }
  }

  private func fetch(_ names: [String]) async throws {
    var names = names
    while !names.isEmpty {
      let results = try await database.records(
        for: names.prefix(100).map { CKRecord.ID(recordName: $0, zoneID: zone) })
      names.removeFirst(Swift.min(100, names.count))
      names += try mirror.receive(
        results.values.compactMap { try? $0.get() }, deletions: [])
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
    change {
      if let error {
        $0.lastError = error
      } else {
        $0.lastError = nil
        $0.lastSend = .now
      }
    }
  }

  private func didSendAll(_ engine: CKSyncEngine) throws {
    mirror.forgetUnderway()
    change { $0.activity = .idle }
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
