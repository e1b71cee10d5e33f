// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Passes on, within the process, whose devices a commit has something to tell.
final class NotificationSignals: Sendable {
  private struct State {
    var observers: [Int: @Sendable (Set<Int64>) -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func send(_ subscribers: Set<Int64>) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(subscribers) }
  }

  func add(_ observer: @escaping @Sendable (Set<Int64>) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ number: Int) { state.withLock { $0.observers[number] = nil } }
}
