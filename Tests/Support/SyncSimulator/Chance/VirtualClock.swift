// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The time of a history: it goes on when the history says so.
final class VirtualClock: Sendable {
  private let milliseconds: Atomic<Int64>

  init(_ start: Int64 = 1_700_000_000_000) { milliseconds = Atomic(start) }

  /// In milliseconds since 1970.
  var now: Int64 {
    get { milliseconds.load(ordering: .relaxed) }
    set { milliseconds.store(newValue, ordering: .relaxed) }
  }

  var date: Date { Date(timeIntervalSince1970: Double(now) / 1000) }
}

/// The clock of a device: that of the history, and what it is ahead.
final class DeviceClock: Sendable {
  private let clock: VirtualClock
  private let lead: Atomic<Int64>

  init(_ clock: VirtualClock, lead: Int64) {
    self.clock = clock
    self.lead = Atomic(lead)
  }

  /// In milliseconds since 1970.
  var now: Int64 { clock.now + lead.load(ordering: .relaxed) }

  var date: Date { Date(timeIntervalSince1970: Double(now) / 1000) }

  /// Sets it; milliseconds that it is ahead.
  func set(lead: Int64) { self.lead.store(lead, ordering: .relaxed) }
}
