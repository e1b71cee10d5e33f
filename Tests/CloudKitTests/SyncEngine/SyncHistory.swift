// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// A random run of one sync machine with an unreliable server.
struct SyncHistory {
  /// A deterministic random number generator.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var bits = state
      bits ^= bits >> 33
      bits = bits &* 0xFF51_AFD7_ED55_8CCD
      return bits ^ (bits >> 33)
    }
  }

  /// Calls of the delegate without a result yet.
  private enum Delegate {
    case event(CKSyncEngine.Event)
    case options(CKSyncEngine.FetchChangesContext)
    case batch(CKSyncEngine.SendChangesContext)
  }

  private let seed: UInt64
  private var random: Generator
  private var machine: SyncMachine
  private var stored: CKSyncEngine.State.Serialization?
  private var time = 0.0
  private var wakeAt: Double?
  private var request: (number: Int, request: SyncRequest)?
  private var delegate: Delegate?
  private var callers: Set<Int> = []
  private var lastCaller = 0
  /// The server: names in the order of their last change.
  private var log: [String] = []
  private var zoneChanges = 0
  /// Names that must be on the server at the end.
  private var wanted: Set<String> = []
  /// Names that the app has seen.
  private var seen: Set<String> = []
  /// Names that the app had seen when it last stored the state.
  private var seenStored: Set<String> = []
  private(set) var trace: [String] = []
  private(set) var problems: [String] = []
  private var isHealing = false

  init(seed: UInt64) {
    self.seed = seed
    random = Generator(state: seed)
    machine = Self.machine(nil, seed)
    perform(.start)
  }

  private static func machine(
    _ stored: CKSyncEngine.State.Serialization?, _ seed: UInt64
  ) -> SyncMachine {
    SyncMachine(
      SyncMachine.Configuration(isAutomatic: true, subscriptionID: "all"), stored,
      random: SeededRandom(seed: seed))
  }

  /// Runs a number of steps with faults, and then steps without faults until the machine rests.
  mutating func run(steps: Int) {
    for _ in 0..<steps { step() }
    isHealing = true
    perform(.isListening(true))
    perform(.serverChanged)
    var rest = 2_000
    while rest > 0, request != nil || delegate != nil || !isDone {
      rest -= 1
      if request != nil {
        answer()
      } else if delegate != nil {
        answerDelegate()
      } else if let wakeAt {
        time = max(time, wakeAt)
        perform(.timerFired)
      } else {
        problems.append("nothing is planned")
        break
      }
    }
    if !isDone { problems.append("pending: \(machine.pendingRecordZoneChanges)") }
    if !callers.isEmpty { problems.append("\(callers.count) callers wait") }
    let lost = wanted.subtracting(log)
    if !lost.isEmpty { problems.append("lost: \(lost.sorted())") }
    let unseen = Set(log).subtracting(seen)
    if !unseen.isEmpty { problems.append("not fetched: \(unseen.sorted())") }
  }

  private var isDone: Bool {
    machine.pendingRecordZoneChanges.isEmpty && Set(log).isSubset(of: seen)
  }

  private mutating func step() {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<7: if request != nil { answer() }
    case 7..<14: if delegate != nil { answerDelegate() }
    case 14: add()
    case 15: perform(.serverChanged)
    case 16: call()
    case 17:
      time += Double.random(in: 0...2, using: &random)
      perform(.timerFired)
    case 18:
      if let wakeAt, wakeAt > time {
        time = wakeAt
        perform(.timerFired)
      }
    case 19: if Int.random(in: 0..<6, using: &random) == 0 { crash() }
    case 20: if Int.random(in: 0..<4, using: &random) == 0 { perform(.cancel) }
    case 21: perform(.isListening(Bool.random(using: &random)))
    case 22: if Int.random(in: 0..<4, using: &random) == 0 { perform(.accountMayHaveChanged) }
    default:
      // Another device writes.
      let name = "other\(Int.random(in: 0..<20, using: &random))"
      log.removeAll { $0 == name }
      log.append(name)
      seen.remove(name)
      seenStored.remove(name)
      zoneChanges += 1
    }
  }

  private mutating func add() {
    let names = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      "n\(Int.random(in: 0..<40, using: &random))"
    }
    wanted.formUnion(names)
    perform(SyncScript.add(names))
  }

  private mutating func call() {
    lastCaller += 1
    callers.insert(lastCaller)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: perform(.fetch(lastCaller, .init()))
    case 1: perform(.send(lastCaller, .init()))
    default:
      perform(.send(lastCaller, .init(scope: .zoneIDs([]))))
      if Bool.random(using: &random) { perform(.abandon(lastCaller)) }
    }
  }

  /// Ends the process; a new one starts with the stored state.
  private mutating func crash() {
    machine = Self.machine(stored, seed)
    (request, delegate, wakeAt) = (nil, nil, nil)
    callers = []
    seen = seenStored
    wanted = Set(log).union(machine.pendingRecordZoneChanges.map(\.name))
    trace.append("crash")
    perform(.start)
  }

  // MARK: Effects

  private mutating func perform(_ input: SyncInput) {
    for effect in machine.handle(input, at: time) {
      switch effect {
      case .send(let number, let asked, _):
        if request != nil { problems.append("two requests") }
        switch asked {
        case .modifyRecords, .modifyZones:
          if delegate != nil { problems.append("a request before all is handled") }
          if machine.isStateUpdatePending {
            problems.append("a request before the state is stored")
          }
        default: break
        }
        request = (number, asked)
        trace.append(asked.words)
      case .cancel: trace.append("stop")
      case .deliver(let event): ask(.event(event), event.words)
      case .requestOptions(let context): ask(.options(context), "options")
      case .requestBatch(let context): ask(.batch(context), "batch")
      case .finish(let caller, let error):
        if callers.remove(caller) == nil { problems.append("\(caller) goes on twice") }
        trace.append("finish \(caller) \(error.map { "\($0.code)" } ?? "")")
      case .wake(let time): wakeAt = time
      case .listen(let isWanted): trace.append("listen \(isWanted)")
      }
    }
  }

  private mutating func ask(_ question: Delegate, _ words: String) {
    if delegate != nil { problems.append("the delegate is asked twice") }
    delegate = question
    trace.append(words.hasPrefix("stateUpdate") ? "state" : words)
  }

  // MARK: The delegate

  private mutating func answerDelegate() {
    let question = delegate
    delegate = nil
    switch question {
    case .event(let event):
      handle(event)
      perform(.handled)
    case .options(let context): perform(.options(context.options))
    case .batch:
      let changes = machine.pendingRecordZoneChanges.prefix(3)
      let isAtomic = Int.random(in: 0..<8, using: &random) == 0
      perform(
        .batch(
          changes.isEmpty
            ? nil
            : .init(
              recordsToSave: changes.map { SyncScript.record($0.name) }, atomicByZone: isAtomic)))
    case nil: break
    }
  }

  private mutating func handle(_ event: CKSyncEngine.Event) {
    switch event {
    case .stateUpdate(let event):
      stored = event.stateSerialization
      seenStored = seen
    case .fetchedRecordZoneChanges(let event):
      seen.formUnion(event.modifications.map(\.record.recordID.recordName))
    case .sentRecordZoneChanges(let event):
      // Rejected changes are added again.
      let refused = event.failedRecordSaves.map(\.record.recordID.recordName)
      if !refused.isEmpty { perform(SyncScript.add(refused)) }
    default: break
    }
  }

  // MARK: The server

  private mutating func answer() {
    guard let (number, asked) = request else { return }
    request = nil
    if !isHealing, Int.random(in: 0..<4, using: &random) == 0 {
      let codes: [CKError.Code] = [
        .networkFailure, .serviceUnavailable, .requestRateLimited, .serverResponseLost, .zoneBusy,
        .notAuthenticated, .operationCancelled, .internalError, .limitExceeded, .changeTokenExpired,
        .quotaExceeded,
      ]
      let code = codes.randomElement(using: &random) ?? .networkFailure
      // The server may have applied the request nevertheless.
      if case .modifyRecords(let part) = asked, Bool.random(using: &random) { save(part.records) }
      trace.append("\(code)")
      return perform(.response(number, .failure(CKError(code))))
    }
    perform(.response(number, good(asked)))
  }

  private mutating func good(_ asked: SyncRequest) -> SyncResponse {
    switch asked {
    case .account: return .signedIn()
    case .subscribe: return .subscribed
    case .databaseChanges(let token):
      let isNew = Int(token?.syncToken ?? "") != zoneChanges
      return .database("\(zoneChanges)", isNew && !log.isEmpty ? ["Z"] : [])
    case .zoneChanges(_, let token):
      // A token is the number of changes so far; every response has the whole log, which is short.
      let from = token.flatMap { Int($0.syncToken) } ?? 0
      guard from < zoneChanges else { return .zone("\(zoneChanges)") }
      return .zone("\(zoneChanges)", log)
    case .modifyZones: return .modifiedZones(.init())
    case .modifyRecords(let part):
      var results = SyncResults<CKRecord, CKRecord.ID>()
      for record in part.records {
        if !isHealing, Int.random(in: 0..<6, using: &random) == 0 {
          results.failedSaves.append((record, CKError(.serverRecordChanged)))
        } else {
          save([record])
          results.saved.append(record)
        }
      }
      return .modifiedRecords(results)
    }
  }

  private mutating func save(_ records: [CKRecord]) {
    for name in records.map(\.recordID.recordName) {
      log.removeAll { $0 == name }
      log.append(name)
      zoneChanges += 1
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange {
  fileprivate var name: String {
    switch self {
    case .saveRecord(let id), .deleteRecord(let id): id.recordName
    }
  }
}
