// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where a reader of a zone's changes stands.
///
/// Changes are numbered, each with the zone's next number. `numbering` says which sequence of numbers is
/// meant: a zone that is deleted and made again has a new one, so has one that is numbered anew as a
/// whole; then a token is expired. Records that become visible to somebody later (an accepted share) are
/// given new, higher numbers in the numbering that this reader follows, which may be one of their own:
/// then no token expires and none is skipped.
package struct ZonePosition: Sendable, Hashable {
  /// The server's number of the zone, never used twice.
  package var zone: UInt64
  /// The sequence that `position` counts in.
  package var numbering: UInt64
  /// The number of the last change that was read.
  package var position: UInt64
  /// Where a walk from the newest to the oldest stands, while there is one.
  package var walk: Walk?
  /// The history of the server's data in which the token was given; nil in tokens of older servers.
  ///
  /// The position may be of an earlier history than that: who reads from the start after a backup was
  /// restored goes through what was numbered before.
  package var epoch: UInt64?

  /// A walk from the newest change to the oldest.
  package struct Walk: Sendable, Hashable {
    /// The newest number when the walk began: what comes after it is read once the walk is over.
    package var newest: UInt64
    /// The walk goes on with numbers below this one.
    package var below: UInt64

    package init(newest: UInt64, below: UInt64) {
      self.newest = newest
      self.below = below
    }
  }

  package init(
    zone: UInt64, numbering: UInt64, position: UInt64, walk: Walk? = nil, epoch: UInt64? = nil
  ) {
    self.zone = zone
    self.numbering = numbering
    self.position = position
    self.walk = walk
    self.epoch = epoch
  }

  /// What follows the position, as bits.
  private static let walkBit: UInt64 = 1
  private static let epochBit: UInt64 = 2

  func write(to writer: inout TokenWriter) {
    writer.integer(zone)
    writer.integer(numbering)
    writer.integer(position)
    writer.integer((walk == nil ? 0 : Self.walkBit) | (epoch == nil ? 0 : Self.epochBit))
    if let walk {
      writer.integer(walk.newest)
      writer.integer(walk.below)
    }
    if let epoch { writer.integer(epoch) }
  }

  init(_ reader: inout TokenReader) throws(TokenError) {
    zone = try reader.integer()
    numbering = try reader.integer()
    position = try reader.integer()
    let parts = try reader.integer()
    guard parts & ~(Self.walkBit | Self.epochBit) == 0 else { throw .malformed }
    if parts & Self.walkBit != 0 {
      walk = Walk(newest: try reader.integer(), below: try reader.integer())
    }
    if parts & Self.epochBit != 0 { epoch = try reader.integer() }
  }
}
