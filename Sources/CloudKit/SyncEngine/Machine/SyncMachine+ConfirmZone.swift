// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// Whether the zone may have been deleted and created again since it was last known.
  ///
  /// A record that is missing from a full fetch counts as deleted only in the zone that was known.
  func needsConfirmation(_ zone: FetchRun.ZoneRun, _ run: FetchRun) -> Bool {
    if zone.isIdentityUncertain, zone.error == nil, !run.isCancelled { return true }
    return zone.isComplete && zone.fullFetch != nil && zone.error == nil && zone.failures.isEmpty
      && zone.confirmation != .confirmed && !run.isCancelled
  }

  /// Requests the database changes, which show whether the zone was deleted and created again
  /// before or during its fetch.
  mutating func requestConfirmation(_ zone: inout FetchRun.ZoneRun, _ run: FetchRun) {
    zone.confirmation = .requested
    send(.databaseChanges(since: state.databaseToken), run.context.options.operationGroup)
  }

  mutating func applyConfirmation(
    _ response: SyncResponse, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    switch response {
    case .databaseChanges(let page):
      let canContinue = applyPage(page, &run)
      run.step = .zone
      guard canContinue else {
        zone.error = .repeatedChangeToken
        return
      }
      if page.moreComing { return requestConfirmation(&zone, run) }
      // Pages that follow are confirmed again after the last one.
      zone.confirmation = zone.isIdentityUncertain ? .open : .confirmed
      zone.isIdentityUncertain = false
      if state.zones[zone.id]?.fullFetch != zone.fullFetch { zone.isReplaced = true }
      run.zones = zonesToFetch(run.context.options).filter { $0 != zone.id || zone.isReplaced }
    case .failure(let error) where error.code == .changeTokenExpired:
      // The next database fetch sends the expired token again, and the reason in its error applies
      // to the list of all zones that follows.
      zone.confirmation = .confirmed
      zone.isIdentityUncertain = false
      zone.isReplaced = true
      run.needsDatabaseFetch = true
    case .failure(let error): zone.error = error
    default: zone.error = Self.unexpectedResponse
    }
  }
}
