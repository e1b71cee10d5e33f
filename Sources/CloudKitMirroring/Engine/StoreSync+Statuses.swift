// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension StoreSync {
  /// The subscribers to status changes.
  final class Watchers: Sendable {
    private struct State {
      var next = 0
      var continuations: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func add(_ continuation: AsyncStream<SyncStatus>.Continuation) -> Int {
      state.withLock { state in
        state.next += 1
        state.continuations[state.next] = continuation
        return state.next
      }
    }

    func remove(_ number: Int) { state.withLock { $0.continuations[number] = nil } }

    func tell(_ status: SyncStatus) {
      for continuation in state.withLock({ Array($0.continuations.values) }) {
        continuation.yield(status)
      }
    }

    deinit {
      for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
    }
  }

  /// The current status and each later one, until the sequence is cancelled or mirroring ends.
  ///
  /// - Parameter bufferingPolicy: The statuses to buffer for a slow reader; by default the newest one.
  /// - Returns: The sequence.
  package func statuses(
    bufferingPolicy: AsyncStream<SyncStatus>.Continuation.BufferingPolicy = .bufferingNewest(1)
  ) -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: bufferingPolicy)
    let number = watchers.add(continuation)
    continuation.onTermination = { [weak watchers] _ in watchers?.remove(number) }
    continuation.yield(status)
    return stream
  }

  /// The numbers of records received and sent since mirroring began.
  package func counts() async throws -> SyncCounts { try await engine.counts() }

  /// The ID of another process that mirrors the store instead of this one; nil if there is none.
  package var otherProcess: Int32? { engine.otherProcess }
}
