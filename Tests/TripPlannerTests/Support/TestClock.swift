// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that a test sets; each reading is a second later.
final class TestClock: Sendable {
  private let seconds: Mutex<Double>

  init(_ start: Double = 800_000_000) { seconds = Mutex(start) }

  var now: Date {
    seconds.withLock { seconds in
      seconds += 1
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
  }

  func advance(_ interval: Double) { seconds.withLock { $0 += interval } }

  /// The clock as a function.
  var function: @Sendable () -> Date { { self.now } }
}
