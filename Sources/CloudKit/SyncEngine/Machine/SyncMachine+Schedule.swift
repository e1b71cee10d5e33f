// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// When there will be something to be done without anybody asking; nil if never.
  var nextTime: Double? {
    var times: [Double] = []
    guard account == .available else {
      return schedule.accountAt.map { max($0, schedule.notBefore) }
    }
    if let time = schedule.subscribeAt { times.append(time) }
    if let time = schedule.fetchAt { times.append(time) }
    if let time = schedule.pollAt { times.append(time) }
    if let time = schedule.sendAt, state.hasPendingChanges, knowsDatabase { times.append(time) }
    return times.min().map { max($0, schedule.notBefore) }
  }

  /// Begins what comes next; false if that is nothing.
  mutating func begin() -> Bool {
    if let error = refusal {
      refusal = nil
      for request in wanted { effects.append(.finish(request.caller, error)) }
      wanted = []
    }
    if !wanted.isEmpty { return beginWanted() }
    guard isStarted, configuration.isAutomatic, schedule.notBefore <= now else { return false }
    func isDue(_ time: Double?) -> Bool { time.map { $0 <= now } ?? false }
    guard account == .available else {
      guard isDue(schedule.accountAt) else { return false }
      accountRun = AccountRun(isForCallers: false)
      return true
    }
    if isDue(schedule.subscribeAt) {
      accountRun = AccountRun(isForCallers: false, step: .subscribe)
      return true
    }
    if isDue(schedule.fetchAt) || isDue(schedule.pollAt) {
      beginFetch(.init(reason: .scheduled, options: .init()), [])
      return true
    }
    if isDue(schedule.sendAt), knowsDatabase {
      schedule.sendAt = nil
      guard state.hasPendingChanges else { return true }
      sendRun = SendRun(context: .init(reason: .scheduled, options: .init()), callers: [])
      return true
    }
    return false
  }

  /// Whether it would be told that a zone was deleted.
  ///
  /// If not, what is sent could be in a zone that is made again before it is known, and would seem to have
  /// been deleted by others.
  private var knowsDatabase: Bool { state.databaseToken != nil }

  private mutating func beginWanted() -> Bool {
    guard account == .available else {
      accountRun = AccountRun(isForCallers: true)
      return true
    }
    let first = wanted.removeFirst()
    var callers = [first.caller]
    switch first.kind {
    case .fetch(let options):
      // Who waits for the same is served by the same fetch.
      wanted.removeAll { other in
        guard case .fetch(let others) = other.kind, others.scope == options.scope,
          others.prioritizedZoneIDs == options.prioritizedZoneIDs
        else { return false }
        callers.append(other.caller)
        return true
      }
      beginFetch(.init(reason: .manual, options: options), callers)
    case .send(let options):
      wanted.removeAll { other in
        guard case .send(let others) = other.kind, others.scope == options.scope else {
          return false
        }
        callers.append(other.caller)
        return true
      }
      sendRun = SendRun(context: .init(reason: .manual, options: options), callers: callers)
    }
    return true
  }

  private mutating func beginFetch(
    _ context: CKSyncEngine.FetchChangesContext, _ callers: [SyncCaller]
  ) {
    schedule.fetchAt = nil
    schedule.pollAt = nil
    fetchRun = FetchRun(context: context, callers: callers)
  }

  // MARK: The end of a run

  /// Heeds what an error says about the account and about pauses.
  mutating func heed(_ error: CKError) {
    if error.code == .notAuthenticated {
      account = .unknown
      schedule.accountAt = schedule.accountAt ?? now
    }
  }

  mutating func fetchEnded(_ error: CKError?) {
    let timing = configuration.timing
    let poll = schedule.isListening ? timing.listeningPoll : timing.poll
    schedule.pollAt = now + poll * (0.75 + lot.next() / 4)
    guard let error else {
      schedule.fetchFailures = 0
      return
    }
    heed(error)
    let wait = SyncSchedule.wait(&schedule.fetchFailures, error, timing, &lot)
    schedule.fetchAt = now + wait
    schedule.pollAt = nil
    if error.asksForPause { schedule.notBefore = max(schedule.notBefore, now + wait) }
  }

  mutating func sendEnded(_ error: CKError?, isRefused: Bool) {
    let timing = configuration.timing
    if let error {
      heed(error)
      let wait = SyncSchedule.wait(&schedule.sendFailures, error, timing, &lot)
      schedule.sendAt = now + wait
      if error.asksForPause { schedule.notBefore = max(schedule.notBefore, now + wait) }
      return
    }
    schedule.sendFailures = 0
    guard isRefused else {
      schedule.refusals = 0
      return
    }
    // The delegate has more than this run would take.
    if state.hasUntrackedChanges { scheduleSend() }
    // What was refused and came back is sent again at once the first time, then later and later.
    if schedule.refusals > 0, let time = schedule.sendAt {
      var before = schedule.refusals - 1
      schedule.sendAt = max(time, now + SyncSchedule.wait(&before, nil, timing, &lot))
    }
    schedule.refusals += 1
  }
}
