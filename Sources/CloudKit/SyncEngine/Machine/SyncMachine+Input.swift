// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  mutating func take(_ input: SyncInput) {
    switch input {
    case .start:
      isStarted = true
      schedule.accountAt = now
      schedule.fetchAt = now
      if state.hasPendingChanges { schedule.sendAt = now }
    case .time: woke()
    case .news: schedule.fetchAt = min(schedule.fetchAt ?? now, now)
    case .isListening(let isListening): listen(isListening)
    case .accountMayHaveChanged:
      account = .unknown
      schedule.accountAt = now
    case .fetch(let caller, let options):
      wanted.append(Wanted(caller: caller, kind: .fetch(options)))
    case .send(let caller, let options):
      wanted.append(Wanted(caller: caller, kind: .send(options)))
    case .abandon(let caller): abandon(caller)
    case .cancel: cancel()
    case .addRecordChanges, .removeRecordChanges, .addDatabaseChanges, .removeDatabaseChanges,
      .setHasUntrackedChanges:
      takeChange(input)
    case .handled: if delegateWork == .event { delegateWork = nil }
    case .options(let options):
      guard delegateWork == .options else { return }
      delegateWork = nil
      fetchRun?.take(options)
    case .batch(let batch):
      guard delegateWork == .batch else { return }
      delegateWork = nil
      sendRun?.take(batch)
    case .answer(let number, let answer):
      guard number == asked else { return }
      asked = nil
      self.answer = answer
    }
  }

  private mutating func listen(_ isListening: Bool) {
    schedule.isListening = isListening
    if isListening {
      // The server is there, and there may be news from the time when nobody listened.
      schedule.fetchAt = now
      if schedule.sendFailures > 0, state.hasPendingChanges { schedule.sendAt = now }
    } else if schedule.fetchFailures == 0 {
      let poll = now + configuration.timing.poll * (0.5 + lot.next() / 2)
      schedule.pollAt = min(schedule.pollAt ?? poll, poll)
    }
  }

  // MARK: Pending changes

  private mutating func takeChange(_ input: SyncInput) {
    var isAdded = false
    switch input {
    case .addRecordChanges(let changes):
      for change in changes {
        if state.recordChanges.add(change) { isStateNew = true }
        sendRun?.touchedRecords.insert(change.recordID)
      }
      isAdded = !changes.isEmpty
    case .removeRecordChanges(let changes):
      for change in changes where state.recordChanges.remove(change) { isStateNew = true }
    case .addDatabaseChanges(let changes):
      for change in changes {
        if state.databaseChanges.add(change) { isStateNew = true }
        sendRun?.touchedZones.insert(change.zoneID)
      }
      isAdded = !changes.isEmpty
    case .removeDatabaseChanges(let changes):
      for change in changes where state.databaseChanges.remove(change) { isStateNew = true }
    case .setHasUntrackedChanges(let value):
      if state.hasUntrackedChanges != value { isStateNew = true }
      state.hasUntrackedChanges = value
      if value { sendRun?.isUntrackedTouched = true }
      isAdded = value
    default: break
    }
    if isAdded { scheduleSend() }
  }

  /// Has pending changes sent in a moment.
  mutating func scheduleSend() {
    let time = now + configuration.timing.sendDelay
    schedule.sendAt = min(schedule.sendAt ?? time, time)
  }

  // MARK: Ending

  private mutating func cancel() {
    let error = CKError(.operationCancelled, "The sync engine's operations were cancelled.")
    for request in wanted { effects.append(.finish(request.caller, error)) }
    wanted = []
    cancelRun()
    if let time = schedule.fetchAt, time <= now { schedule.fetchAt = now + pause(error) }
    if let time = schedule.sendAt { schedule.sendAt = max(time, now + pause(error)) }
  }

  private mutating func cancelRun() {
    fetchRun?.isCancelled = true
    sendRun?.isCancelled = true
    if let asked { effects.append(.stopAsking(asked)) }
  }

  private mutating func pause(_ error: CKError) -> Double {
    var failures = 1
    return SyncSchedule.wait(&failures, error, configuration.timing, &lot)
  }

  private mutating func abandon(_ caller: SyncCaller) {
    let error = CKError(.operationCancelled, "The task that waited was cancelled.")
    if let index = wanted.firstIndex(where: { $0.caller == caller }) {
      wanted.remove(at: index)
      effects.append(.finish(caller, error))
      if wanted.isEmpty, accountRun?.isForCallers == true { cancelRun() }
    } else if let index = fetchRun?.callers.firstIndex(of: caller) {
      fetchRun?.callers.remove(at: index)
      effects.append(.finish(caller, error))
      if fetchRun?.isUnwanted == true { cancelRun() }
    } else if let index = sendRun?.callers.firstIndex(of: caller) {
      sendRun?.callers.remove(at: index)
      effects.append(.finish(caller, error))
      if sendRun?.isUnwanted == true { cancelRun() }
    }
  }
}
