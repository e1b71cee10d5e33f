// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Synchronization

/// Limits the number of concurrent operations, per caller and in total.
///
/// Waiting operations start in first-in, first-out order; callers at their own limit are skipped.
package final class ConcurrencyLimiter: Sendable {
  /// The limits on running and on waiting operations.
  package struct Limits: Sendable {
    package var perCaller: Int
    package var total: Int
    /// The maximum number of waiting operations of one caller.
    package var waiting: Int
    package var allWaiting: Int

    package init(perCaller: Int, total: Int, waiting: Int, allWaiting: Int) {
      self.perCaller = perCaller
      self.total = total
      self.waiting = waiting
      self.allWaiting = allWaiting
    }
  }

  private struct Waiter {
    let number: UInt64
    let caller: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running: [String: Int] = [:]
    var total = 0
    var waiters: [Waiter] = []
    var next: UInt64 = 0
    /// The waiters that were cancelled before they were enqueued.
    var cancelled = Set<UInt64>()
  }

  private let limits: Limits
  private let state = Mutex(State())

  package init(_ limits: Limits) { self.limits = limits }

  /// The numbers of running and of waiting operations.
  package var load: (running: Int, waiting: Int) {
    state.withLock { ($0.total, $0.waiters.count) }
  }

  /// Runs an operation as soon as the limits allow it.
  ///
  /// - Parameters:
  ///   - caller: The key of the caller.
  ///   - body: The operation.
  /// - Returns: The operation's result.
  /// - Throws: `THROTTLED` if too many operations wait, or the operation's error.
  package func run<Value: Sendable>(
    _ caller: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await enter(caller)
    defer { leave(caller) }
    return try await body()
  }

  private func enter(_ caller: String) async throws {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if mayRun(caller, state) {
            begin(caller, &state)
            return .success(())
          }
          guard state.waiters.count < limits.allWaiting,
            state.waiters.count(where: { $0.caller == caller }) < limits.waiting
          else {
            return .failure(
              ServerFailure(.throttled, "too many requests at once", retryAfter: 1))
          }
          state.waiters.append(
            Waiter(number: number, caller: caller, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.waiters.remove(at: index)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  private func leave(_ caller: String) {
    let next = state.withLock { state -> [Waiter] in
      state.total -= 1
      state.running[caller, default: 1] -= 1
      if state.running[caller] == 0 { state.running[caller] = nil }
      var next: [Waiter] = []
      while let index = state.waiters.firstIndex(where: { mayRun($0.caller, state) }) {
        let waiter = state.waiters.remove(at: index)
        begin(waiter.caller, &state)
        next.append(waiter)
      }
      return next
    }
    for waiter in next { waiter.continuation.resume() }
  }

  private func mayRun(_ caller: String, _ state: State) -> Bool {
    state.total < limits.total && state.running[caller] ?? 0 < limits.perCaller
  }

  private func begin(_ caller: String, _ state: inout State) {
    state.total += 1
    state.running[caller, default: 0] += 1
  }
}
