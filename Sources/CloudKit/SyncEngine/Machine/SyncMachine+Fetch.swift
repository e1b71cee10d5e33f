// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  mutating func stepFetch() -> Bool {
    guard case .fetch(var fetch) = run else { return false }
    // Moved out of `self`, so that mutations do not copy its collections.
    run = nil
    guard fetch.step != .finish else {
      for caller in fetch.callers { effects.append(.finish(caller, fetch.error)) }
      fetchEnded(fetch.error)
      return true
    }
    defer { run = .fetch(fetch) }
    return step(&fetch)
  }

  private mutating func step(_ run: inout FetchRun) -> Bool {
    switch run.step {
    case .options:
      run.step = .awaitOptions
      delegateWork = .options
      effects.append(.requestOptions(run.context))
      return false
    case .awaitOptions: return false
    case .begin:
      events.append(.willFetchChanges(.init(context: run.context)))
      run.step = .sendDatabase
      return true
    case .sendDatabase:
      if run.isCancelled { return end(&run) }
      if state.databaseToken == nil, run.listedZones == nil { run.listedZones = [] }
      send(
        .databaseChanges(
          since: run.listedZones == nil ? state.databaseToken : run.listedZonesToken),
        run.context.options.operationGroup)
      run.step = .awaitDatabase
      return false
    case .awaitDatabase:
      guard let response = consumeResponse() else { return false }
      applyDatabaseChanges(response, &run)
      return true
    case .chooseZones:
      run.zones = zonesToFetch(run.context.options)
      run.step = .nextZone
      return true
    case .nextZone: return nextZone(&run)
    case .zone: return stepZone(&run)
    case .end:
      events.append(.didFetchChanges(.init(context: run.context, error: run.error)))
      run.step = .finish
      // Callers resume only after their events were handled.
      return true
    case .finish: return true
    }
  }

  private mutating func end(_ run: inout FetchRun) -> Bool {
    if run.isCancelled, run.error == nil {
      run.error = CKError(.operationCancelled, "The fetch was cancelled.")
    }
    run.step = .end
    return true
  }

  // MARK: The database

  private mutating func applyDatabaseChanges(_ response: SyncResponse, _ run: inout FetchRun) {
    switch response {
    case .databaseChanges(let page):
      if !applyPage(page, &run) {
        run.error = .repeatedChangeToken
        _ = end(&run)
      }
    case .failure(let error) where error.code == .changeTokenExpired && run.listedZones == nil:
      // The server no longer knows the token: a zone that is missing from a list of all zones was
      // deleted. The old token stays until the list is complete, so that a restarted process gets
      // the same error.
      run.listedZones = []
      run.isServerRestored = error.isServerRestored
      run.step = .sendDatabase
    case .failure(let error):
      run.error = error
      _ = end(&run)
    default:
      run.error = Self.unexpectedResponse
      _ = end(&run)
    }
  }

  /// Applies a page of zone changes; returns false if the next request would repeat this one.
  mutating func applyPage(_ page: SyncDatabasePage, _ run: inout FetchRun) -> Bool {
    let requestToken = run.listedZones == nil ? state.databaseToken : run.listedZonesToken
    var modifications: [CKDatabase.DatabaseChange.Modification] = []
    var deletions = page.deletions.filter { !$0.zoneID.isDefault }
    // Deletions first: a modification may be of a new zone with the same name.
    for deletion in deletions { state.zones[deletion.zoneID] = nil }
    for id in page.modifications where !id.isDefault {
      var zone = state.zones[id] ?? SyncZone(id)
      zone.hasServerChanges = true
      // Also for a zone with a token, which the server may reject because the zone was created
      // again.
      if run.isServerRestored { zone.isServerRestored = true }
      state.zones[id] = zone
      run.listedZones?.insert(id)
      modifications.append(.init(zoneID: id))
    }
    if let listed = run.listedZones, !page.moreComing {
      let deleted = Set(deletions.map(\.zoneID))
      for zone in state.zones.zones where !listed.contains(zone.id) && !deleted.contains(zone.id) {
        deletions.append(.init(zoneID: zone.id, reason: .deleted))
        state.zones[zone.id] = nil
      }
    }
    if run.listedZones == nil || !page.moreComing {
      // The token is stored only with the last page: an interrupted list starts again, since its
      // gaps count as deletions.
      if state.databaseToken != page.token { isStateUpdatePending = true }
      state.databaseToken = page.token
      run.listedZones = nil
      run.listedZonesToken = nil
    } else {
      run.listedZonesToken = page.token
    }
    if !modifications.isEmpty || !deletions.isEmpty {
      isStateUpdatePending = true
      events.append(
        .fetchedDatabaseChanges(.init(modifications: modifications, deletions: deletions)))
    }
    run.step = page.moreComing ? .sendDatabase : .chooseZones
    return !page.moreComing || page.token != requestToken
  }

  func zonesToFetch(_ options: CKSyncEngine.FetchChangesOptions) -> [CKRecordZone.ID] {
    let unfetched = state.zones.zones.filter { $0.isUnfetched }.map(\.id)
    let inScope =
      options.scope == .all ? unfetched : unfetched.filter { options.scope.contains($0) }
    guard !options.prioritizedZoneIDs.isEmpty else { return inScope }
    let all = Set(inScope)
    var first: [CKRecordZone.ID] = []
    var added: Set<CKRecordZone.ID> = []
    for id in options.prioritizedZoneIDs where all.contains(id) && added.insert(id).inserted {
      first.append(id)
    }
    return first + inScope.filter { !added.contains($0) }
  }

  private mutating func nextZone(_ run: inout FetchRun) -> Bool {
    if run.isCancelled { return end(&run) }
    guard !run.zones.isEmpty else {
      if run.needsDatabaseFetch, run.extraDatabaseFetches == 0 {
        run.needsDatabaseFetch = false
        run.extraDatabaseFetches += 1
        run.step = .sendDatabase
        return true
      }
      return end(&run)
    }
    let id = run.zones.removeFirst()
    guard var zone = state.zones[id], zone.isUnfetched else { return true }
    if zone.token == nil, zone.fullFetch == nil {
      state.beginFullFetch(id)
      isStateUpdatePending = true
      zone = state.zones[id] ?? zone
    }
    run.zone = FetchRun.ZoneRun(id: id, fullFetch: zone.fullFetch, token: zone.token)
    run.step = .zone
    events.append(
      .willFetchRecordZoneChanges(
        .init(
          zoneID: id, fullFetch: zone.fullFetch, isServerRestored: zone.isServerRestored)))
    if zone.isServerRestored {
      state.zones.change(id) { $0.isServerRestored = false }
      isStateUpdatePending = true
    }
    return true
  }
}

extension CKRecordZone.ID {
  var isDefault: Bool { zoneName == Self.defaultZoneName }
}
