// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A stored zone.
package struct StoredZone: Sendable, Hashable {
  /// The storage's number of the zone, never reused: a recreated zone has a new number.
  package var id: Int64
  package var database: Int64
  package var name: String
  /// The sequence number of the last change of a record.
  package var position: UInt64
  /// The generation of the sequence numbers in new tokens; each compaction increments it.
  package var generation: UInt64
  /// The lowest valid position of tokens from an earlier generation: older tombstones are removed.
  package var floor: UInt64
  /// The database's sequence number of the last change in this zone.
  package var logPosition: UInt64
  package var isDeleted: Bool
  /// The database's sequence number of the deletion of the previous zone with this name; 0 if none.
  package var previousSequence: UInt64
  /// The sequence number before the zone's first change.
  ///
  /// Change tags up to this number belong to earlier zones with the name.
  package var startSequence: UInt64
  /// The size of the zone's records in quotas.
  package var bytes: Int64

  package init(
    id: Int64, database: Int64, name: String, position: UInt64, generation: UInt64, floor: UInt64,
    logPosition: UInt64, isDeleted: Bool, previousSequence: UInt64 = 0, startSequence: UInt64 = 0,
    bytes: Int64
  ) {
    self.id = id
    self.database = database
    self.name = name
    self.position = position
    self.generation = generation
    self.floor = floor
    self.logPosition = logPosition
    self.isDeleted = isDeleted
    self.previousSequence = previousSequence
    self.startSequence = startSequence
    self.bytes = bytes
  }

  /// The default zone of a database that never had data.
  static let empty = StoredZone(
    id: 0, database: StoredDatabase.emptyID, name: ZoneID.defaultName, position: 0, generation: 1,
    floor: 0, logPosition: 0, isDeleted: false, bytes: 0)
}

/// Reads databases and their zones.
package protocol ZoneReading {
  /// Finds a database; nil if it never had data.
  func database(_ key: DatabaseKey) throws -> StoredDatabase?
  /// A placeholder for a database that never had data, with an empty default zone.
  ///
  /// Its ID belongs to no stored database.
  func emptyDatabase(_ key: DatabaseKey) throws -> StoredDatabase
  /// Finds an existing zone by name.
  func zone(named name: String, in database: Int64) throws -> StoredZone?
  /// The existing zones, ordered by name.
  func zones(in database: Int64) throws -> [StoredZone]
  /// The number of existing zones.
  func zoneCount(in database: Int64) throws -> Int
  /// The zones that changed after a position, in the order of their last change.
  ///
  /// The log includes deleted zones, but only the latest zone of each name, and no default zone.
  func zoneLog(in database: Int64, after position: UInt64, limit: Int) throws -> [StoredZone]
  /// The zones with tombstones from before `moment`, in milliseconds since 1970.
  func zonesWithDeletions(before moment: Int64) throws -> [StoredZone]
}

/// Creates, deletes and compacts zones.
package protocol ZoneWriting: ZoneReading {
  /// Finds or creates a database with its default zone; a shared database has no default zone.
  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase
  /// Finds or creates a zone.
  func makeZone(named name: String, in database: Int64) throws -> StoredZone
  /// Deletes a zone with all its records.
  func deleteZone(_ zone: StoredZone) throws
  /// Removes up to `limit` tombstones older than `moment`, in milliseconds since 1970.
  ///
  /// Returns their number. Clients that have not fetched them all must fetch from the start.
  func compactZone(_ zone: StoredZone, deletedBefore moment: Int64, limit: Int) throws -> Int
}
