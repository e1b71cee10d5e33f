// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Generates the timestamps of a device's writes.
///
/// Timestamps advance with the wall clock and with the timestamps seen from other devices. So if
/// one of two writes knew of the other, its timestamp is always the later one.
///
/// ## Wrong clocks
///
/// Timestamps are accepted only within bounds:
/// - A timestamp in a record dated by the server is accepted up to ``maximumDrift`` after that
///   date, since a value is written before it is saved. A later timestamp is replaced by the
///   server's date. This date is equal for all devices, and so is the result.
/// - A timestamp without a server's date is accepted up to ``maximumDrift`` after the local clock.
///   A replaced timestamp has a mark that identifies its write (``isSameWrite(_:_:)``), since the
///   server may date the same copy again.
/// - After a fast local clock is corrected, new timestamps use the corrected time, but are never
///   before a write that they replace (``HybridTimestamp/replacing(_:)``).
///
/// So a device whose clock is days ahead wins until its changes first reach the server, and not
/// after. A device whose clock is behind loses only against writes that it has not seen.
package struct HybridLogicalClock: Hashable, Sendable, Codable {
  /// The maximum time by which an accepted clock is ahead of another, in milliseconds: one minute.
  package static let maximumDrift: Int64 = 60_000

  /// The device's number, unique and not 0.
  package let node: UInt64
  /// The latest time generated or seen, packed.
  package private(set) var latest: UInt64
  /// The latest date seen from the server, in milliseconds since 1970: a lower bound of the current
  /// time.
  package private(set) var serverTime: Int64

  /// Creates the clock of a device that has written and seen nothing yet.
  package init(node: UInt64) {
    self.node = node
    latest = 0
    serverTime = 0
  }

  /// The clock of another device that has seen the same timestamps.
  package func renumbered(_ node: UInt64) -> HybridLogicalClock {
    var clock = HybridLogicalClock(node: node)
    clock.latest = latest
    clock.serverTime = serverTime
    return clock
  }

  /// Generates the timestamp of a write at a time of the wall clock, in milliseconds since 1970.
  ///
  /// It is later than all timestamps that this clock has generated, or has seen within bounds.
  package mutating func tick(now: Int64) -> HybridTimestamp {
    let now = Swift.max(now, serverTime)
    var time = HybridTimestamp(milliseconds: now, node: node).packed
    if latest >= time, latest <= Self.bound(now) { time = HybridTimestamp.next(after: latest) }
    latest = time
    return HybridTimestamp(packed: time, node: node)
  }

  /// Records a timestamp from another device, and returns the accepted one.
  ///
  /// `modified` is the server's date of the timestamp's record, nil if there is none; both times
  /// are milliseconds since 1970.
  package mutating func receive(_ timestamp: HybridTimestamp, modified: Int64?, now: Int64)
    -> HybridTimestamp
  {
    if let modified { serverTime = Swift.max(serverTime, modified) }
    let now = Swift.max(now, serverTime)
    let believed = Self.bounded(timestamp, modified: modified ?? now)
    if believed.packed > latest || latest > Self.bound(now) { latest = believed.packed }
    return believed
  }

  /// The accepted timestamp of a record that the server saved at `modified`.
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

  /// The mark that replaces the counter of a rejected timestamp: a digest of 15 bits after a bit
  /// that no counter has.
  private static func mark(_ timestamp: HybridTimestamp) -> UInt16 {
    ~HybridTimestamp.latestCounter
      | UInt16(truncatingIfNeeded: (timestamp.packed &* 0x9E37_79B9_7F4A_7C15) >> 49)
  }

  /// A timestamp of a record that the server saved at `modified`, limited to the latest accepted
  /// one.
  static func limited(_ timestamp: HybridTimestamp, modified: Int64) -> HybridTimestamp {
    HybridTimestamp(packed: Swift.min(timestamp.packed, bound(modified)), node: timestamp.node)
  }

  /// Whether ``bounded(_:modified:)`` has replaced a later timestamp by this one.
  static func isBounded(_ timestamp: HybridTimestamp) -> Bool {
    timestamp.writtenCounter & ~HybridTimestamp.latestCounter != 0
  }

  /// Whether two timestamps are of one write; the server's date may have replaced either.
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
