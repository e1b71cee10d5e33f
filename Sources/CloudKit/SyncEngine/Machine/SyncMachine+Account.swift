// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// Determines the signed-in user and creates the subscription.
  struct AccountRun: Sendable {
    enum Step: Sendable {
      case sendAccount, awaitAccount, sendSubscription, awaitSubscription
    }

    /// Whether a queued fetch or send depends on it.
    var isForCallers: Bool
    var step = Step.sendAccount
  }

  mutating func stepAccount() -> Bool {
    guard let run = accountRun else { return false }
    switch run.step {
    case .sendAccount:
      send(.account)
      self.run = .account(AccountRun(isForCallers: run.isForCallers, step: .awaitAccount))
      return false
    case .awaitAccount:
      guard let response = consumeResponse() else { return false }
      switch response {
      case .account(let user): accountFound(user)
      case .failure(let error): accountFailed(error)
      default: accountFailed(Self.unexpectedResponse)
      }
      return true
    case .sendSubscription:
      send(.subscribe(configuration.subscriptionID))
      self.run = .account(AccountRun(isForCallers: run.isForCallers, step: .awaitSubscription))
      return false
    case .awaitSubscription:
      guard let response = consumeResponse() else { return false }
      schedule.subscribeAt = nil
      if case .failure(let error) = response {
        // Without a subscription the engine still polls.
        updateAccount(after: error)
        schedule.subscribeAt = now + configuration.timing.listeningPoll
        if error.isTransient {
          let delay = SyncSchedule.backoff(
            &schedule.accountFailures, error, configuration.timing, &random)
          schedule.subscribeAt = now + delay
        }
      } else {
        schedule.accountFailures = 0
        isSubscribed = true
        effects.append(.listen(true))
      }
      self.run = nil
      return true
    }
  }

  static var unexpectedResponse: CKError {
    CKError(.internalError, "Unexpected response type from the server.")
  }

  private mutating func accountFound(_ user: CKRecord.ID?) {
    schedule.accountFailures = 0
    run = nil
    guard let user else {
      account = .none
      accountError = CKError(
        .notAuthenticated, "No user is signed in: the sync engine waits for an account.")
      schedule.accountAt = now + configuration.timing.accountPoll
      if let previous = state.user { accountChanged(to: nil, .signOut(previousUser: previous)) }
      return
    }
    account = .available
    schedule.accountAt = nil
    if let previous = state.user, previous != user {
      accountChanged(to: user, .switchAccounts(previousUser: previous, currentUser: user))
    } else if state.user == nil {
      // Changes that were added before the first sign-in belong to the user who signs in.
      state.user = user
      isStateUpdatePending = true
      events.append(.accountChange(.init(changeType: .signIn(currentUser: user))))
    }
    guard configuration.isAutomatic else { return }
    schedule.fetchAt = min(schedule.fetchAt ?? now, now)
    if state.hasPendingChanges { schedule.sendAt = min(schedule.sendAt ?? now, now) }
    if isStarted, !isSubscribed { schedule.subscribeAt = now }
  }

  /// Clears the state of the previous user.
  private mutating func accountChanged(
    to user: CKRecord.ID?, _ change: CKSyncEngine.Event.AccountChange.ChangeType
  ) {
    // The delegate may have stored the numbers of full fetches, so the count continues.
    let fullFetches = state.fullFetches
    state = SyncState()
    state.fullFetches = fullFetches
    state.user = user
    isStateUpdatePending = true
    schedule.sendAt = nil
    schedule.isListening = false
    schedule.subscribeAt = nil
    isSubscribed = false
    events.append(.accountChange(.init(changeType: change)))
    if configuration.isAutomatic { effects.append(.listen(false)) }
  }

  private mutating func accountFailed(_ error: CKError) {
    run = nil
    accountError = error
    let delay = SyncSchedule.backoff(
      &schedule.accountFailures, error, configuration.timing, &random)
    schedule.accountAt = now + delay
    if error.requestsBackoff { schedule.notBefore = max(schedule.notBefore, now + delay) }
  }
}
