// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The sync engine's state machine, which maps inputs to effects without I/O.
///
/// Time and randomness are inputs, so that equal inputs give equal effects. At most one request and
/// one delegate call are in progress, except that the next page of records is requested while the
/// delegate handles the previous one. A request that changes server data is sent only after the
/// delegate has handled all events and the resulting state.
package struct SyncMachine: Sendable {
  package struct Configuration: Sendable {
    /// Whether the engine fetches and sends without being called.
    package var isAutomatic: Bool
    package var subscriptionID: String
    package var timing = SyncTiming()

    package init(isAutomatic: Bool, subscriptionID: String) {
      self.isAutomatic = isAutomatic
      self.subscriptionID = subscriptionID
    }
  }

  /// The sign-in state.
  enum Account: Sendable {
    case unknown, none, available
  }

  /// The delegate call in progress.
  enum DelegateWork: Sendable {
    case event, options, batch
  }

  /// A queued fetch or send with the caller that waits for it.
  struct QueuedCall: Sendable {
    enum Kind: Sendable {
      case fetch(CKSyncEngine.FetchChangesOptions)
      case send(CKSyncEngine.SendChangesOptions)
    }

    var caller: SyncCaller
    var kind: Kind
  }

  /// The work in progress, at most one kind at a time.
  enum Run: Sendable {
    case account(AccountRun)
    case fetch(FetchRun)
    case send(SendRun)
  }

  let configuration: Configuration
  var state: SyncState
  var account = Account.unknown
  var schedule = SyncSchedule()
  var random: SeededRandom
  var now = 0.0
  var isStarted = false
  /// Whether this process has created the subscription on the server.
  var isSubscribed = false

  /// The run in progress.
  var run: Run?
  /// Calls that start after the current run.
  var queuedCalls: [QueuedCall] = []
  /// The error that fails all queued calls once the pending events are handled.
  var accountError: CKError?

  /// Events to deliver before the run continues.
  var events: [CKSyncEngine.Event] = []
  /// Whether the state has changed since the last `stateUpdate` event.
  package internal(set) var isStateUpdatePending = false
  var delegateWork: DelegateWork?
  /// The number of the request in flight.
  var inFlightRequest: Int?
  var response: SyncResponse?
  private var lastRequest = 0

  var effects: [SyncEffect] = []
  private var wakeAt: Double?

  package init(
    _ configuration: Configuration, _ serialization: CKSyncEngine.State.Serialization?,
    random: SeededRandom
  ) {
    self.configuration = configuration
    self.random = random
    state = serialization.map { SyncState($0.snapshot) } ?? SyncState()
  }

  /// Applies an input at a time, in seconds of a monotonic clock.
  package mutating func handle(_ input: SyncInput, at time: Double) -> [SyncEffect] {
    now = max(now, time)
    apply(input)
    advance()
    setWake()
    let done = effects
    effects = []
    return done
  }

  // MARK: The delegate

  private mutating func advance() {
    while delegateWork == nil {
      if !events.isEmpty {
        deliver(events.removeFirst())
      } else if isStateUpdatePending {
        isStateUpdatePending = false
        deliver(.stateUpdate(.init(stateSerialization: .init(state.snapshot))))
      } else if !step() {
        return
      }
    }
  }

  private mutating func deliver(_ event: CKSyncEngine.Event) {
    delegateWork = .event
    effects.append(.deliver(event))
  }

  /// Advances the current run or starts the next one; returns false if there is nothing to do.
  private mutating func step() -> Bool {
    switch run {
    case .account: stepAccount()
    case .fetch: stepFetch()
    case .send: stepSend()
    case nil: startNextRun()
    }
  }

  // MARK: The server

  mutating func send(_ request: SyncRequest, _ group: CKOperationGroup? = nil) {
    lastRequest += 1
    inFlightRequest = lastRequest
    response = nil
    effects.append(.send(lastRequest, request, group))
  }

  mutating func consumeResponse() -> SyncResponse? {
    defer { response = nil }
    return response
  }

  // MARK: The time

  private mutating func setWake() {
    // During a run the machine advances by inputs, without a timer.
    guard isStarted, configuration.isAutomatic, run == nil, delegateWork == nil else { return }
    let time = nextTime
    guard time != wakeAt else { return }
    wakeAt = time
    effects.append(.wake(at: time))
  }

  mutating func timerFired() { wakeAt = nil }
}

extension SyncMachine {
  /// Whether the sign-in state was determined.
  var isAccountKnown: Bool { account != .unknown }

  /// The state that a new process would start from if the delegate had stored it.
  package var serialization: CKSyncEngine.State.Serialization { .init(state.snapshot) }

  var accountRun: AccountRun? { if case .account(let run) = run { run } else { nil } }
  var fetchRun: FetchRun? { if case .fetch(let run) = run { run } else { nil } }
  var sendRun: SendRun? { if case .send(let run) = run { run } else { nil } }

  /// Changes the fetch in progress, if there is one.
  mutating func changeFetchRun(_ body: (inout FetchRun) -> Void) {
    guard case .fetch(var fetch) = run else { return }
    // Moved out of `self`, so that mutations do not copy its collections.
    run = nil
    body(&fetch)
    run = .fetch(fetch)
  }

  /// Changes the send in progress, if there is one.
  mutating func changeSendRun(_ body: (inout SendRun) -> Void) {
    guard case .send(var send) = run else { return }
    // Moved out of `self`, so that mutations do not copy its collections.
    run = nil
    body(&send)
    run = .send(send)
  }

  /// The record changes to send.
  package var pendingRecordZoneChanges: [CKSyncEngine.PendingRecordZoneChange] {
    Array(state.recordChanges.sequence)
  }

  /// The zones with changes to fetch.
  package var unfetchedZoneIDs: [CKRecordZone.ID] {
    state.zones.zones.filter { $0.isUnfetched }.map(\.id)
  }

  /// The time of the next send; nil if none is scheduled.
  package var nextSend: Double? { schedule.sendAt }

  /// The time of the next fetch after a notification or an error; nil if none is scheduled.
  package var nextFetch: Double? { schedule.fetchAt }
}
