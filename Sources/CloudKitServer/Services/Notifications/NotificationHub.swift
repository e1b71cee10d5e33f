// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where clients wait for notifications: each commit wakes those whom it concerns.
///
/// One watch and one timer serve all, and only while somebody waits. Nothing that is told goes through
/// here: who is woken looks at the storage.
package final class NotificationHub: Sendable {
  /// What ended a wait.
  enum Wake: Sendable {
    /// There may be something to tell.
    case changed
    case timedOut
    /// The device waits on too many connections, of which this was the oldest.
    case superseded
    /// The server shuts down, or the client is gone.
    case ended
  }

  /// A place in the hub, from before a client looks until after it has waited.
  struct Ticket: Sendable {
    fileprivate let number: UInt64
  }

  fileprivate struct Waiter {
    let subscriber: Int64
    let device: Int64
    /// What came while nobody waited for it.
    var wake: Wake?
    var continuation: CheckedContinuation<Wake, Never>?
    var deadline: ContinuousClock.Instant?
  }

  fileprivate struct State {
    var waiters: [UInt64: Waiter] = [:]
    var bySubscriber: [Int64: Set<UInt64>] = [:]
    var byDevice: [Int64: [UInt64]] = [:]
    /// The place that each connection has taken last.
    var byConnection: [ObjectIdentifier: UInt64] = [:]
    var next: UInt64 = 0
    var isClosed = false
    var isTicking = false
  }

  /// Connections on which one device may wait: more than one, since those that broke are not noticed at once.
  static let waitsOfDevice = 4
  /// Rounds of the timer without anybody waiting after which it ends.
  private static let idleRounds = 20

  private let storage: any ServerStorage
  private let tick: Duration
  private let state = Mutex(State())

  /// A hub whose timer looks for waits to end at an interval.
  package init(_ storage: any ServerStorage, tick: Duration = .seconds(1)) {
    self.storage = storage
    self.tick = tick
  }

  /// How many clients wait.
  package var count: Int { state.withLock { $0.waiters.count } }

  // MARK: Waiting

  /// Takes a place: from now on no wake is missed.
  func enter(subscriber: Int64, device: Int64) -> Ticket {
    let (ticket, superseded, starts) = state.withLock { state in
      state.next += 1
      let number = state.next
      var waiter = Waiter(subscriber: subscriber, device: device)
      if state.isClosed { waiter.wake = .ended }
      state.waiters[number] = waiter
      state.bySubscriber[subscriber, default: []].insert(number)
      state.byDevice[device, default: []].append(number)
      var superseded: CheckedContinuation<Wake, Never>?
      if let oldest = state.byDevice[device]?.first,
        state.byDevice[device]?.count ?? 0 > Self.waitsOfDevice
      {
        superseded = state.wake(oldest, .superseded)
        state.byDevice[device]?.removeFirst()
      }
      let starts = !state.isTicking && !state.isClosed
      state.isTicking = state.isTicking || starts
      return (Ticket(number: number), superseded, starts)
    }
    superseded?.resume(returning: .superseded)
    if starts { Task { await run() } }
    return ticket
  }

  /// Waits until something comes, at most until a moment.
  func wait(_ ticket: Ticket, until deadline: ContinuousClock.Instant) async -> Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          guard var waiter = state.waiters[ticket.number] else { return .ended }
          if let wake = waiter.wake {
            // That the server ends, or the device is served elsewhere, stays so.
            if wake == .changed { waiter.wake = nil }
            state.waiters[ticket.number] = waiter
            return wake
          }
          waiter.continuation = continuation
          waiter.deadline = deadline
          state.waiters[ticket.number] = waiter
          return nil
        }
        if let wake { continuation.resume(returning: wake) }
      }
    } onCancel: {
      resume(state.withLock { $0.wake(ticket.number, .ended).map { [$0] } ?? [] }, .ended)
    }
  }

  func leave(_ ticket: Ticket) {
    state.withLock { state in
      guard let waiter = state.waiters.removeValue(forKey: ticket.number) else { return }
      state.bySubscriber[waiter.subscriber]?.remove(ticket.number)
      if state.bySubscriber[waiter.subscriber]?.isEmpty == true {
        state.bySubscriber[waiter.subscriber] = nil
      }
      state.byDevice[waiter.device]?.removeAll { $0 == ticket.number }
      if state.byDevice[waiter.device]?.isEmpty == true { state.byDevice[waiter.device] = nil }
    }
  }

  // MARK: Connections

  /// Notes on which connection somebody waits, until ``detach(_:)``.
  func attach(_ ticket: Ticket, to connection: ObjectIdentifier) {
    state.withLock { $0.byConnection[connection] = ticket.number }
  }

  /// Ends the wait on a connection, if there is one, since the client has gone.
  func detach(_ connection: ObjectIdentifier) {
    let woken = state.withLock { state in
      state.byConnection.removeValue(forKey: connection).flatMap { state.wake($0, .ended) }
    }
    woken?.resume(returning: .ended)
  }

  // MARK: Waking

  /// Wakes those who wait for some users' notifications; all for nil.
  private func wake(_ subscribers: Set<Int64>?) {
    let woken = state.withLock { state in
      let numbers =
        if let subscribers {
          subscribers.flatMap { state.bySubscriber[$0] ?? [] }
        } else {
          Array(state.waiters.keys)
        }
      return numbers.compactMap { state.wake($0, .changed) }
    }
    resume(woken, .changed)
  }

  /// Ends all waits, those that are yet to come too.
  package func close() {
    let woken = state.withLock { state in
      state.isClosed = true
      return Array(state.waiters.keys).compactMap { state.wake($0, .ended) }
    }
    resume(woken, .ended)
  }

  private func resume(_ continuations: [CheckedContinuation<Wake, Never>], _ wake: Wake) {
    for continuation in continuations { continuation.resume(returning: wake) }
  }

  // MARK: The timer

  /// Watches the storage, and ends waits that are over, as long as anybody waits.
  private func run() async {
    var watch: (any NotificationWatch)?
    var idle = 0
    while true {
      if watch == nil {
        // What fails is tried again: until then waits end by their time alone.
        watch = try? storage.watchNotifications { [weak self] in self?.wake($0) }
      }
      try? await Task.sleep(for: tick)
      let now = ContinuousClock.now
      let (late, isEmpty) = state.withLock { state in
        let late = state.waiters.compactMap { number, waiter in
          waiter.deadline.map { $0 <= now } == true ? number : nil
        }
        return (late.compactMap { state.wake($0, .timedOut) }, state.waiters.isEmpty)
      }
      resume(late, .timedOut)
      idle = isEmpty ? idle + 1 : 0
      guard idle >= Self.idleRounds || isClosed else { continue }
      let ends = state.withLock { state in
        guard state.waiters.isEmpty || state.isClosed else { return false }
        state.isTicking = false
        return true
      }
      if ends { break }
    }
    withExtendedLifetime(watch) {}
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }
}

extension NotificationHub.State {
  /// Takes the continuation of a waiter that waits; of one that does not yet, notes what came.
  fileprivate mutating func wake(_ number: UInt64, _ wake: NotificationHub.Wake)
    -> CheckedContinuation<NotificationHub.Wake, Never>?
  {
    guard let continuation = waiters[number]?.continuation else {
      if wake != .timedOut, waiters[number]?.wake == nil || wake != .changed {
        waiters[number]?.wake = wake
      }
      return nil
    }
    waiters[number]?.continuation = nil
    waiters[number]?.deadline = nil
    // Stays so for the next wait.
    if wake == .ended || wake == .superseded { waiters[number]?.wake = wake }
    return continuation
  }
}
