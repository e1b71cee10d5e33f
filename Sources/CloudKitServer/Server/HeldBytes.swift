// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Synchronization

/// The bytes of requests and answers that are held in memory, of each caller and of all together.
///
/// Somebody who sends without an end, or asks and does not read, uses up their own share, and not the
/// memory.
package final class HeldBytes: Sendable {
  private struct State {
    var total = 0
    var callers: [String: Int] = [:]
  }

  /// What one request holds; it is given back when this goes.
  package final class Share: Sendable {
    private let bytes: HeldBytes
    private let caller: String
    private let count = Mutex(0)

    fileprivate init(_ bytes: HeldBytes, _ caller: String) {
      self.bytes = bytes
      self.caller = caller
    }

    deinit { bytes.change(by: -count.withLock { $0 }, caller) }

    /// Holds more.
    ///
    /// - throws: `TRY_AGAIN_LATER` if that is more than there is room for.
    package func add(_ more: Int) throws(ServerFailure) {
      guard bytes.take(more, caller) else {
        throw ServerFailure(
          .tryAgainLater, "the server has as much in hand as it can hold", retryAfter: 1)
      }
      count.withLock { $0 += more }
    }

    /// Holds so many from now on, also where that is more than there is room for.
    package func set(to number: Int) {
      let change = count.withLock { count in
        defer { count = number }
        return number - count
      }
      bytes.change(by: change, caller)
    }

    package var held: Int { count.withLock { $0 } }
  }

  private let limit: Int
  private let callerLimit: Int
  private let state = Mutex(State())

  /// Room for so many bytes, a third of it for each caller.
  package init(limit: Int) {
    self.limit = limit
    callerLimit = limit / 3
  }

  /// How many are held.
  package var total: Int { state.withLock { $0.total } }

  /// What a request of a caller holds: nothing yet.
  package func share(of caller: String) -> Share { Share(self, caller) }

  private func take(_ more: Int, _ caller: String) -> Bool {
    state.withLock { state in
      guard state.total + more <= limit,
        state.callers[caller, default: 0] + more <= callerLimit
      else { return false }
      state.total += more
      state.callers[caller, default: 0] += more
      return true
    }
  }

  private func change(by number: Int, _ caller: String) {
    if number == 0 { return }
    state.withLock { state in
      state.total += number
      state.callers[caller, default: 0] += number
      if state.callers[caller] == 0 { state.callers[caller] = nil }
    }
  }
}
