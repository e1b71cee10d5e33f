// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension SyncMachine {
  mutating func askBatch(_ run: inout SendRun) -> Bool {
    let isScheduled = run.context.reason == .scheduled
    if run.isCancelled || run.error != nil
      || (isScheduled && state.recordChanges.isEmpty && !state.hasUntrackedChanges)
    {
      return endSend(&run)
    }
    run.touchedRecords = []
    run.isUntrackedTouched = false
    run.step = .askedBatch
    delegateWork = .batch
    effects.append(.askForBatch(run.context))
    return false
  }

  func endSend(_ run: inout SendRun) -> Bool {
    if run.isCancelled, run.error == nil {
      run.error = CKError(.operationCancelled, "The send was cancelled.")
    }
    run.step = .end
    return true
  }

  // MARK: The batch

  mutating func takeBatch(_ run: inout SendRun) {
    let batch = run.batch
    run.batch = nil
    guard !run.isCancelled else {
      _ = endSend(&run)
      return
    }
    guard let batch, !batch.isEmpty else {
      if !run.isUntrackedTouched, state.hasUntrackedChanges, run.context.options.scope == .all {
        state.hasUntrackedChanges = false
        isStateNew = true
      }
      let scope = run.context.options.scope
      let hasZones = state.databaseChanges.sequence.contains {
        !run.failedZones.contains($0.zoneID) && scope.contains(zone: $0.zoneID)
      }
      if hasZones { run.step = .database } else { _ = endSend(&run) }
      return
    }
    let scope = run.context.options.scope
    let ids = batch.recordsToSave.map(\.recordID) + batch.recordIDsToDelete
    if scope != .all, let outside = ids.first(where: { !scope.contains($0) }) {
      run.error = CKError(
        .invalidArguments,
        "The batch has the record \(outside.recordName), which is not in the scope of the send: "
          + "filter what is pending by context.options.scope.")
      _ = endSend(&run)
      return
    }
    run.parts = Self.parts(of: batch, without: run.failedRecords)
    if run.parts.isEmpty {
      // All of it failed in this run already.
      _ = endSend(&run)
    } else {
      run.step = .sendPart
    }
  }

  /// A batch by zones, without what failed before; an atomic part with such a record is left out.
  private static func parts(
    of batch: CKSyncEngine.RecordZoneChangeBatch, without failed: Set<CKRecord.ID>
  ) -> [SyncPart] {
    var parts: [SyncPart] = []
    var places: [CKRecordZone.ID: Int] = [:]
    var broken: Set<CKRecordZone.ID> = []
    func place(_ id: CKRecord.ID) -> Int? {
      if failed.contains(id) {
        broken.insert(id.zoneID)
        return nil
      }
      if let place = places[id.zoneID] { return place }
      places[id.zoneID] = parts.count
      parts.append(SyncPart(zone: id.zoneID, isAtomic: batch.atomicByZone && !id.zoneID.isDefault))
      return parts.count - 1
    }
    for record in batch.recordsToSave {
      if let place = place(record.recordID) { parts[place].records.append(record) }
    }
    for id in batch.recordIDsToDelete {
      guard let place = place(id) else { continue }
      parts[place].deletions.append(id)
      parts[place].deletionTags[id] = batch.deletionTags[id]
    }
    return parts.filter { !($0.isAtomic && broken.contains($0.zone)) }
  }

  mutating func sendPart(_ run: inout SendRun) -> Bool {
    if run.isCancelled { return endSend(&run) }
    guard !run.parts.isEmpty else {
      run.step = .database
      return true
    }
    let part = run.parts.removeFirst()
    if part.count > Limits.operations, let halves = part.halves {
      run.parts.insert(contentsOf: [halves.0, halves.1], at: 0)
      return true
    }
    run.part = part
    run.step = .sendingPart
    ask(.modifyRecords(part), run.context.options.operationGroup)
    return false
  }

  // MARK: Results

  mutating func takeRecords(_ answer: SyncAnswer, _ run: inout SendRun) {
    guard let part = run.part else { return }
    run.part = nil
    run.step = .sendPart
    let results: SyncResults<CKRecord, CKRecord.ID>
    switch answer {
    case .modifiedRecords(let answered): results = answered
    case .failure(let error):
      if Self.isOfOneRecord(error), let halves = part.halves {
        run.parts.insert(contentsOf: [halves.0, halves.1], at: 0)
        return
      }
      results = .init(part.records, part.deletions, error.ofEachItem)
      if error.ofEachItem.isTransient {
        run.error = error
        if error.code != .zoneBusy { run.step = .end }
        if error.code == .operationCancelled { return }
      }
    default:
      run.error = Self.unfit
      run.step = .end
      return
    }
    if configuration.isAutomatic,
      results.failedSaves.contains(where: { Self.isToBeAsked($0.error) })
        || results.failedDeletes.contains(where: { $0.error.isTagOfOtherHistory })
    {
      // What became of it is to be fetched before it is sent again.
      schedule.fetchAt = now
    }
    for record in results.saved { settle(.saveRecord(record.recordID), nil, &run) }
    for id in results.deleted { settle(.deleteRecord(id), nil, &run) }
    for (record, error) in results.failedSaves {
      settle(.saveRecord(record.recordID), error, &run)
    }
    for (id, error) in results.failedDeletes { settle(.deleteRecord(id), error, &run) }
    events.append(
      .sentRecordZoneChanges(
        .init(
          savedRecords: results.saved,
          failedRecordSaves: results.failedSaves.map { .init(record: $0.item, error: $0.error) },
          deletedRecordIDs: results.deleted,
          failedRecordDeletes: Dictionary(
            results.failedDeletes.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }))))
  }

  /// Whether the next fetch says what an error means.
  private static func isToBeAsked(_ error: CKError) -> Bool {
    error.code == .unknownItem || error.isTagOfOtherHistory
  }

  /// Whether one record may be the reason why a whole request was refused: then the others are not to
  /// suffer.
  private static func isOfOneRecord(_ error: CKError) -> Bool {
    switch error.code {
    case .limitExceeded, .invalidArguments, .assetFileNotFound, .assetFileModified: true
    default: false
    }
  }

  /// Takes a record change off the list if it is done, or can't be.
  private mutating func settle(
    _ change: CKSyncEngine.PendingRecordZoneChange, _ error: CKError?, _ run: inout SendRun
  ) {
    let id = change.recordID
    if let error {
      run.failedRecords.insert(id)
      if error.isTransient {
        run.error = run.error ?? error
        return
      }
      run.refusals.append((id, error))
    }
    guard !run.touchedRecords.contains(id) else { return }
    if state.recordChanges.remove(change) { isStateNew = true }
  }
}
