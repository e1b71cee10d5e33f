// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Does what a sync machine says, with a server and a delegate.
final class SyncEngineCore: Sendable {
  private struct Held: Sendable {
    var machine: SyncMachine
    /// Counts what the machine was told, so that effects of two threads are told apart.
    var order = 0
  }

  private struct Tasks: Sendable {
    var requests: [Int: Task<Void, Never>] = [:]
    var timer: Task<Void, Never>?
    var timerOrder = 0
    var listener: Task<Void, Never>?
    var listenerOrder = 0
    var watch: Task<Void, Never>?
    var isStopped = false
  }

  private struct Outside: Sendable {
    weak var engine: CKSyncEngine?
    weak var delegate: (any CKSyncEngineDelegate)?
    /// The task in which the delegate is called just now.
    var task: Int?
    var lastCaller = 0
    var callers: [SyncCaller: CheckedContinuation<Void, any Error>] = [:]
    var isStopped = false
  }

  let database: CKDatabase
  private let server: SyncServer
  private let news: any NewsSource
  private let start = ContinuousClock.now
  private let held: Mutex<Held>
  private let tasks = Mutex(Tasks())
  private let outside = Mutex(Outside())

  init(_ configuration: CKSyncEngine.Configuration, _ news: any NewsSource, _ timing: SyncTiming) {
    database = configuration.database
    server = SyncServer(configuration.database)
    self.news = news
    var settings = SyncMachine.Configuration(
      isAutomatic: configuration.automaticallySync,
      subscriptionID: configuration.subscriptionID ?? "CKSyncEngine")
    settings.timing = timing
    held = Mutex(
      Held(
        machine: SyncMachine(
          settings, configuration.stateSerialization, lot: SyncLot(seed: .random(in: 0 ... .max)))))
  }

  /// Begins to work for an engine and its delegate, which are not kept alive.
  func begin(
    _ engine: CKSyncEngine, _ delegate: any CKSyncEngineDelegate, isAutomatic: Bool
  ) {
    outside.withLock {
      $0.engine = engine
      $0.delegate = delegate
    }
    guard isAutomatic else { return }
    handle(.start)
    let watch = Task { [weak self] in
      let observer = AccountObserver { [weak self] in self?.handle(.accountMayHaveChanged) }
      // Another process may have changed the configuration.
      while (try? await Task.sleep(for: .seconds(10))) != nil, let self {
        if self.isToLookAtAccount { self.handle(.accountMayHaveChanged) }
      }
      withExtendedLifetime(observer) {}
    }
    tasks.withLock { $0.watch = watch }
  }

  func records(for ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await server.records(for: ids)
  }

  private var isToLookAtAccount: Bool { read(\.isAccountKnown) && server.isAccountOther }

  /// Ends all work; who waits is told that it was cancelled.
  func stop() {
    let (requests, others) = tasks.withLock { tasks in
      tasks.isStopped = true
      return (Array(tasks.requests.values), [tasks.timer, tasks.listener, tasks.watch])
    }
    for task in requests { task.cancel() }
    for task in others { task?.cancel() }
    let callers = outside.withLock { outside in
      outside.isStopped = true
      defer { outside.callers = [:] }
      return Array(outside.callers.values)
    }
    for caller in callers { caller.resume(throwing: Self.gone) }
  }

  private static var gone: CKError {
    CKError(
      .operationCancelled,
      "The sync engine or its delegate is gone: keep both as long as there is something to sync.")
  }

  // MARK: The machine

  func read<Value>(_ body: (SyncMachine) -> Value) -> Value where Value: Sendable {
    held.withLock { body($0.machine) }
  }

  func handle(_ input: SyncInput) {
    let time = start.duration(to: .now) / .seconds(1)
    let (effects, order) = held.withLock { held in
      held.order += 1
      return (held.machine.handle(input, at: time), held.order)
    }
    for effect in effects { perform(effect, order) }
  }

  private func perform(_ effect: SyncEffect, _ order: Int) {
    switch effect {
    case .ask(let number, let request, let group): ask(number, request, group)
    case .stopAsking(let number): tasks.withLock { $0.requests[number] }?.cancel()
    case .deliver(let event):
      call { delegate, engine in
        await delegate.handleEvent(event, syncEngine: engine)
        return .handled
      }
    case .askForOptions(let context):
      call { delegate, engine in
        .options(await delegate.nextFetchChangesOptions(context, syncEngine: engine))
      }
    case .askForBatch(let context):
      call { delegate, engine in
        .batch(await delegate.nextRecordZoneChangeBatch(context, syncEngine: engine))
      }
    case .finish(let caller, let error):
      let continuation = outside.withLock { $0.callers.removeValue(forKey: caller) }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    case .wake(let time): setTimer(time, order)
    case .listen(let isWanted): listen(isWanted, order)
    }
  }

  private func ask(_ number: Int, _ request: SyncRequest, _ group: CKOperationGroup?) {
    tasks.withLock { tasks in
      guard !tasks.isStopped else { return }
      tasks.requests[number] = Task {
        let answer = await server.answer(request, group)
        self.tasks.withLock { $0.requests[number] = nil }
        handle(.answer(number, answer))
      }
    }
  }

  private func call(
    _ body: @escaping @Sendable (any CKSyncEngineDelegate, CKSyncEngine) async -> SyncInput
  ) {
    Task {
      let (delegate, engine) = outside.withLock { ($0.delegate, $0.engine) }
      // Without a delegate nothing can be handled, so nothing goes on.
      guard let delegate, let engine else { return stop() }
      setTask(withUnsafeCurrentTask { $0?.hashValue })
      let input = await body(delegate, engine)
      setTask(nil)
      handle(input)
    }
  }

  private func setTask(_ task: Int?) { outside.withLock { $0.task = task } }

  // MARK: Who waits

  /// Waits for the end of a fetch or send.
  func wait(_ input: (SyncCaller) -> SyncInput) async throws {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let caller = outside.withLock { outside in
      outside.lastCaller += 1
      return outside.task != nil && outside.task == task ? nil : outside.lastCaller
    }
    guard let caller else {
      throw CKError(
        .invalidArguments,
        "The sync engine's delegate can't wait for the same engine: events come one after the other. "
          + "Call it in a task of its own.")
    }
    let wanted = input(caller)
    // Who signs in and calls is heard.
    if isToLookAtAccount { handle(.accountMayHaveChanged) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isStopped = outside.withLock { outside in
          if !outside.isStopped { outside.callers[caller] = continuation }
          return outside.isStopped
        }
        guard !isStopped else { return continuation.resume(throwing: Self.gone) }
        handle(wanted)
        if Task.isCancelled { handle(.abandon(caller)) }
      }
    } onCancel: {
      handle(.abandon(caller))
    }
  }

  // MARK: Time and news

  private func setTimer(_ time: Double?, _ order: Int) {
    tasks.withLock { tasks in
      guard order >= tasks.timerOrder, !tasks.isStopped else { return }
      tasks.timerOrder = order
      tasks.timer?.cancel()
      tasks.timer = time.map { time in
        let instant = start + .seconds(time)
        return Task { [weak self] in
          guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
          self?.handle(.time)
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
      tasks.listener = Task { [weak self, news, database] in
        await news.listen(to: database) { [weak self] news in
          switch news {
          case .isListening: self?.handle(.isListening(true))
          case .isLost: self?.handle(.isListening(false))
          case .mayHaveChanged: self?.handle(.news)
          }
        }
      }
    }
  }
}

/// Listens for the notification that somebody has signed in or out, while it lives.
private final class AccountObserver {
  private let token: any NSObjectProtocol

  init(_ body: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { _ in body() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
