// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A sync engine without its surroundings: it is told what happened, and says what is to be done.
///
/// It has no clock, no way to a server and no chance but the one it was given: the same inputs give the
/// same effects. One request is under way at a time, and one call of the delegate; while the delegate
/// handles a page of records the next page is asked for already. Nothing is asked that changes anything
/// before the delegate has handled all events, and the state that they led to.
package struct SyncMachine: Sendable {
  package struct Configuration: Sendable {
    /// Whether anything is done that nobody asked for.
    package var isAutomatic: Bool
    package var subscriptionID: String
    package var timing = SyncTiming()

    package init(isAutomatic: Bool, subscriptionID: String) {
      self.isAutomatic = isAutomatic
      self.subscriptionID = subscriptionID
    }
  }

  /// What is known of who is signed in.
  enum Account: Sendable {
    case unknown, none, available
  }

  /// What the delegate is busy with.
  enum DelegateWork: Sendable {
    case event, options, batch
  }

  /// A fetch or send that somebody waits for.
  struct Wanted: Sendable {
    enum Kind: Sendable {
      case fetch(CKSyncEngine.FetchChangesOptions)
      case send(CKSyncEngine.SendChangesOptions)
    }

    var caller: SyncCaller
    var kind: Kind
  }

  let configuration: Configuration
  var state: SyncState
  var account = Account.unknown
  var schedule = SyncSchedule()
  var lot: SyncLot
  var now = 0.0
  var isStarted = false
  /// Whether the server has the subscription, as far as this process knows.
  var isSubscribed = false

  // At most one of these is under way.
  var accountRun: AccountRun?
  var fetchRun: FetchRun?
  var sendRun: SendRun?
  /// What is to be done after it.
  var wanted: [Wanted] = []
  /// Why nothing of that can be done, once all is handled that was told before.
  var refusal: CKError?

  /// Events that the delegate is still to be told, before anything else.
  var events: [CKSyncEngine.Event] = []
  /// Whether the state is another one than the delegate was told.
  var isStateNew = false
  var delegateWork: DelegateWork?
  /// The number of the request that is under way.
  var asked: Int?
  var answer: SyncAnswer?
  private var lastAsked = 0

  var effects: [SyncEffect] = []
  private var wakeAt: Double?

  package init(
    _ configuration: Configuration, _ serialization: CKSyncEngine.State.Serialization?,
    lot: SyncLot
  ) {
    self.configuration = configuration
    self.lot = lot
    state = serialization.map { SyncState($0.snapshot) } ?? SyncState()
  }

  /// Takes what happened at a time, in seconds of a clock that never goes back.
  package mutating func handle(_ input: SyncInput, at time: Double) -> [SyncEffect] {
    now = max(now, time)
    take(input)
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
      } else if isStateNew {
        isStateNew = false
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

  /// Goes on with what is under way, or begins what comes next; false if there is nothing to be done.
  private mutating func step() -> Bool {
    if accountRun != nil { return stepAccount() }
    if fetchRun != nil { return stepFetch() }
    if sendRun != nil { return stepSend() }
    return begin()
  }

  // MARK: The server

  mutating func ask(_ request: SyncRequest, _ group: CKOperationGroup? = nil) {
    lastAsked += 1
    asked = lastAsked
    answer = nil
    effects.append(.ask(lastAsked, request, group))
  }

  mutating func takeAnswer() -> SyncAnswer? {
    defer { answer = nil }
    return answer
  }

  // MARK: The time

  private mutating func setWake() {
    // While something is under way there is nothing to wait for.
    guard isStarted, configuration.isAutomatic, !isBusy, delegateWork == nil else { return }
    let time = nextTime
    guard time != wakeAt else { return }
    wakeAt = time
    effects.append(.wake(at: time))
  }

  var isBusy: Bool { accountRun != nil || fetchRun != nil || sendRun != nil }

  mutating func woke() { wakeAt = nil }
}

extension SyncMachine {
  /// Whether it was found out whether somebody is signed in.
  var isAccountKnown: Bool { account != .unknown }

  /// What a process that ended now would find again, if the delegate had stored it.
  package var serialization: CKSyncEngine.State.Serialization { .init(state.snapshot) }

  /// The record changes to be sent.
  package var pendingRecordZoneChanges: [CKSyncEngine.PendingRecordZoneChange] {
    Array(state.recordChanges.sequence)
  }

  /// The zones of which something is to be fetched.
  package var unfetchedZoneIDs: [CKRecordZone.ID] {
    state.zones.zones.filter { $0.isUnfetched }.map(\.id)
  }

  /// When pending changes are to be sent; nil if nothing is planned.
  package var nextSend: Double? { schedule.sendAt }

  /// When there is to be a fetch for a reason: news, or the last one failed; nil if nothing is planned.
  package var nextFetch: Double? { schedule.fetchAt }

  /// Whether the state is another one than the delegate was told.
  package var isStateToBeTold: Bool { isStateNew }
}
