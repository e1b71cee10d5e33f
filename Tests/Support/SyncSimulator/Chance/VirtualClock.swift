// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The time of a run, which advances only when the run sets it.
final class VirtualClock: Sendable {
  private let milliseconds: Atomic<Int64>

  init(_ start: Int64 = 1_700_000_000_000) { milliseconds = Atomic(start) }

  /// The time in milliseconds since 1970.
  var now: Int64 {
    get { milliseconds.load(ordering: .relaxed) }
    set { milliseconds.store(newValue, ordering: .relaxed) }
  }

  var date: Date { Date(timeIntervalSince1970: Double(now) / 1000) }
}

/// The clock of a device: the virtual clock plus an offset.
final class DeviceClock: Sendable {
  private let clock: VirtualClock
  private let lead: Atomic<Int64>

  init(_ clock: VirtualClock, lead: Int64) {
    self.clock = clock
    self.lead = Atomic(lead)
  }

  /// The time in milliseconds since 1970.
  var now: Int64 { clock.now + lead.load(ordering: .relaxed) }

  var date: Date { Date(timeIntervalSince1970: Double(now) / 1000) }

  /// Sets the offset in milliseconds.
  func set(lead: Int64) { self.lead.store(lead, ordering: .relaxed) }
}
