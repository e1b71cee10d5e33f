// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A client's position in the changes of a zone.
///
/// Each change has the zone's next sequence number. `generation` identifies the sequence. Deleting
/// and recreating a zone, or renumbering it, starts a new generation and expires tokens. Records
/// that become visible later, as with an accepted share, get new, higher numbers in the sequence
/// that the reader follows, which may be the reader's own. No token expires, and the reader misses
/// no record.
package struct ZonePosition: Sendable, Hashable {
  /// The server's number of the zone, never reused.
  package var zone: UInt64
  /// The generation of the sequence to which `position` belongs.
  package var generation: UInt64
  /// The sequence number of the last fetched change.
  package var position: UInt64
  /// The progress of an unfinished newest-first fetch.
  package var walk: Walk?
  /// The epoch of the server's data when it issued the token; nil in tokens of older servers.
  ///
  /// The position may have an earlier epoch: a client that fetches from the start after a restore
  /// reads changes with earlier numbers.
  package var epoch: UInt64?

  /// The progress of a fetch from the newest change to the oldest.
  package struct Walk: Sendable, Hashable {
    /// The highest number at the start; later changes are fetched after the walk ends.
    package var newest: UInt64
    /// The upper bound, exclusive, of the remaining numbers.
    package var below: UInt64

    package init(newest: UInt64, below: UInt64) {
      self.newest = newest
      self.below = below
    }
  }

  package init(
    zone: UInt64, generation: UInt64, position: UInt64, walk: Walk? = nil, epoch: UInt64? = nil
  ) {
    self.zone = zone
    self.generation = generation
    self.position = position
    self.walk = walk
    self.epoch = epoch
  }

  /// Flags for the optional parts after the position.
  private static let walkBit: UInt64 = 1
  private static let epochBit: UInt64 = 2

  func write(to writer: inout TokenWriter) {
    writer.integer(zone)
    writer.integer(generation)
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
    generation = try reader.integer()
    position = try reader.integer()
    let parts = try reader.integer()
    guard parts & ~(Self.walkBit | Self.epochBit) == 0 else { throw .malformed }
    if parts & Self.walkBit != 0 {
      walk = Walk(newest: try reader.integer(), below: try reader.integer())
    }
    if parts & Self.epochBit != 0 { epoch = try reader.integer() }
  }
}
