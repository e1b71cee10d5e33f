// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  mutating func stepZone(_ run: inout FetchRun) -> Bool {
    guard var zone = run.zone else {
      run.step = .nextZone
      return true
    }
    run.zone = nil
    defer { if run.step == .zone { run.zone = zone } }
    if let response = consumeResponse() {
      if zone.confirmation == .requested {
        applyConfirmation(response, &zone, &run)
      } else {
        applyZoneChanges(response, &zone, &run)
      }
      return true
    }
    // The response to a prefetch is still pending.
    guard inFlightRequest == nil else { return false }
    if needsConfirmation(zone, run) {
      requestConfirmation(&zone, run)
      return false
    }
    if zone.isComplete || zone.isReplaced || zone.error != nil || run.isCancelled {
      endZone(zone, &run)
      return true
    }
    send(.zoneChanges(zone.id, since: zone.token), run.context.options.operationGroup)
    return false
  }

  private mutating func applyZoneChanges(
    _ response: SyncResponse, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    switch response {
    case .zoneChanges(let page):
      if let failure = page.failures.first(where: { $0.error.isTransient }) {
        // The page is fetched again, so that no record is skipped.
        zone.error = failure.error
      } else {
        applyPage(page, &zone, &run)
      }
    case .failure(let error) where error.code == .changeTokenExpired && !zone.isRestarted:
      events.append(
        .didFetchRecordZoneChanges(
          .init(zoneID: zone.id, error: error, fullFetch: zone.fullFetch)))
      zone.isRestarted = true
      // The zone may have been deleted and created again; confirm that before applying its records.
      zone.isIdentityUncertain = state.databaseToken != nil
      state.beginFullFetch(zone.id)
      isStateUpdatePending = true
      zone.token = nil
      zone.fullFetch = state.zones[zone.id]?.fullFetch
      events.append(
        .willFetchRecordZoneChanges(
          .init(
            zoneID: zone.id, fullFetch: zone.fullFetch, isServerRestored: error.isServerRestored)))
    case .failure(let error): zone.error = error
    default: zone.error = Self.unexpectedResponse
    }
  }

  private mutating func applyPage(
    _ page: SyncZonePage, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    let isChanged = state.zones[zone.id]?.token != page.token
    let isRepeated = page.moreComing && zone.token == page.token
    state.zones.change(zone.id) {
      $0.token = page.token
      if !page.moreComing { $0.hasServerChanges = false }
    }
    zone.token = page.token
    zone.failures += page.failures.map { ($0.id, $0.error) }
    if page.count > 0 || !page.failures.isEmpty {
      events.append(
        .fetchedRecordZoneChanges(
          .init(
            modifications: page.records.map { .init(record: $0) }, deletions: page.deletions,
            zoneID: zone.id, fullFetch: zone.fullFetch,
            unread: Dictionary(
              page.failures.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }),
            moreComing: page.moreComing)))
    }
    if isChanged || !page.moreComing { isStateUpdatePending = true }
    zone.isComplete = !page.moreComing
    if isRepeated {
      zone.error = .repeatedChangeToken
    } else if page.moreComing, !run.isCancelled {
      // Prefetch while the delegate handles this page.
      send(.zoneChanges(zone.id, since: zone.token), run.context.options.operationGroup)
    }
  }

  private mutating func endZone(_ zone: FetchRun.ZoneRun, _ run: inout FetchRun) {
    var error = zone.error
    if error == nil, !zone.failures.isEmpty { error = .partial(zone.failures) }
    if error == nil, !zone.isComplete {
      error = CKError(.operationCancelled, "The fetch was cancelled.")
    }
    if zone.isReplaced {
      error = CKError(.changeTokenExpired, "The zone was deleted and created again.")
    } else if zone.isComplete, zone.error == nil, zone.fullFetch != nil {
      state.zones.change(zone.id) { $0.fullFetch = nil }
      isStateUpdatePending = true
    }
    if error?.code == .zoneNotFound || error?.code == .userDeletedZone {
      // The next database fetch reports the deletion.
      state.zones.change(zone.id) {
        $0.hasServerChanges = false
        $0.fullFetch = nil
      }
      isStateUpdatePending = true
      run.needsDatabaseFetch = true
    } else if run.error == nil, !zone.isReplaced {
      run.error = error
    }
    events.append(
      .didFetchRecordZoneChanges(
        .init(zoneID: zone.id, error: error, fullFetch: zone.fullFetch)))
    if let error, error.isTransient, error.code != .zoneBusy {
      run.error = error
      run.step = .end
    } else {
      run.step = .nextZone
    }
  }
}
