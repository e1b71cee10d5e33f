// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension SyncMachine {
  mutating func stepSend() -> Bool {
    guard case .send(var sendRun) = run else { return false }
    // Moved out of `self`, so that mutations do not copy its collections.
    run = nil
    guard sendRun.step != .finish else {
      var error = sendRun.error
      if error == nil, !sendRun.rejections.isEmpty { error = .partial(sendRun.rejections) }
      for caller in sendRun.callers { effects.append(.finish(caller, error)) }
      sendEnded(sendRun.error, hasRejections: !sendRun.rejections.isEmpty)
      return true
    }
    defer { run = .send(sendRun) }
    return step(&sendRun)
  }

  private mutating func step(_ run: inout SendRun) -> Bool {
    switch run.step {
    case .begin:
      events.append(.willSendChanges(.init(context: run.context)))
      run.step = .sendDatabase
      return true
    case .sendDatabase: return sendZones(&run)
    case .awaitDatabase:
      guard let response = consumeResponse() else { return false }
      applyZoneResults(response, &run)
      return true
    case .requestBatch: return requestBatch(&run)
    case .awaitBatch: return false
    case .splitBatch:
      splitBatch(&run)
      return true
    case .sendRecords: return sendRecords(&run)
    case .awaitRecords:
      guard let response = consumeResponse() else { return false }
      applyRecordResults(response, &run)
      return true
    case .end:
      events.append(.didSendChanges(.init(context: run.context, error: run.error)))
      run.step = .finish
      return true
    case .finish: return true
    }
  }

  // MARK: Zones

  private func databaseChanges(_ run: SendRun) -> [CKSyncEngine.PendingDatabaseChange] {
    let scope = run.context.options.scope
    var changes: [CKSyncEngine.PendingDatabaseChange] = []
    for change in state.databaseChanges.sequence
    where !run.failedZones.contains(change.zoneID) && scope.contains(zone: change.zoneID) {
      changes.append(change)
      if changes.count == Limits.items { break }
    }
    return changes
  }

  private mutating func sendZones(_ run: inout SendRun) -> Bool {
    if run.isCancelled || run.error.map({ $0.code != .zoneBusy }) ?? false { return endSend(&run) }
    let changes = databaseChanges(run)
    guard !changes.isEmpty else {
      run.step = .requestBatch
      return true
    }
    var (zones, deletions): ([CKRecordZone], [CKRecordZone.ID]) = ([], [])
    for change in changes {
      switch change {
      case .saveZone(let zone): zones.append(zone)
      case .deleteZone(let id): deletions.append(id)
      }
    }
    run.databaseChanges = changes
    run.touchedZones = []
    run.step = .awaitDatabase
    send(
      .modifyZones(saving: zones, deleting: deletions), run.context.options.operationGroup)
    return false
  }

  private mutating func applyZoneResults(_ response: SyncResponse, _ run: inout SendRun) {
    var results: SyncResults<CKRecordZone, CKRecordZone.ID>
    switch response {
    case .modifiedZones(let modified): results = modified
    case .failure(let error):
      results = .init()
      for change in run.databaseChanges {
        switch change {
        case .saveZone(let zone): results.failedSaves.append((zone, error))
        case .deleteZone(let id): results.failedDeletes.append((id, error))
        }
      }
      if error.isTransient { run.error = error }
    default:
      run.error = Self.unexpectedResponse
      _ = endSend(&run)
      return
    }
    run.step = .sendDatabase
    run.databaseChanges = []
    if run.error?.code == .operationCancelled { return }
    // A missing zone counts as deleted.
    for failure in results.failedDeletes where failure.error.code == .zoneNotFound {
      results.deleted.append(failure.id)
    }
    results.failedDeletes.removeAll { $0.error.code == .zoneNotFound }
    for zone in results.saved {
      finish(.saveZone(zone), nil, &run)
      // Remember the zone: if a later list of all zones lacks it, it was deleted.
      if state.zones[zone.zoneID] == nil { state.zones[zone.zoneID] = SyncZone(zone.zoneID) }
    }
    for id in results.deleted { finish(.deleteZone(id), nil, &run) }
    for failure in results.failedSaves { finish(.saveZone(failure.item), failure.error, &run) }
    for failure in results.failedDeletes { finish(.deleteZone(failure.id), failure.error, &run) }
    events.append(
      .sentDatabaseChanges(
        .init(
          savedZones: results.saved,
          failedZoneSaves: results.failedSaves.map { .init(zone: $0.item, error: $0.error) },
          deletedZoneIDs: results.deleted,
          failedZoneDeletes: Dictionary(
            results.failedDeletes.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }))))
  }

  /// Removes a zone change from the pending list if it succeeded or failed permanently.
  private mutating func finish(
    _ change: CKSyncEngine.PendingDatabaseChange, _ error: CKError?, _ run: inout SendRun
  ) {
    let id = change.zoneID
    if let error {
      run.failedZones.insert(id)
      if error.isTransient {
        run.error = run.error ?? error
        return
      }
      run.rejections.append((id, error))
    }
    guard !run.touchedZones.contains(id) else { return }
    // The saved zone may differ from the pending one in its capabilities, so match by ID.
    let isRemoved: Bool
    switch change {
    case .saveZone:
      isRemoved = state.databaseChanges.remove(of: id) {
        if case .saveZone = $0 { true } else { false }
      }
    case .deleteZone: isRemoved = state.databaseChanges.remove(change)
    }
    if isRemoved { isStateUpdatePending = true }
  }
}
