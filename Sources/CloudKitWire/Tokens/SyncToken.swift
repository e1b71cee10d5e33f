// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The content of a sync token.
package enum SyncToken: Sendable, Hashable {
  /// A position in a zone.
  case zone(ZonePosition)
  /// A position in the log of the zones of a public or private database.
  case database(DatabasePosition)
  /// A position in each zone of a shared database.
  case shared(SharedPosition)

  /// A client's position in the zone log of a database.
  package struct DatabasePosition: Sendable, Hashable {
    /// The generation of the sequence to which `position` belongs; renumbering the log changes it.
    package var generation: UInt64
    package var position: UInt64
    /// The epoch of the server's data when it issued the token; nil in tokens of older servers.
    package var epoch: UInt64?

    package init(generation: UInt64, position: UInt64, epoch: UInt64? = nil) {
      self.generation = generation
      self.position = position
      self.epoch = epoch
    }
  }

  /// A client's position in the zones that other users share with it.
  package struct SharedPosition: Sendable, Hashable {
    /// The position in the log of joined and left shares.
    package var memberships: DatabasePosition
    /// The position in each zone, by the server's number of the zone.
    package var zones: [UInt64: ZonePosition]

    package init(memberships: DatabasePosition, zones: [ZonePosition]) {
      self.memberships = memberships
      self.zones = Dictionary(zones.map { ($0.zone, $0) }, uniquingKeysWith: { $1 })
    }
  }

  var kind: UInt8 {
    switch self {
    case .zone: 1
    case .database: 2
    case .shared: 3
    }
  }

  var payload: [UInt8] {
    var writer = TokenWriter()
    switch self {
    case .zone(let position): position.write(to: &writer)
    case .database(let position):
      writer.integer(position.generation)
      writer.integer(position.position)
      if let epoch = position.epoch { writer.integer(epoch) }
    case .shared(let position):
      writer.integer(position.memberships.generation)
      writer.integer(position.memberships.position)
      writer.integer(UInt64(position.zones.count))
      for zone in position.zones.keys.sorted() { position.zones[zone]?.write(to: &writer) }
    }
    return writer.bytes
  }

  init(kind: UInt8, _ payload: [UInt8]) throws(TokenError) {
    var reader = TokenReader(payload)
    switch kind {
    case 1: self = .zone(try ZonePosition(&reader))
    case 2:
      var position = DatabasePosition(
        generation: try reader.integer(), position: try reader.integer())
      if !reader.isAtEnd { position.epoch = try reader.integer() }
      self = .database(position)
    case 3:
      let memberships = DatabasePosition(
        generation: try reader.integer(), position: try reader.integer())
      var zones: [ZonePosition] = []
      for _ in 0..<(try reader.integer()) { zones.append(try ZonePosition(&reader)) }
      self = .shared(SharedPosition(memberships: memberships, zones: zones))
    default: throw .wrongKind
    }
    try reader.end()
  }
}
