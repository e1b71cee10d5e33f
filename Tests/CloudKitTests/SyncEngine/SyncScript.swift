// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// Drives a sync machine step by step, and describes its effects as strings.
///
/// It handles events and returns options immediately, unless `isPatient`. The test responds to
/// requests and provides batches.
struct SyncScript {
  var machine: SyncMachine
  var time = 0.0
  var isPatient = false
  /// The newest request.
  private(set) var asked: (number: Int, request: SyncRequest)?
  private(set) var events: [CKSyncEngine.Event] = []
  private(set) var stored: CKSyncEngine.State.Serialization?
  private(set) var wakeAt: Double?
  /// The results of callers; an inner nil is a success.
  private(set) var finished: [Int: CKError?] = [:]

  init(
    isAutomatic: Bool = false, _ stored: CKSyncEngine.State.Serialization? = nil, seed: UInt64 = 1
  ) {
    self.stored = stored
    machine = SyncMachine(
      SyncMachine.Configuration(isAutomatic: isAutomatic, subscriptionID: "all"), stored,
      random: SeededRandom(seed: seed))
  }

  /// A machine of a new process, which starts with the stored state.
  func restarted(isAutomatic: Bool = false) -> SyncScript {
    SyncScript(isAutomatic: isAutomatic, stored)
  }

  mutating func tell(_ input: SyncInput) -> [String] {
    var words: [String] = []
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in machine.handle(inputs.removeFirst(), at: time) {
        if let word = take(effect) { words.append(word) }
        guard !isPatient else { continue }
        switch effect {
        case .deliver: inputs.append(.handled)
        case .requestOptions(let context): inputs.append(.options(context.options))
        default: break
        }
      }
    }
    return words
  }

  mutating func answer(_ answer: SyncResponse) -> [String] {
    tell(.response(asked?.number ?? 0, answer))
  }

  mutating func fail(_ code: CKError.Code, after seconds: Double? = nil) -> [String] {
    answer(.failure(CKError(code, userInfo: seconds.map { [CKErrorRetryAfterKey: $0] } ?? [:])))
  }

  private mutating func take(_ effect: SyncEffect) -> String? {
    switch effect {
    case .send(let number, let request, _):
      asked = (number, request)
      return "ask \(request.words)"
    case .cancel: return "stop asking"
    case .deliver(let event):
      events.append(event)
      if case .stateUpdate(let update) = event {
        stored = update.stateSerialization
        return "state"
      }
      return event.words
    case .requestOptions(let context): return "options \(context.reason)"
    case .requestBatch(let context): return "batch \(context.reason)"
    case .finish(let caller, let error):
      finished[caller] = .some(error)
      return "finish \(caller)\(error.map { " \($0.code)" } ?? "")"
    case .wake(let time):
      wakeAt = time
      return nil
    case .listen(let isWanted): return isWanted ? "listen" : "do not listen"
    }
  }
}

extension SyncRequest {
  var words: String {
    switch self {
    case .account: "account"
    case .subscribe(let id): "subscribe \(id)"
    case .databaseChanges(let token): "database \(token?.syncToken ?? "-")"
    case .zoneChanges(let zone, let token): "zone \(zone.zoneName) \(token?.syncToken ?? "-")"
    case .modifyZones(let saving, let deleting):
      "zones +\(saving.map(\.zoneID.zoneName)) -\(deleting.map(\.zoneName))"
    case .modifyRecords(let part):
      "records \(part.zone.zoneName) +\(part.records.map(\.recordID.recordName)) "
        + "-\(part.deletions.map(\.recordName))\(part.isAtomic ? " atomic" : "")"
    }
  }
}

extension CKSyncEngine.Event {
  var words: String {
    switch self {
    case .fetchedDatabaseChanges(let event):
      "database +\(event.modifications.map(\.zoneID.zoneName)) "
        + "-\(event.deletions.map(\.zoneID.zoneName))"
    case .fetchedRecordZoneChanges(let event):
      "records +\(event.modifications.map(\.record.recordID.recordName)) "
        + "-\(event.deletions.map(\.recordID.recordName))"
        + (event.unread.isEmpty ? "" : " ?\(event.unread.keys.map(\.recordName).sorted())")
        + full(event.fullFetch)
    case .sentDatabaseChanges(let event):
      "sent zones +\(event.savedZones.map(\.zoneID.zoneName)) "
        + "-\(event.deletedZoneIDs.map(\.zoneName))"
        + failed(event.failedZoneSaves.map(\.error) + event.failedZoneDeletes.values)
    case .sentRecordZoneChanges(let event):
      "sent +\(event.savedRecords.map(\.recordID.recordName)) "
        + "-\(event.deletedRecordIDs.map(\.recordName))"
        + failed(event.failedRecordSaves.map(\.error) + event.failedRecordDeletes.values)
    case .willFetchRecordZoneChanges(let event): "will zone\(full(event.fullFetch))"
    case .didFetchRecordZoneChanges(let event):
      "did zone\(event.error.map { " \($0.code)" } ?? "")\(full(event.fullFetch))"
    case .willFetchChanges: "will fetch"
    case .didFetchChanges: "did fetch"
    case .willSendChanges: "will send"
    case .didSendChanges: "did send"
    case .stateUpdate, .accountChange: description
    }
  }

  private func full(_ number: Int?) -> String { number.map { " full \($0)" } ?? "" }

  private func failed(_ errors: [CKError]) -> String {
    errors.isEmpty ? "" : " failed \(errors.map { "\($0.code)" })"
  }
}

// Responses of a server.
extension SyncResponse {
  static func signedIn(_ name: String = "ann") -> SyncResponse {
    .account(CKRecord.ID(recordName: name))
  }

  static func database(
    _ token: String, _ zones: [String] = [], deleted: [String] = [], more: Bool = false
  ) -> SyncResponse {
    .databaseChanges(
      SyncDatabasePage(
        modifications: zones.map { CKRecordZone.ID(zoneName: $0) },
        deletions: deleted.map { .init(zoneID: CKRecordZone.ID(zoneName: $0), reason: .deleted) },
        token: CKServerChangeToken(token), moreComing: more))
  }

  static func zone(
    _ token: String, _ records: [String] = [], deleted: [String] = [], more: Bool = false
  ) -> SyncResponse {
    .zoneChanges(
      SyncZonePage(
        records: records.map { SyncScript.record($0) },
        deletions: deleted.map { .init(recordID: SyncScript.id($0), recordType: "Hike") },
        token: CKServerChangeToken(token), moreComing: more))
  }
}

extension SyncScript {
  static let zone = CKRecordZone.ID(zoneName: "Z")

  static func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name, zoneID: zone) }

  static func record(_ name: String) -> CKRecord {
    CKRecord(recordType: "Hike", recordID: id(name))
  }

  static func batch(_ save: [String], delete: [String] = [], atomic: Bool = false) -> SyncInput {
    .batch(
      .init(
        recordsToSave: save.map(record), recordIDsToDelete: delete.map(id), atomicByZone: atomic))
  }

  static func add(_ names: [String]) -> SyncInput {
    .addRecordChanges(names.map { .saveRecord(id($0)) })
  }

  /// Responds to the newest request for records like a server that accepts all but some.
  mutating func taken(except failing: [String: CKError.Code] = [:]) -> [String] {
    guard case .modifyRecords(let part)? = asked?.request else {
      return ["no records are asked for"]
    }
    var results = SyncResults<CKRecord, CKRecord.ID>()
    for record in part.records {
      if let code = failing[record.recordID.recordName] {
        results.failedSaves.append((record, CKError(code)))
      } else {
        results.saved.append(record)
      }
    }
    for id in part.deletions {
      if let code = failing[id.recordName] {
        results.failedDeletes.append((id, CKError(code)))
      } else {
        results.deleted.append(id)
      }
    }
    return answer(.modifiedRecords(results))
  }

  /// Responds to the newest request for zones like a server that accepts all but some.
  mutating func takenZones(except failing: [String: CKError.Code] = [:]) -> [String] {
    guard case .modifyZones(let saving, let deleting)? = asked?.request else {
      return ["no zones are asked for"]
    }
    var results = SyncResults<CKRecordZone, CKRecordZone.ID>()
    for zone in saving {
      if let code = failing[zone.zoneID.zoneName] {
        results.failedSaves.append((zone, CKError(code)))
      } else {
        results.saved.append(zone)
      }
    }
    for id in deleting {
      if let code = failing[id.zoneName] {
        results.failedDeletes.append((id, CKError(code)))
      } else {
        results.deleted.append(id)
      }
    }
    return answer(.modifiedZones(results))
  }

  var pending: [String] {
    machine.pendingRecordZoneChanges.map { change in String("\(change)".prefix { $0 != " " }) }
  }
}
