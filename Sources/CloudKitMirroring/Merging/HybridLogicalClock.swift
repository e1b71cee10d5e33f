// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Gives a device's writes their timestamps.
///
/// The times of the wall clock go forward together with those that were seen from other devices, so
/// that who wrote last of two that knew of each other is never in doubt.
///
/// ## Clocks that are wrong
///
/// No clock is believed without bounds:
/// - A timestamp of a record that the server dates is believed up to ``maximumDrift`` after that date,
///   since nothing can be written after it was saved. A later one counts as written at the server's
///   date. The server's date is the same for all, and so is what they believe.
/// - One that no server has dated is believed up to ``maximumDrift`` after one's own clock.
///   What is left of such a time says which write it was (``isSameWrite(_:_:)``), as the server may date the
///   same copy again.
/// - One's own clock that was ahead and is right again goes on from the right time, though never
///   before what a write replaces (``HybridTimestamp/replacing(_:)``).
///
/// So a device whose clock is days ahead wins until its changes first reach the server, and not after.
/// One whose clock is behind loses only against what it has not seen.
package struct HybridLogicalClock: Hashable, Sendable, Codable {
  /// Milliseconds by which a clock may be ahead of another and is believed still: one minute.
  package static let maximumDrift: Int64 = 60_000

  /// The device; another number than 0 and than all others'.
  package let node: UInt64
  /// The latest time given or seen, packed.
  package private(set) var latest: UInt64
  /// The latest date seen that the server gave, in milliseconds since 1970: no earlier time is now.
  package private(set) var serverTime: Int64

  /// A clock of a device that has written and seen nothing yet.
  package init(node: UInt64) {
    self.node = node
    latest = 0
    serverTime = 0
  }

  /// The timestamp of a write at a time of the wall clock, in milliseconds since 1970.
  ///
  /// It is later than all that this clock gave and saw within bounds.
  package mutating func tick(now: Int64) -> HybridTimestamp {
    let now = Swift.max(now, serverTime)
    var time = HybridTimestamp(milliseconds: now, node: node).packed
    if latest >= time, latest <= Self.bound(now) { time = HybridTimestamp.next(after: latest) }
    latest = time
    return HybridTimestamp(packed: time, node: node)
  }

  /// Notes a timestamp from another device, and returns what is believed of it.
  ///
  /// `modified` is the server's date of the record that it stands in, nil if there is none; both
  /// times are milliseconds since 1970.
  package mutating func receive(_ timestamp: HybridTimestamp, modified: Int64?, now: Int64)
    -> HybridTimestamp
  {
    if let modified { serverTime = Swift.max(serverTime, modified) }
    let now = Swift.max(now, serverTime)
    let believed = Self.bounded(timestamp, modified: modified ?? now)
    if believed.packed > latest || latest > Self.bound(now) { latest = believed.packed }
    return believed
  }

  /// A timestamp as far as it is believed of a record that the server saved at `modified`.
  package static func bounded(_ timestamp: HybridTimestamp, modified: Int64) -> HybridTimestamp {
    if timestamp.isOfMaking {
      let end = bound(modified) >> 2
      return timestamp.packed <= end
        ? timestamp
        : HybridTimestamp(milliseconds: modified, counter: mark(timestamp), node: timestamp.node)
          .asMade
    }
    if timestamp.packed <= bound(modified) { return timestamp }
    return HybridTimestamp(
      milliseconds: modified, counter: mark(timestamp), node: timestamp.node)
  }

  /// What is kept of a timestamp that is not believed, in place of the counter: a digest of 15 bits after a bit
  /// that no counter has.
  private static func mark(_ timestamp: HybridTimestamp) -> UInt16 {
    ~HybridTimestamp.latestCounter
      | UInt16(truncatingIfNeeded: (timestamp.packed &* 0x9E37_79B9_7F4A_7C15) >> 49)
  }

  /// A timestamp of a record that the server saved at `modified`, or the latest that is believed of one.
  static func limited(_ timestamp: HybridTimestamp, modified: Int64) -> HybridTimestamp {
    HybridTimestamp(packed: Swift.min(timestamp.packed, bound(modified)), node: timestamp.node)
  }

  /// Whether a timestamp is what ``bounded(_:modified:)`` made of a later one.
  static func isBounded(_ timestamp: HybridTimestamp) -> Bool {
    timestamp.writtenCounter & ~HybridTimestamp.latestCounter != 0
  }

  /// Whether two timestamps are of one write, which the server may have dated, or dated twice.
  static func isSameWrite(_ first: HybridTimestamp, _ second: HybridTimestamp) -> Bool {
    if first == second { return true }
    guard first.node == second.node, first.isOfMaking == second.isOfMaking,
      isBounded(first) || isBounded(second)
    else { return false }
    func mark(_ timestamp: HybridTimestamp) -> UInt16 {
      let mark = isBounded(timestamp) ? timestamp.writtenCounter : Self.mark(timestamp)
      return first.isOfMaking ? mark & ~3 : mark
    }
    return mark(first) == mark(second)
  }

  private static func bound(_ milliseconds: Int64) -> UInt64 {
    let (end, overflow) = milliseconds.addingReportingOverflow(maximumDrift)
    return HybridTimestamp(milliseconds: overflow ? .max : end, counter: .max, node: 0).packed
  }
}
