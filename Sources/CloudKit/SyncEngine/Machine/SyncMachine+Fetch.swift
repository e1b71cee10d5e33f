// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  mutating func stepFetch() -> Bool {
    guard var run = fetchRun else { return false }
    // Taken out, so that it is changed in place.
    fetchRun = nil
    guard run.step != .finish else {
      for caller in run.callers { effects.append(.finish(caller, run.error)) }
      fetchEnded(run.error)
      return true
    }
    defer { fetchRun = run }
    return step(&run)
  }

  private mutating func step(_ run: inout FetchRun) -> Bool {
    switch run.step {
    case .options:
      run.step = .askedOptions
      delegateWork = .options
      effects.append(.askForOptions(run.context))
      return false
    case .askedOptions: return false
    case .begin:
      events.append(.willFetchChanges(.init(context: run.context)))
      run.step = .askDatabase
      return true
    case .askDatabase:
      if run.isCancelled { return end(&run) }
      if state.databaseToken == nil, run.listed == nil { run.listed = [] }
      ask(
        .databaseChanges(since: run.listed == nil ? state.databaseToken : run.listToken),
        run.context.options.operationGroup)
      run.step = .database
      return false
    case .database:
      guard let answer = takeAnswer() else { return false }
      takeDatabase(answer, &run)
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
      // What was told is handled before anybody goes on.
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

  private mutating func takeDatabase(_ answer: SyncAnswer, _ run: inout FetchRun) {
    switch answer {
    case .databaseChanges(let page):
      if !takePage(page, &run) {
        run.error = .standstill
        _ = end(&run)
      }
    case .failure(let error) where error.code == .changeTokenExpired && run.listed == nil:
      // The server knows nothing from before: what isn't in a list of all is gone. Until that is here the token
      // stays, so that who is started anew hears of it too.
      run.listed = []
      run.isServerRestored = error.isServerRestored
      run.step = .askDatabase
    case .failure(let error):
      run.error = error
      _ = end(&run)
    default:
      run.error = Self.unfit
      _ = end(&run)
    }
  }

  /// Takes a page; false if the next one would be the same.
  mutating func takePage(_ page: SyncDatabasePage, _ run: inout FetchRun) -> Bool {
    let asked = run.listed == nil ? state.databaseToken : run.listToken
    var modifications: [CKDatabase.DatabaseChange.Modification] = []
    var deletions = page.deletions.filter { !$0.zoneID.isDefault }
    // Before those that have their names by now.
    for deletion in deletions { state.zones[deletion.zoneID] = nil }
    for id in page.modifications where !id.isDefault {
      var zone = state.zones[id] ?? SyncZone(id)
      zone.hasNews = true
      // Also one with a token, which may be refused only since the zone was made anew since.
      if run.isServerRestored { zone.isServerRestored = true }
      state.zones[id] = zone
      run.listed?.insert(id)
      modifications.append(.init(zoneID: id))
    }
    if let listed = run.listed, !page.moreComing {
      let told = Set(deletions.map(\.zoneID))
      for zone in state.zones.zones where !listed.contains(zone.id) && !told.contains(zone.id) {
        deletions.append(.init(zoneID: zone.id, reason: .deleted))
        state.zones[zone.id] = nil
      }
    }
    if run.listed == nil || !page.moreComing {
      // A list that is broken off is begun again, since what is missing in it counts.
      if state.databaseToken != page.token { isStateNew = true }
      state.databaseToken = page.token
      run.listed = nil
      run.listToken = nil
    } else {
      run.listToken = page.token
    }
    if !modifications.isEmpty || !deletions.isEmpty {
      isStateNew = true
      events.append(
        .fetchedDatabaseChanges(.init(modifications: modifications, deletions: deletions)))
    }
    run.step = page.moreComing ? .askDatabase : .chooseZones
    return !page.moreComing || page.token != asked
  }

  func zonesToFetch(_ options: CKSyncEngine.FetchChangesOptions) -> [CKRecordZone.ID] {
    let unfetched = state.zones.zones.filter { $0.isUnfetched }.map(\.id)
    let wanted =
      options.scope == .all ? unfetched : unfetched.filter { options.scope.contains($0) }
    guard !options.prioritizedZoneIDs.isEmpty else { return wanted }
    let all = Set(wanted)
    var first: [CKRecordZone.ID] = []
    var seen: Set<CKRecordZone.ID> = []
    for id in options.prioritizedZoneIDs where all.contains(id) && seen.insert(id).inserted {
      first.append(id)
    }
    return first + wanted.filter { !seen.contains($0) }
  }

  private mutating func nextZone(_ run: inout FetchRun) -> Bool {
    if run.isCancelled { return end(&run) }
    guard !run.zones.isEmpty else {
      if run.isLookNeeded, run.looks == 0 {
        run.isLookNeeded = false
        run.looks += 1
        run.step = .askDatabase
        return true
      }
      return end(&run)
    }
    let id = run.zones.removeFirst()
    guard var zone = state.zones[id], zone.isUnfetched else { return true }
    if zone.token == nil, zone.fullFetch == nil {
      state.beginFullFetch(id)
      isStateNew = true
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
      isStateNew = true
    }
    return true
  }
}

extension CKRecordZone.ID {
  var isDefault: Bool { zoneName == Self.defaultZoneName }
}
