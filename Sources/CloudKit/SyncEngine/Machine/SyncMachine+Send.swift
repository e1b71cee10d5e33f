// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension SyncMachine {
  mutating func stepSend() -> Bool {
    guard var run = sendRun else { return false }
    // Taken out, so that it is changed in place.
    sendRun = nil
    guard run.step != .finish else {
      var error = run.error
      if error == nil, !run.refusals.isEmpty { error = .partial(run.refusals) }
      for caller in run.callers { effects.append(.finish(caller, error)) }
      sendEnded(run.error, isRefused: !run.refusals.isEmpty)
      return true
    }
    defer { sendRun = run }
    return step(&run)
  }

  private mutating func step(_ run: inout SendRun) -> Bool {
    switch run.step {
    case .begin:
      events.append(.willSendChanges(.init(context: run.context)))
      run.step = .database
      return true
    case .database: return askDatabase(&run)
    case .sendingDatabase:
      guard let answer = takeAnswer() else { return false }
      takeZones(answer, &run)
      return true
    case .askBatch: return askBatch(&run)
    case .askedBatch: return false
    case .gotBatch:
      takeBatch(&run)
      return true
    case .sendPart: return sendPart(&run)
    case .sendingPart:
      guard let answer = takeAnswer() else { return false }
      takeRecords(answer, &run)
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

  private mutating func askDatabase(_ run: inout SendRun) -> Bool {
    if run.isCancelled || run.error.map({ $0.code != .zoneBusy }) ?? false { return endSend(&run) }
    let changes = databaseChanges(run)
    guard !changes.isEmpty else {
      run.step = .askBatch
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
    run.step = .sendingDatabase
    ask(
      .modifyZones(saving: zones, deleting: deletions), run.context.options.operationGroup)
    return false
  }

  private mutating func takeZones(_ answer: SyncAnswer, _ run: inout SendRun) {
    var results: SyncResults<CKRecordZone, CKRecordZone.ID>
    switch answer {
    case .modifiedZones(let answered): results = answered
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
      run.error = Self.unfit
      _ = endSend(&run)
      return
    }
    run.step = .database
    run.databaseChanges = []
    if run.error?.code == .operationCancelled { return }
    // What is gone need not be deleted.
    for failure in results.failedDeletes where failure.error.code == .zoneNotFound {
      results.deleted.append(failure.id)
    }
    results.failedDeletes.removeAll { $0.error.code == .zoneNotFound }
    for zone in results.saved {
      settle(.saveZone(zone), nil, &run)
      // Known from now on: if a list of all has it no more, it is gone.
      if state.zones[zone.zoneID] == nil { state.zones[zone.zoneID] = SyncZone(zone.zoneID) }
    }
    for id in results.deleted { settle(.deleteZone(id), nil, &run) }
    for failure in results.failedSaves { settle(.saveZone(failure.item), failure.error, &run) }
    for failure in results.failedDeletes { settle(.deleteZone(failure.id), failure.error, &run) }
    events.append(
      .sentDatabaseChanges(
        .init(
          savedZones: results.saved,
          failedZoneSaves: results.failedSaves.map { .init(zone: $0.item, error: $0.error) },
          deletedZoneIDs: results.deleted,
          failedZoneDeletes: Dictionary(
            results.failedDeletes.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }))))
  }

  /// Takes a zone change off the list if it is done, or can't be.
  private mutating func settle(
    _ change: CKSyncEngine.PendingDatabaseChange, _ error: CKError?, _ run: inout SendRun
  ) {
    let id = change.zoneID
    if let error {
      run.failedZones.insert(id)
      if error.isTransient {
        run.error = run.error ?? error
        return
      }
      run.refusals.append((id, error))
    }
    guard !run.touchedZones.contains(id) else { return }
    // The zone that was saved knows more than the one that was to be.
    let isRemoved: Bool
    switch change {
    case .saveZone:
      isRemoved = state.databaseChanges.remove(of: id) {
        if case .saveZone = $0 { true } else { false }
      }
    case .deleteZone: isRemoved = state.databaseChanges.remove(change)
    }
    if isRemoved { isStateNew = true }
  }
}
