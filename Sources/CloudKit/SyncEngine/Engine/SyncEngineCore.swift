// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Runs the effects of a ``SyncMachine`` with a server, a timer and a delegate.
final class SyncEngineCore: Sendable {
  private struct MachineState: Sendable {
    var machine: SyncMachine
    /// The number of inputs so far, which orders the effects of concurrent threads.
    var order = 0
  }

  private struct Tasks: Sendable {
    var requests: [Int: Task<Void, Never>] = [:]
    var timer: Task<Void, Never>?
    var timerOrder = 0
    var listener: Task<Void, Never>?
    var listenerOrder = 0
    var accountWatch: Task<Void, Never>?
    var isStopped = false
  }

  private struct Clients: Sendable {
    weak var engine: CKSyncEngine?
    weak var delegate: (any CKSyncEngineDelegate)?
    /// The hash of the task of the current delegate call.
    var task: Int?
    var lastCaller = 0
    var callers: [SyncCaller: CheckedContinuation<Void, any Error>] = [:]
    var isStopped = false
  }

  let database: CKDatabase
  private let server: SyncServer
  private let eventSource: any ChangeEventSource
  private let start = ContinuousClock.now
  private let machineState: Mutex<MachineState>
  private let tasks = Mutex(Tasks())
  private let clients = Mutex(Clients())

  init(
    _ configuration: CKSyncEngine.Configuration, _ eventSource: any ChangeEventSource,
    _ timing: SyncTiming
  ) {
    database = configuration.database
    server = SyncServer(configuration.database)
    self.eventSource = eventSource
    var settings = SyncMachine.Configuration(
      isAutomatic: configuration.automaticallySync,
      subscriptionID: configuration.subscriptionID ?? "CKSyncEngine")
    settings.timing = timing
    machineState = Mutex(
      MachineState(
        machine: SyncMachine(
          settings, configuration.stateSerialization,
          random: SeededRandom(seed: .random(in: 0 ... .max)))))
  }

  /// Starts the engine; the engine and its delegate are referenced weakly.
  func begin(
    _ engine: CKSyncEngine, _ delegate: any CKSyncEngineDelegate, isAutomatic: Bool
  ) {
    clients.withLock {
      $0.engine = engine
      $0.delegate = delegate
    }
    guard isAutomatic else { return }
    handle(.start)
    let accountWatch = Task { [weak self] in
      let observer = AccountObserver { [weak self] in self?.handle(.accountMayHaveChanged) }
      // Another process may change the configuration.
      while (try? await Task.sleep(for: .seconds(10))) != nil, let self {
        if self.needsAccountCheck { self.handle(.accountMayHaveChanged) }
      }
      withExtendedLifetime(observer) {}
    }
    tasks.withLock { $0.accountWatch = accountWatch }
  }

  func records(for ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await server.records(for: ids)
  }

  private var needsAccountCheck: Bool { read(\.isAccountKnown) && server.hasAccountChanged }

  /// Stops all work; waiting callers get ``CKError/operationCancelled``.
  func stop() {
    let (requests, others) = tasks.withLock { tasks in
      tasks.isStopped = true
      return (Array(tasks.requests.values), [tasks.timer, tasks.listener, tasks.accountWatch])
    }
    for task in requests { task.cancel() }
    for task in others { task?.cancel() }
    let callers = clients.withLock { clients in
      clients.isStopped = true
      defer { clients.callers = [:] }
      return Array(clients.callers.values)
    }
    for caller in callers { caller.resume(throwing: Self.deallocated) }
  }

  private static var deallocated: CKError {
    CKError(
      .operationCancelled,
      "The sync engine or its delegate was deallocated: retain both until sync ends.")
  }

  // MARK: The machine

  func read<Value>(_ body: (SyncMachine) -> Value) -> Value where Value: Sendable {
    machineState.withLock { body($0.machine) }
  }

  func handle(_ input: SyncInput) {
    let time = start.duration(to: .now) / .seconds(1)
    let (effects, order) = machineState.withLock { machineState in
      machineState.order += 1
      return (machineState.machine.handle(input, at: time), machineState.order)
    }
    for effect in effects { perform(effect, order) }
  }

  private func perform(_ effect: SyncEffect, _ order: Int) {
    switch effect {
    case .send(let number, let request, let group): send(number, request, group)
    case .cancel(let number): tasks.withLock { $0.requests[number] }?.cancel()
    case .deliver(let event):
      call { delegate, engine in
        await delegate.handleEvent(event, syncEngine: engine)
        return .handled
      }
    case .requestOptions(let context):
      call { delegate, engine in
        .options(await delegate.nextFetchChangesOptions(context, syncEngine: engine))
      }
    case .requestBatch(let context):
      call { delegate, engine in
        .batch(await delegate.nextRecordZoneChangeBatch(context, syncEngine: engine))
      }
    case .finish(let caller, let error):
      let continuation = clients.withLock { $0.callers.removeValue(forKey: caller) }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    case .wake(let time): setTimer(time, order)
    case .listen(let isWanted): listen(isWanted, order)
    }
  }

  private func send(_ number: Int, _ request: SyncRequest, _ group: CKOperationGroup?) {
    tasks.withLock { tasks in
      guard !tasks.isStopped else { return }
      tasks.requests[number] = Task {
        let response = await server.perform(request, group)
        self.tasks.withLock { $0.requests[number] = nil }
        handle(.response(number, response))
      }
    }
  }

  private func call(
    _ body: @escaping @Sendable (any CKSyncEngineDelegate, CKSyncEngine) async -> SyncInput
  ) {
    Task {
      let (delegate, engine) = clients.withLock { ($0.delegate, $0.engine) }
      // Without a delegate no event can be handled, so the engine stops.
      guard let delegate, let engine else { return stop() }
      setTask(withUnsafeCurrentTask { $0?.hashValue })
      let input = await body(delegate, engine)
      setTask(nil)
      handle(input)
    }
  }

  private func setTask(_ task: Int?) { clients.withLock { $0.task = task } }

  // MARK: Callers

  /// Enqueues a fetch or send and waits for its end.
  func wait(_ input: (SyncCaller) -> SyncInput) async throws {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let caller = clients.withLock { clients in
      clients.lastCaller += 1
      return clients.task != nil && clients.task == task ? nil : clients.lastCaller
    }
    guard let caller else {
      throw CKError(
        .invalidArguments,
        "The sync engine's delegate can't wait for the same engine: delegate calls are serial. "
          + "Call the engine from a separate task.")
    }
    let request = input(caller)
    // A sign-in just before the call takes effect.
    if needsAccountCheck { handle(.accountMayHaveChanged) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isStopped = clients.withLock { clients in
          if !clients.isStopped { clients.callers[caller] = continuation }
          return clients.isStopped
        }
        guard !isStopped else { return continuation.resume(throwing: Self.deallocated) }
        handle(request)
        if Task.isCancelled { handle(.abandon(caller)) }
      }
    } onCancel: {
      handle(.abandon(caller))
    }
  }

  // MARK: Timer and change events

  private func setTimer(_ time: Double?, _ order: Int) {
    tasks.withLock { tasks in
      guard order >= tasks.timerOrder, !tasks.isStopped else { return }
      tasks.timerOrder = order
      tasks.timer?.cancel()
      tasks.timer = time.map { time in
        let instant = start + .seconds(time)
        return Task { [weak self] in
          guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
          self?.handle(.timerFired)
        }
      }
    }
  }

  private func listen(_ isWanted: Bool, _ order: Int) {
    tasks.withLock { tasks in
      guard order >= tasks.listenerOrder, !tasks.isStopped else { return }
      tasks.listenerOrder = order
      tasks.listener?.cancel()
      tasks.listener = nil
      guard isWanted else { return }
      tasks.listener = Task { [weak self, eventSource, database] in
        await eventSource.listen(to: database) { [weak self] event in
          switch event {
          case .connected: self?.handle(.isListening(true))
          case .disconnected: self?.handle(.isListening(false))
          case .changed: self?.handle(.serverChanged)
          }
        }
      }
    }
  }
}

/// Observes `CKAccountChanged` notifications during its lifetime.
private final class AccountObserver {
  private let token: any NSObjectProtocol

  init(_ body: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { _ in body() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
