// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that a test advances.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
