// Cairn
// SPDX-License-Identifier: Apache-2.0

/// When something was written, in an order that all devices agree on.
///
/// Milliseconds since 1970 and, for writes of one millisecond, a counter; for equal ones the device.
/// A write that knew of another has the greater timestamp, whatever the devices' clocks say.
package struct HybridTimestamp: Hashable, Sendable, Codable, Comparable {
  /// 48 bits of milliseconds above 16 bits of counter.
  package let packed: UInt64
  /// The device that wrote; 0 for a writer that has no clock of ours.
  package let node: UInt64

  /// A timestamp as it is kept.
  package init(packed: UInt64, node: UInt64) {
    self.packed = packed
    self.node = node
  }

  /// A timestamp of a millisecond since 1970; what 48 bits can't hold becomes the nearest that they
  /// can.
  package init(milliseconds: Int64, counter: UInt16 = 0, node: UInt64) {
    let time = UInt64(Swift.max(0, Swift.min(milliseconds, Self.latestMillisecond)))
    self.init(packed: time << 16 | UInt64(counter), node: node)
  }

  /// Before all others.
  package static let distantPast = HybridTimestamp(packed: 0, node: 0)

  private static let latestMillisecond: Int64 = 1 << 48 - 1
  /// The last counter of a millisecond; those above are of times that were not believed.
  static let latestCounter: UInt16 = .max >> 1

  /// Milliseconds since 1970.
  package var milliseconds: Int64 { Int64(packed >> 16) }
  /// Which one of the millisecond it is.
  package var counter: UInt16 { UInt16(truncatingIfNeeded: packed) }

  /// The timestamp of what an object was made with that others may make as well: before all that is written
  /// to any of them later, and in the order of the making.
  ///
  /// A quarter of the time, which is before ``makingEnd`` for what is made until 2109; of what a new object
  /// has by default a quarter of that.
  var asMade: HybridTimestamp { HybridTimestamp(packed: packed >> 2, node: node) }

  /// Whether it is one of making: no clock that is right says such a time.
  var isOfMaking: Bool { milliseconds < Self.makingEnd }

  /// When it was, by the clock of who wrote: milliseconds since 1970.
  var writtenMilliseconds: Int64 {
    if !isOfMaking { return milliseconds }
    return milliseconds < Self.makingEnd >> 2 ? milliseconds << 4 : milliseconds << 2
  }

  /// Which one of its millisecond it was, by the clock of who wrote, as far as that is kept; 0 for what a new
  /// object has by default.
  var writtenCounter: UInt16 {
    if !isOfMaking { return counter }
    return milliseconds < Self.makingEnd >> 2 ? 0 : counter << 2
  }

  /// In November 2004.
  private static let makingEnd: Int64 = 1 << 40

  package static func < (lhs: HybridTimestamp, rhs: HybridTimestamp) -> Bool {
    (lhs.packed, lhs.node) < (rhs.packed, rhs.node)
  }

  /// The timestamp, or the next one of its device after that of what is replaced.
  ///
  /// A write knew of what it replaces, so that it is later whatever the clocks say.
  package func replacing(_ previous: HybridTimestamp) -> HybridTimestamp {
    self > previous
      ? self : HybridTimestamp(packed: Self.next(after: previous.packed), node: node)
  }

  /// The next packed time after one, whose counter runs over into its milliseconds.
  static func next(after packed: UInt64) -> UInt64 {
    let isLast = UInt16(truncatingIfNeeded: packed) >= latestCounter
    let (next, overflow) = (isLast ? packed | UInt64(UInt16.max) : packed)
      .addingReportingOverflow(1)
    return overflow ? .max : next
  }
}
