// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The time of a write, in an order that all devices agree on.
///
/// It consists of milliseconds since 1970, a counter for writes in one millisecond, and the device.
/// A write that knew of another has the greater timestamp, regardless of the devices' clocks.
package struct HybridTimestamp: Hashable, Sendable, Codable, Comparable {
  /// 48 bits of milliseconds above 16 bits of counter.
  package let packed: UInt64
  /// The device that wrote; 0 for a writer without such a clock.
  package let node: UInt64

  /// Creates a timestamp from its packed time.
  package init(packed: UInt64, node: UInt64) {
    self.packed = packed
    self.node = node
  }

  /// Creates a timestamp of a time in milliseconds since 1970, clamped to 48 bits.
  package init(milliseconds: Int64, counter: UInt16 = 0, node: UInt64) {
    let time = UInt64(Swift.max(0, Swift.min(milliseconds, Self.latestMillisecond)))
    self.init(packed: time << 16 | UInt64(counter), node: node)
  }

  /// The earliest timestamp.
  package static let distantPast = HybridTimestamp(packed: 0, node: 0)

  private static let latestMillisecond: Int64 = 1 << 48 - 1
  /// The last counter of a millisecond; greater ones mark rejected times.
  static let latestCounter: UInt16 = .max >> 1

  /// Milliseconds since 1970.
  package var milliseconds: Int64 { Int64(packed >> 16) }
  /// The counter in the millisecond.
  package var counter: UInt16 { UInt16(truncatingIfNeeded: packed) }

  /// The creation time of an object that other devices may create too: before all later writes to
  /// any of them, and in the order of creation.
  ///
  /// It is a quarter of the time, which is before ``makingEnd`` for objects created until 2109; for
  /// default values of a new object, it is a quarter of that.
  var asMade: HybridTimestamp { HybridTimestamp(packed: packed >> 2, node: node) }

  /// Whether it is a creation time: no correct clock has such a time.
  var isOfMaking: Bool { milliseconds < Self.makingEnd }

  /// The time by the writer's clock, in milliseconds since 1970.
  var writtenMilliseconds: Int64 {
    if !isOfMaking { return milliseconds }
    return milliseconds < Self.makingEnd >> 2 ? milliseconds << 4 : milliseconds << 2
  }

  /// The counter in the millisecond by the writer's clock, as far as it is stored; 0 for default
  /// values of a new object.
  var writtenCounter: UInt16 {
    if !isOfMaking { return counter }
    return milliseconds < Self.makingEnd >> 2 ? 0 : counter << 2
  }

  /// In November 2004.
  private static let makingEnd: Int64 = 1 << 40

  package static func < (lhs: HybridTimestamp, rhs: HybridTimestamp) -> Bool {
    (lhs.packed, lhs.node) < (rhs.packed, rhs.node)
  }

  /// The timestamp, or the next one after a replaced timestamp if that is not earlier.
  ///
  /// A write knows the value it replaces, so it is later, regardless of the clocks.
  package func replacing(_ previous: HybridTimestamp) -> HybridTimestamp {
    self > previous
      ? self : HybridTimestamp(packed: Self.next(after: previous.packed), node: node)
  }

  /// The next packed time; the counter overflows into the milliseconds.
  static func next(after packed: UInt64) -> UInt64 {
    let isLast = UInt16(truncatingIfNeeded: packed) >= latestCounter
    let (next, overflow) = (isLast ? packed | UInt64(UInt16.max) : packed)
      .addingReportingOverflow(1)
    return overflow ? .max : next
  }
}
