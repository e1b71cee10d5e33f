// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension SyncMachine {
  mutating func requestBatch(_ run: inout SendRun) -> Bool {
    let isScheduled = run.context.reason == .scheduled
    if run.isCancelled || run.error != nil
      || (isScheduled && state.recordChanges.isEmpty && !state.hasUntrackedChanges)
    {
      return endSend(&run)
    }
    run.touchedRecords = []
    run.isUntrackedTouched = false
    run.step = .awaitBatch
    delegateWork = .batch
    effects.append(.requestBatch(run.context))
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

  mutating func splitBatch(_ run: inout SendRun) {
    let batch = run.batch
    run.batch = nil
    guard !run.isCancelled else {
      _ = endSend(&run)
      return
    }
    guard let batch, !batch.isEmpty else {
      if !run.isUntrackedTouched, state.hasUntrackedChanges, run.context.options.scope == .all {
        state.hasUntrackedChanges = false
        isStateUpdatePending = true
      }
      let scope = run.context.options.scope
      let hasZones = state.databaseChanges.sequence.contains {
        !run.failedZones.contains($0.zoneID) && scope.contains(zone: $0.zoneID)
      }
      if hasZones { run.step = .sendDatabase } else { _ = endSend(&run) }
      return
    }
    let scope = run.context.options.scope
    let ids = batch.recordsToSave.map(\.recordID) + batch.recordIDsToDelete
    if scope != .all, let outside = ids.first(where: { !scope.contains($0) }) {
      run.error = CKError(
        .invalidArguments,
        "The batch contains record \(outside.recordName), which is outside the scope of the send: "
          + "filter the pending changes by context.options.scope.")
      _ = endSend(&run)
      return
    }
    run.requests = Self.requests(for: batch, excluding: run.failedRecords)
    if run.requests.isEmpty {
      // All of these records already failed in this run.
      _ = endSend(&run)
    } else {
      run.step = .sendRecords
    }
  }

  /// Splits a batch by zone, without records that already failed in this run; an atomic part that
  /// lacks a failed record is dropped.
  private static func requests(
    for batch: CKSyncEngine.RecordZoneChangeBatch, excluding failed: Set<CKRecord.ID>
  ) -> [RequestBatch] {
    var requests: [RequestBatch] = []
    var indexes: [CKRecordZone.ID: Int] = [:]
    var incomplete: Set<CKRecordZone.ID> = []
    func index(for id: CKRecord.ID) -> Int? {
      if failed.contains(id) {
        incomplete.insert(id.zoneID)
        return nil
      }
      if let index = indexes[id.zoneID] { return index }
      indexes[id.zoneID] = requests.count
      requests.append(
        RequestBatch(zone: id.zoneID, isAtomic: batch.atomicByZone && !id.zoneID.isDefault))
      return requests.count - 1
    }
    for record in batch.recordsToSave {
      if let index = index(for: record.recordID) { requests[index].records.append(record) }
    }
    for id in batch.recordIDsToDelete {
      guard let index = index(for: id) else { continue }
      requests[index].deletions.append(id)
      requests[index].deletionTags[id] = batch.deletionTags[id]
    }
    return requests.filter { !($0.isAtomic && incomplete.contains($0.zone)) }
  }

  mutating func sendRecords(_ run: inout SendRun) -> Bool {
    if run.isCancelled { return endSend(&run) }
    guard !run.requests.isEmpty else {
      run.step = .sendDatabase
      return true
    }
    let request = run.requests.removeFirst()
    if request.count > Limits.operations, let halves = request.halves {
      run.requests.insert(contentsOf: [halves.0, halves.1], at: 0)
      return true
    }
    run.inFlight = request
    run.step = .awaitRecords
    send(.modifyRecords(request), run.context.options.operationGroup)
    return false
  }

  // MARK: Results

  mutating func applyRecordResults(_ response: SyncResponse, _ run: inout SendRun) {
    guard let request = run.inFlight else { return }
    run.inFlight = nil
    run.step = .sendRecords
    let results: SyncResults<CKRecord, CKRecord.ID>
    switch response {
    case .modifiedRecords(let modified): results = modified
    case .failure(let error):
      if Self.mayBeOfOneRecord(error), let halves = request.halves {
        run.requests.insert(contentsOf: [halves.0, halves.1], at: 0)
        return
      }
      results = .init(request.records, request.deletions, error.perItemError)
      if error.perItemError.isTransient {
        run.error = error
        if error.code != .zoneBusy { run.step = .end }
        if error.code == .operationCancelled { return }
      }
    default:
      run.error = Self.unexpectedResponse
      run.step = .end
      return
    }
    if configuration.isAutomatic,
      results.failedSaves.contains(where: { Self.needsFetch($0.error) })
        || results.failedDeletes.contains(where: { $0.error.isTagOfOtherHistory })
    {
      // The next fetch brings the server's version, which is needed before the change is sent
      // again.
      schedule.fetchAt = now
    }
    for record in results.saved { finish(.saveRecord(record.recordID), nil, &run) }
    for id in results.deleted { finish(.deleteRecord(id), nil, &run) }
    for (record, error) in results.failedSaves {
      finish(.saveRecord(record.recordID), error, &run)
    }
    for (id, error) in results.failedDeletes { finish(.deleteRecord(id), error, &run) }
    events.append(
      .sentRecordZoneChanges(
        .init(
          savedRecords: results.saved,
          failedRecordSaves: results.failedSaves.map { .init(record: $0.item, error: $0.error) },
          deletedRecordIDs: results.deleted,
          failedRecordDeletes: Dictionary(
            results.failedDeletes.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }))))
  }

  /// Whether the next fetch explains the error.
  private static func needsFetch(_ error: CKError) -> Bool {
    error.code == .unknownItem || error.isTagOfOtherHistory
  }

  /// Whether a single record may have caused the rejection of the whole request, so that the
  /// request is split.
  private static func mayBeOfOneRecord(_ error: CKError) -> Bool {
    switch error.code {
    case .limitExceeded, .invalidArguments, .assetFileNotFound, .assetFileModified: true
    default: false
    }
  }

  /// Removes a record change from the pending list if it succeeded or failed permanently.
  private mutating func finish(
    _ change: CKSyncEngine.PendingRecordZoneChange, _ error: CKError?, _ run: inout SendRun
  ) {
    let id = change.recordID
    if let error {
      run.failedRecords.insert(id)
      if error.isTransient {
        run.error = run.error ?? error
        return
      }
      run.rejections.append((id, error))
    }
    guard !run.touchedRecords.contains(id) else { return }
    if state.recordChanges.remove(change) { isStateUpdatePending = true }
  }
}
