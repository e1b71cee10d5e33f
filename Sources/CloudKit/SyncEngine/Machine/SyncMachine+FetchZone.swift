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
    if let answer = takeAnswer() {
      if zone.confirmation == .asked {
        takeConfirmation(answer, &zone, &run)
      } else {
        take(answer, &zone, &run)
      }
      return true
    }
    // A page that was asked for in advance still comes.
    guard asked == nil else { return false }
    if isDoubtful(zone, run) {
      askAgain(&zone, run)
      return false
    }
    if zone.isComplete || zone.isReplaced || zone.error != nil || run.isCancelled {
      endZone(zone, &run)
      return true
    }
    ask(.zoneChanges(zone.id, since: zone.token), run.context.options.operationGroup)
    return false
  }

  private mutating func take(
    _ answer: SyncAnswer, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    switch answer {
    case .zoneChanges(let page):
      if let failure = page.failures.first(where: { $0.error.isTransient }) {
        // The page comes again, so that no record is left out.
        zone.error = failure.error
      } else {
        takePage(page, &zone, &run)
      }
    case .failure(let error) where error.code == .changeTokenExpired && !zone.isRestarted:
      events.append(
        .didFetchRecordZoneChanges(
          .init(zoneID: zone.id, error: error, fullFetch: zone.fullFetch)))
      zone.isRestarted = true
      // It may be that the zone was deleted and made anew, which is to be known before anything of it is taken.
      zone.isUnsure = state.databaseToken != nil
      state.beginFullFetch(zone.id)
      isStateNew = true
      zone.token = nil
      zone.fullFetch = state.zones[zone.id]?.fullFetch
      events.append(
        .willFetchRecordZoneChanges(
          .init(
            zoneID: zone.id, fullFetch: zone.fullFetch, isServerRestored: error.isServerRestored)))
    case .failure(let error): zone.error = error
    default: zone.error = Self.unfit
    }
  }

  private mutating func takePage(
    _ page: SyncZonePage, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    let isChanged = state.zones[zone.id]?.token != page.token
    let isStandstill = page.moreComing && zone.token == page.token
    state.zones.change(zone.id) {
      $0.token = page.token
      if !page.moreComing { $0.hasNews = false }
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
              page.failures.map { ($0.id, $0.error) }, uniquingKeysWith: { $1 }))))
    }
    if isChanged || !page.moreComing { isStateNew = true }
    zone.isComplete = !page.moreComing
    if isStandstill {
      zone.error = .standstill
    } else if page.moreComing, !run.isCancelled {
      // While the delegate handles this one.
      ask(.zoneChanges(zone.id, since: zone.token), run.context.options.operationGroup)
    }
  }

  private mutating func endZone(_ zone: FetchRun.ZoneRun, _ run: inout FetchRun) {
    var error = zone.error
    if error == nil, !zone.failures.isEmpty { error = .partial(zone.failures) }
    if error == nil, !zone.isComplete {
      error = CKError(.operationCancelled, "The fetch was cancelled.")
    }
    if zone.isReplaced {
      error = CKError(.changeTokenExpired, "The zone was deleted, and made again.")
    } else if zone.isComplete, zone.error == nil, zone.fullFetch != nil {
      state.zones.change(zone.id) { $0.fullFetch = nil }
      isStateNew = true
    }
    if error?.code == .zoneNotFound || error?.code == .userDeletedZone {
      // The database tells that it is gone.
      state.zones.change(zone.id) {
        $0.hasNews = false
        $0.fullFetch = nil
      }
      isStateNew = true
      run.isLookNeeded = true
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
