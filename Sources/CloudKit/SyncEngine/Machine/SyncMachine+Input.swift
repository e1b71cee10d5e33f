// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  mutating func apply(_ input: SyncInput) {
    switch input {
    case .start:
      isStarted = true
      schedule.accountAt = now
      schedule.fetchAt = now
      if state.hasPendingChanges { schedule.sendAt = now }
    case .timerFired: timerFired()
    case .serverChanged: schedule.fetchAt = min(schedule.fetchAt ?? now, now)
    case .isListening(let isListening): connectionChanged(isListening)
    case .accountMayHaveChanged:
      account = .unknown
      schedule.accountAt = now
    case .fetch(let caller, let options):
      queuedCalls.append(QueuedCall(caller: caller, kind: .fetch(options)))
    case .send(let caller, let options):
      queuedCalls.append(QueuedCall(caller: caller, kind: .send(options)))
    case .abandon(let caller): abandon(caller)
    case .cancel: cancel()
    case .addRecordChanges, .removeRecordChanges, .addDatabaseChanges, .removeDatabaseChanges,
      .setHasUntrackedChanges:
      applyPendingChange(input)
    case .handled: if delegateWork == .event { delegateWork = nil }
    case .options(let options):
      guard delegateWork == .options else { return }
      delegateWork = nil
      changeFetchRun { $0.accept(options) }
    case .batch(let batch):
      guard delegateWork == .batch else { return }
      delegateWork = nil
      changeSendRun { $0.accept(batch) }
    case .response(let number, let response):
      guard number == inFlightRequest else { return }
      inFlightRequest = nil
      self.response = response
    }
  }

  private mutating func connectionChanged(_ isListening: Bool) {
    schedule.isListening = isListening
    if isListening {
      // The server is reachable, and changes before the connection were not reported.
      schedule.fetchAt = now
      if schedule.sendFailures > 0, state.hasPendingChanges { schedule.sendAt = now }
    } else if schedule.fetchFailures == 0 {
      let poll = now + configuration.timing.poll * (0.5 + random.next() / 2)
      schedule.pollAt = min(schedule.pollAt ?? poll, poll)
    }
  }

  // MARK: Pending changes

  private mutating func applyPendingChange(_ input: SyncInput) {
    var isAdded = false
    switch input {
    case .addRecordChanges(let changes):
      for change in changes where state.recordChanges.add(change) {
        isStateUpdatePending = true
      }
      changeSendRun { $0.touchedRecords.formUnion(changes.map(\.recordID)) }
      isAdded = !changes.isEmpty
    case .removeRecordChanges(let changes):
      for change in changes where state.recordChanges.remove(change) { isStateUpdatePending = true }
    case .addDatabaseChanges(let changes):
      for change in changes where state.databaseChanges.add(change) {
        isStateUpdatePending = true
      }
      changeSendRun { $0.touchedZones.formUnion(changes.map(\.zoneID)) }
      isAdded = !changes.isEmpty
    case .removeDatabaseChanges(let changes):
      for change in changes where state.databaseChanges.remove(change) {
        isStateUpdatePending = true
      }
    case .setHasUntrackedChanges(let value):
      if state.hasUntrackedChanges != value { isStateUpdatePending = true }
      state.hasUntrackedChanges = value
      if value { changeSendRun { $0.isUntrackedTouched = true } }
      isAdded = value
    default: break
    }
    if isAdded { scheduleSend() }
  }

  /// Schedules a send of the pending changes after the send delay.
  mutating func scheduleSend() {
    let time = now + configuration.timing.sendDelay
    schedule.sendAt = min(schedule.sendAt ?? time, time)
  }

  // MARK: Cancellation

  private mutating func cancel() {
    let error = CKError(.operationCancelled, "The sync engine's operations were cancelled.")
    for call in queuedCalls { effects.append(.finish(call.caller, error)) }
    queuedCalls = []
    cancelRun()
    if let time = schedule.fetchAt, time <= now { schedule.fetchAt = now + backoff(error) }
    if let time = schedule.sendAt { schedule.sendAt = max(time, now + backoff(error)) }
  }

  private mutating func cancelRun() {
    changeFetchRun { $0.isCancelled = true }
    changeSendRun { $0.isCancelled = true }
    if let inFlightRequest { effects.append(.cancel(inFlightRequest)) }
  }

  private mutating func backoff(_ error: CKError) -> Double {
    var failures = 1
    return SyncSchedule.backoff(&failures, error, configuration.timing, &random)
  }

  private mutating func abandon(_ caller: SyncCaller) {
    let error = CKError(.operationCancelled, "The waiting task was cancelled.")
    if let index = queuedCalls.firstIndex(where: { $0.caller == caller }) {
      queuedCalls.remove(at: index)
      effects.append(.finish(caller, error))
      if queuedCalls.isEmpty, accountRun?.isForCallers == true { cancelRun() }
    } else if let index = fetchRun?.callers.firstIndex(of: caller) {
      changeFetchRun { $0.callers.remove(at: index) }
      effects.append(.finish(caller, error))
      if fetchRun?.isAbandoned == true { cancelRun() }
    } else if let index = sendRun?.callers.firstIndex(of: caller) {
      changeSendRun { $0.callers.remove(at: index) }
      effects.append(.finish(caller, error))
      if sendRun?.isAbandoned == true { cancelRun() }
    }
  }
}
