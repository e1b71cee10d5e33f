// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The connections that wait for a request, the longest first.
///
/// Whoever opens many and sends nothing would keep others out until their time is over. So when nearly
/// as many are open as may be, the one that has waited longest makes room for each that is opened.
package final class IdleConnections: Sendable {
  /// What stands for a connection while it waits.
  struct Ticket {
    fileprivate let number: UInt64
  }

  private struct State {
    var open = 0
    var next: UInt64 = 0
    /// No waiting connection has a smaller number.
    var first: UInt64 = 0
    var waiting: [UInt64: any Channel] = [:]

    mutating func popLongest() -> (any Channel)? {
      while first < next {
        defer { first += 1 }
        if let channel = waiting.removeValue(forKey: first) { return channel }
      }
      return nil
    }
  }

  /// Connections from which on room is made: a sixteenth is kept free.
  private let threshold: Int
  private let state = Mutex(State())

  /// Room for so many open connections.
  package init(limit: Int) { threshold = max(1, limit - max(1, limit / 16)) }

  /// A connection was opened; the one that makes room for it is closed.
  func open() {
    let superfluous = state.withLock { state in
      state.open += 1
      return state.open > threshold ? state.popLongest() : nil
    }
    superfluous?.close(promise: nil)
  }

  func close() { state.withLock { $0.open -= 1 } }

  /// From now on a connection waits.
  func beginWaiting(_ channel: any Channel) -> Ticket {
    state.withLock { state in
      defer { state.next += 1 }
      state.waiting[state.next] = channel
      return Ticket(number: state.next)
    }
  }

  func endWaiting(_ ticket: Ticket) {
    state.withLock { _ = $0.waiting.removeValue(forKey: ticket.number) }
  }
}
