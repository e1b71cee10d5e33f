// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// The time of the next scheduled work; nil if none is scheduled.
  var nextTime: Double? {
    var times: [Double] = []
    guard account == .available else {
      return schedule.accountAt.map { max($0, schedule.notBefore) }
    }
    if let time = schedule.subscribeAt { times.append(time) }
    if let time = schedule.fetchAt { times.append(time) }
    if let time = schedule.pollAt { times.append(time) }
    if let time = schedule.sendAt, state.hasPendingChanges, hasDatabaseToken { times.append(time) }
    return times.min().map { max($0, schedule.notBefore) }
  }

  /// Starts the next run; returns false if there is none.
  mutating func startNextRun() -> Bool {
    if let error = accountError {
      accountError = nil
      for call in queuedCalls { effects.append(.finish(call.caller, error)) }
      queuedCalls = []
    }
    if !queuedCalls.isEmpty { return startQueuedCall() }
    guard isStarted, configuration.isAutomatic, schedule.notBefore <= now else { return false }
    func isDue(_ time: Double?) -> Bool { time.map { $0 <= now } ?? false }
    guard account == .available else {
      guard isDue(schedule.accountAt) else { return false }
      run = .account(AccountRun(isForCallers: false))
      return true
    }
    if isDue(schedule.subscribeAt) {
      run = .account(AccountRun(isForCallers: false, step: .sendSubscription))
      return true
    }
    if isDue(schedule.fetchAt) || isDue(schedule.pollAt) {
      startFetch(.init(reason: .scheduled, options: .init()), [])
      return true
    }
    if isDue(schedule.sendAt), hasDatabaseToken {
      schedule.sendAt = nil
      guard state.hasPendingChanges else { return true }
      run = .send(SendRun(context: .init(reason: .scheduled, options: .init()), callers: []))
      return true
    }
    return false
  }

  /// Whether the server would report the deletion of a zone.
  ///
  /// Without a database token, records could be sent to a zone that is deleted and created again
  /// before the first fetch, and would then appear to have been deleted by another device.
  private var hasDatabaseToken: Bool { state.databaseToken != nil }

  private mutating func startQueuedCall() -> Bool {
    guard account == .available else {
      run = .account(AccountRun(isForCallers: true))
      return true
    }
    let first = queuedCalls.removeFirst()
    var callers = [first.caller]
    switch first.kind {
    case .fetch(let options):
      // Callers with equal options share one fetch.
      queuedCalls.removeAll { other in
        guard case .fetch(let others) = other.kind, others.scope == options.scope,
          others.prioritizedZoneIDs == options.prioritizedZoneIDs
        else { return false }
        callers.append(other.caller)
        return true
      }
      startFetch(.init(reason: .manual, options: options), callers)
    case .send(let options):
      queuedCalls.removeAll { other in
        guard case .send(let others) = other.kind, others.scope == options.scope else {
          return false
        }
        callers.append(other.caller)
        return true
      }
      run = .send(
        SendRun(context: .init(reason: .manual, options: options), callers: callers))
    }
    return true
  }

  private mutating func startFetch(
    _ context: CKSyncEngine.FetchChangesContext, _ callers: [SyncCaller]
  ) {
    schedule.fetchAt = nil
    schedule.pollAt = nil
    run = .fetch(FetchRun(context: context, callers: callers))
  }

  // MARK: The end of a run

  /// Schedules an account check if the error says that no user is signed in.
  mutating func updateAccount(after error: CKError) {
    if error.code == .notAuthenticated {
      account = .unknown
      schedule.accountAt = schedule.accountAt ?? now
    }
  }

  mutating func fetchEnded(_ error: CKError?) {
    let timing = configuration.timing
    let poll = schedule.isListening ? timing.listeningPoll : timing.poll
    schedule.pollAt = now + poll * (0.75 + random.next() / 4)
    guard let error else {
      schedule.fetchFailures = 0
      return
    }
    updateAccount(after: error)
    let delay = SyncSchedule.backoff(&schedule.fetchFailures, error, timing, &random)
    schedule.fetchAt = now + delay
    schedule.pollAt = nil
    if error.requestsBackoff { schedule.notBefore = max(schedule.notBefore, now + delay) }
  }

  mutating func sendEnded(_ error: CKError?, hasRejections: Bool) {
    let timing = configuration.timing
    if let error {
      updateAccount(after: error)
      let delay = SyncSchedule.backoff(&schedule.sendFailures, error, timing, &random)
      schedule.sendAt = now + delay
      if error.requestsBackoff { schedule.notBefore = max(schedule.notBefore, now + delay) }
      return
    }
    schedule.sendFailures = 0
    guard hasRejections else {
      schedule.rejectedSends = 0
      return
    }
    // The delegate has more changes than this run accepted.
    if state.hasUntrackedChanges { scheduleSend() }
    // Rejected changes that were added again are sent at once the first time, then with increasing
    // delays.
    if schedule.rejectedSends > 0, let time = schedule.sendAt {
      var earlier = schedule.rejectedSends - 1
      schedule.sendAt = max(time, now + SyncSchedule.backoff(&earlier, nil, timing, &random))
    }
    schedule.rejectedSends += 1
  }
}
