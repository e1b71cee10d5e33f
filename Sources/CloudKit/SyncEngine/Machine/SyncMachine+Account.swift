// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// Looks who is signed in, and has the subscription made.
  struct AccountRun: Sendable {
    enum Step: Sendable {
      case ask, asking, subscribe, subscribing
    }

    /// Whether a fetch or send waits for it.
    var isForCallers: Bool
    var step = Step.ask
  }

  mutating func stepAccount() -> Bool {
    guard let run = accountRun else { return false }
    switch run.step {
    case .ask:
      ask(.account)
      accountRun?.step = .asking
      return false
    case .asking:
      guard let answer = takeAnswer() else { return false }
      switch answer {
      case .account(let user): isSignedIn(user)
      case .failure(let error): accountFailed(error)
      default: accountFailed(Self.unfit)
      }
      return true
    case .subscribe:
      ask(.subscribe(configuration.subscriptionID))
      accountRun?.step = .subscribing
      return false
    case .subscribing:
      guard let answer = takeAnswer() else { return false }
      schedule.subscribeAt = nil
      if case .failure(let error) = answer {
        // Without it there is still the look from time to time.
        heed(error)
        schedule.subscribeAt = now + configuration.timing.listeningPoll
        if error.isTransient {
          let wait = SyncSchedule.wait(
            &schedule.accountFailures, error, configuration.timing, &lot)
          schedule.subscribeAt = now + wait
        }
      } else {
        schedule.accountFailures = 0
        isSubscribed = true
        effects.append(.listen(true))
      }
      accountRun = nil
      return true
    }
  }

  static var unfit: CKError {
    CKError(.internalError, "The server's answer is not one to what was asked.")
  }

  private mutating func isSignedIn(_ user: CKRecord.ID?) {
    schedule.accountFailures = 0
    accountRun = nil
    guard let user else {
      account = .none
      refusal = CKError(
        .notAuthenticated, "Nobody is signed in: the sync engine waits for an account.")
      schedule.accountAt = now + configuration.timing.accountPoll
      if let previous = state.user { accountChanged(to: nil, .signOut(previousUser: previous)) }
      return
    }
    account = .available
    schedule.accountAt = nil
    if let previous = state.user, previous != user {
      accountChanged(to: user, .switchAccounts(previousUser: previous, currentUser: user))
    } else if state.user == nil {
      // What is pending was made for whoever would sign in.
      state.user = user
      isStateNew = true
      events.append(.accountChange(.init(changeType: .signIn(currentUser: user))))
    }
    guard configuration.isAutomatic else { return }
    schedule.fetchAt = min(schedule.fetchAt ?? now, now)
    if state.hasPendingChanges { schedule.sendAt = min(schedule.sendAt ?? now, now) }
    if isStarted, !isSubscribed { schedule.subscribeAt = now }
  }

  /// Forgets all that was the other user's.
  private mutating func accountChanged(
    to user: CKRecord.ID?, _ change: CKSyncEngine.Event.AccountChange.ChangeType
  ) {
    // The numbers of full fetches are told to the delegate, who may remember them: they go on.
    let fullFetches = state.fullFetches
    state = SyncState()
    state.fullFetches = fullFetches
    state.user = user
    isStateNew = true
    schedule.sendAt = nil
    schedule.isListening = false
    schedule.subscribeAt = nil
    isSubscribed = false
    events.append(.accountChange(.init(changeType: change)))
    if configuration.isAutomatic { effects.append(.listen(false)) }
  }

  private mutating func accountFailed(_ error: CKError) {
    accountRun = nil
    refusal = error
    let wait = SyncSchedule.wait(
      &schedule.accountFailures, error, configuration.timing, &lot)
    schedule.accountAt = now + wait
    if error.asksForPause { schedule.notBefore = max(schedule.notBefore, now + wait) }
  }
}
