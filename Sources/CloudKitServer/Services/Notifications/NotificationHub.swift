// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Wakes the clients that wait for notifications, after commits that concern them.
///
/// All clients share one storage watch and one timer, which run only while a client waits. The hub
/// carries no notifications: a woken client reads the storage.
package final class NotificationHub: Sendable {
  /// The reason for the end of a wait.
  enum Wake: Sendable {
    /// The subscriber may have new notifications.
    case changed
    case timedOut
    /// The device waits on too many connections, and this was the oldest.
    case superseded
    /// The server shuts down, or the client disconnected.
    case ended
  }

  /// A registration in the hub, which lasts from before a client's first read until after its last wait.
  struct Ticket: Sendable {
    fileprivate let number: UInt64
  }

  fileprivate struct Waiter {
    let subscriber: Int64
    let device: Int64
    /// A wake between two waits.
    var wake: Wake?
    var continuation: CheckedContinuation<Wake, Never>?
    var deadline: ContinuousClock.Instant?
  }

  fileprivate struct State {
    var waiters: [UInt64: Waiter] = [:]
    var bySubscriber: [Int64: Set<UInt64>] = [:]
    var byDevice: [Int64: [UInt64]] = [:]
    /// The latest ticket of each connection.
    var byConnection: [ObjectIdentifier: UInt64] = [:]
    var next: UInt64 = 0
    var isClosed = false
    var isTicking = false
  }

  /// The connections on which one device may wait; broken ones are detected late, so more than one.
  static let waitsOfDevice = 4
  /// The number of timer rounds without waiting clients after which the timer stops.
  private static let idleRounds = 20

  private let storage: any ServerStorage
  private let tick: Duration
  private let state = Mutex(State())

  /// A hub whose timer checks the deadlines at an interval.
  package init(_ storage: any ServerStorage, tick: Duration = .seconds(1)) {
    self.storage = storage
    self.tick = tick
  }

  /// The number of waiting clients.
  package var count: Int { state.withLock { $0.waiters.count } }

  // MARK: Waiting

  /// Registers a client; from then on it misses no wake.
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

  /// Waits for a wake until a deadline.
  func wait(_ ticket: Ticket, until deadline: ContinuousClock.Instant) async -> Wake {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake: Wake? = state.withLock { state in
          guard var waiter = state.waiters[ticket.number] else { return .ended }
          if let wake = waiter.wake {
            // `ended` and `superseded` are permanent.
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

  /// Records the connection of a ticket, until ``detach(_:)``.
  func attach(_ ticket: Ticket, to connection: ObjectIdentifier) {
    state.withLock { $0.byConnection[connection] = ticket.number }
  }

  /// Ends the wait on a closed connection, if there is one.
  func detach(_ connection: ObjectIdentifier) {
    let woken = state.withLock { state in
      state.byConnection.removeValue(forKey: connection).flatMap { state.wake($0, .ended) }
    }
    woken?.resume(returning: .ended)
  }

  // MARK: Waking

  /// Wakes the clients of some subscribers; all clients for nil.
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

  /// Ends all current and future waits.
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

  /// Watches the storage and ends expired waits, as long as a client waits.
  private func run() async {
    var watch: (any NotificationWatch)?
    var idle = 0
    while true {
      if watch == nil {
        // A failed watch is retried; until then waits end only by their deadlines.
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
  /// Removes and returns a waiter's continuation; if it is not waiting, stores the wake.
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
    // These are permanent, so the next wait ends at once.
    if wake == .ended || wake == .superseded { waiters[number]?.wake = wake }
    return continuation
  }
}
