// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Synchronization

/// A budget for the bytes of request and response bodies in memory, per caller and in total.
///
/// A caller that sends an endless body, or that does not read its responses, exhausts its own share
/// instead of the server's memory.
package final class MemoryBudget: Sendable {
  private struct State {
    var total = 0
    var callers: [String: Int] = [:]
  }

  /// The bytes that one request holds; its deinitializer returns them to the budget.
  package final class Share: Sendable {
    private let budget: MemoryBudget
    private let caller: String
    private let count = Mutex(0)

    fileprivate init(_ budget: MemoryBudget, _ caller: String) {
      self.budget = budget
      self.caller = caller
    }

    deinit { budget.change(by: -count.withLock { $0 }, caller) }

    /// Adds bytes to the share.
    ///
    /// - Parameter more: The number of bytes to add.
    /// - Throws: `TRY_AGAIN_LATER` if the budget of the caller or of the server is exhausted.
    package func add(_ more: Int) throws(ServerFailure) {
      guard budget.reserve(more, caller) else {
        throw ServerFailure(
          .tryAgainLater, "the server's request buffers are full; retry", retryAfter: 1)
      }
      count.withLock { $0 += more }
    }

    /// Sets the number of bytes in the share, even beyond the budget.
    package func set(to number: Int) {
      let change = count.withLock { count in
        defer { count = number }
        return number - count
      }
      budget.change(by: change, caller)
    }

    /// The number of bytes in the share.
    package var held: Int { count.withLock { $0 } }
  }

  private let limit: Int
  private let callerLimit: Int
  private let state = Mutex(State())
  private let trimmer: MemoryTrimmer?

  /// A budget of `limit` bytes, a third of it for each caller.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes in total.
  ///   - trimmer: Returns released memory to the operating system, if given.
  package init(limit: Int, trimmer: MemoryTrimmer? = nil) {
    self.limit = limit
    self.trimmer = trimmer
    callerLimit = limit / 3
  }

  /// The number of bytes in use.
  package var total: Int { state.withLock { $0.total } }

  /// An empty share for one request of a caller.
  package func share(of caller: String) -> Share { Share(self, caller) }

  private func reserve(_ more: Int, _ caller: String) -> Bool {
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
    if number < 0 { trimmer?.didRelease(-number) }
  }
}
