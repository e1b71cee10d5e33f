// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension StoreSync {
  /// Who is told of each status.
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

  /// Each status from the current one on, until it isn't looked at any more or the mirroring goes.
  ///
  /// Of several that wait to be looked at only the newest is given.
  package func statuses() -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    let number = watchers.add(continuation)
    continuation.onTermination = { [weak watchers] _ in watchers?.remove(number) }
    continuation.yield(status)
    return stream
  }

  /// How many records have come and gone since the store is mirrored.
  package func counts() async throws -> SyncCounts { try await engine.counts() }

  /// The number of another process that mirrors the store in place of this one; nil if there is none.
  package var otherProcess: Int32? { engine.otherProcess }
}
