// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
  private let time: Mutex<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    time = Mutex(date)
  }

  var now: Date { time.withLock { $0 } }

  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}
