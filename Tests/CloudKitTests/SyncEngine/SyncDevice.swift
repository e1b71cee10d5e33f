// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Synchronization

/// A device that stores texts by name in one zone, like an app.
final class SyncDevice: CKSyncEngineDelegate {
  struct Kept {
    /// The user's texts by name.
    var texts: [String: String] = [:]
    /// The server's last known records.
    var records: [CKRecord.ID: CKRecord] = [:]
    var state: CKSyncEngine.State.Serialization?
    var events: [CKSyncEngine.Event] = []
    var options = CKSyncEngine.FetchChangesOptions()
    fileprivate var waiting:
      [(condition: @Sendable (Kept) -> Bool, go: CheckedContinuation<Void, Never>)] =
        []
    fileprivate var engine: CKSyncEngine?
  }

  static let zone = CKRecordZone.ID(zoneName: "Notes")

  let kept = Mutex(Kept())
  private let configure: @Sendable (inout CKSyncEngine.Configuration) -> Void
  private let database: CKDatabase
  private let events: (any ChangeEventSource)?
  private let timing: SyncTiming

  /// Creates a device that syncs on request or automatically.
  init(
    _ database: CKDatabase, isAutomatic: Bool = false, events: (any ChangeEventSource)? = nil,
    timing: SyncTiming = SyncTiming(), state: CKSyncEngine.State.Serialization? = nil
  ) {
    self.database = database
    self.events = events
    self.timing = timing
    configure = { $0.automaticallySync = isAutomatic }
    kept.withLock { $0.state = state }
    start()
  }

  /// Starts a new engine with the stored state, like a new process.
  func start() {
    var configuration = CKSyncEngine.Configuration(
      database: database, stateSerialization: kept.withLock { $0.state }, delegate: self)
    configure(&configuration)
    let engine = CKSyncEngine(configuration, events: events, timing: timing)
    kept.withLock { $0.engine = engine }
  }

  /// Releases the engine.
  func stop() { kept.withLock { $0.engine = nil } }

  var engine: CKSyncEngine {
    guard let engine = kept.withLock({ $0.engine }) else { preconditionFailure("not started") }
    return engine
  }

  var texts: [String: String] { kept.withLock { $0.texts } }

  static func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name, zoneID: zone) }

  func makeZone() {
    engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: Self.zone))])
  }

  // The texts and the pending changes change together, as in one transaction of a store.

  func write(_ texts: [String: String]) {
    let engine = engine
    kept.withLock { kept in
      kept.texts.merge(texts) { $1 }
      engine.state.add(
        pendingRecordZoneChanges: texts.keys.sorted().map { .saveRecord(Self.id($0)) })
    }
  }

  func delete(_ name: String) {
    let engine = engine
    kept.withLock { kept in
      kept.texts[name] = nil
      engine.state.add(pendingRecordZoneChanges: [.deleteRecord(Self.id(name))])
    }
  }

  /// Waits until a condition holds after an event, or the test is cancelled.
  func wait(until condition: @escaping @Sendable (Kept) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { go in
        let isThere = kept.withLock { kept in
          if condition(kept) || Task.isCancelled { return true }
          kept.waiting.append((condition, go))
          return false
        }
        if isThere { go.resume() }
      }
    } onCancel: {
      let all = kept.withLock { kept in
        defer { kept.waiting = [] }
        return kept.waiting.map(\.go)
      }
      for go in all { go.resume() }
    }
  }

  // MARK: The delegate

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    kept.withLock { $0.events.append(event) }
    switch event {
    case .stateUpdate(let event): kept.withLock { $0.state = event.stateSerialization }
    case .accountChange(let event):
      if case .signIn = event.changeType { break }
      kept.withLock {
        $0.texts = [:]
        $0.records = [:]
      }
    case .fetchedDatabaseChanges(let event):
      if event.deletions.contains(where: { $0.zoneID == Self.zone }) {
        kept.withLock {
          $0.texts = [:]
          $0.records = [:]
        }
      }
    case .fetchedRecordZoneChanges(let event):
      kept.withLock { kept in
        // A pending local change is retained.
        let pending = Set(syncEngine.state.pendingRecordZoneChanges)
        func isPending(_ id: CKRecord.ID) -> Bool {
          pending.contains(.saveRecord(id)) || pending.contains(.deleteRecord(id))
        }
        for change in event.modifications {
          let id = change.record.recordID
          kept.records[id] = change.record
          if !isPending(id) { kept.texts[id.recordName] = change.record["text"] }
        }
        for id in event.deletions.map(\.recordID) {
          kept.records[id] = nil
          if !isPending(id) { kept.texts[id.recordName] = nil }
        }
      }
    case .sentRecordZoneChanges(let event): sent(event, syncEngine)
    default: break
    }
    let ready = kept.withLock { kept in
      let now = kept
      let ready = kept.waiting.filter { $0.condition(now) }
      kept.waiting.removeAll { $0.condition(now) }
      return ready.map(\.go)
    }
    for go in ready { go.resume() }
  }

  private func sent(_ event: CKSyncEngine.Event.SentRecordZoneChanges, _ engine: CKSyncEngine) {
    kept.withLock { kept in
      for record in event.savedRecords { kept.records[record.recordID] = record }
      for id in event.deletedRecordIDs { kept.records[id] = nil }
    }
    for failure in event.failedRecordSaves {
      let id = failure.record.recordID
      switch failure.error.code {
      case .serverRecordChanged:
        // The greater text wins.
        guard let record = failure.error.serverRecord else { break }
        let (mine, theirs): (String, String) = kept.withLock { kept in
          kept.records[id] = record
          return (kept.texts[id.recordName] ?? "", record["text"] ?? "")
        }
        if mine > theirs {
          engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
        } else {
          kept.withLock { $0.texts[id.recordName] = theirs }
        }
      case .zoneNotFound:
        kept.withLock { $0.records[id] = nil }
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: id.zoneID))])
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
      case .unknownItem:
        kept.withLock { $0.records[id] = nil }
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
      default: break
      }
    }
  }

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    let changes = syncEngine.state.pendingRecordZoneChanges.filter {
      context.options.scope.contains($0)
    }
    return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
      self.kept.withLock { kept in
        guard let text = kept.texts[id.recordName] else { return nil }
        let record = kept.records[id] ?? CKRecord(recordType: "Note", recordID: id)
        record["text"] = text
        return record
      }
    }
  }

  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions {
    kept.withLock { $0.options.prioritizedZoneIDs.isEmpty ? context.options : $0.options }
  }
}
