// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads databases and their zones.
package protocol ZoneReading {
  /// A database; nil if nothing was ever stored in it.
  func database(_ key: DatabaseKey) throws -> StoredDatabase?
  /// What stands for a database in which nothing was ever stored: it has its default zone, and nothing in
  /// it. Its numbers are no database's.
  func emptyDatabase(_ key: DatabaseKey) throws -> StoredDatabase
  /// A zone that is there, by its name.
  func zone(named name: String, in database: Int64) throws -> StoredZone?
  /// The zones that are there, by name.
  func zones(in database: Int64) throws -> [StoredZone]
  /// How many zones there are.
  func zoneCount(in database: Int64) throws -> Int
  /// Zones that changed after a position, in the order of their last change; deleted ones as well, of
  /// each name only the latest. The default zone keeps no log.
  func zoneLog(in database: Int64, after position: UInt64, limit: Int) throws -> [StoredZone]
  /// The zones that have deletions from before a moment, in milliseconds since 1970.
  func zonesWithDeletions(before moment: Int64) throws -> [StoredZone]
}

/// Makes and deletes zones.
package protocol ZoneWriting: ZoneReading {
  /// A database with its default zone (which a shared one lacks): made if it is not there.
  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase
  /// A zone: made if it is not there.
  func makeZone(named name: String, in database: Int64) throws -> StoredZone
  /// Deletes a zone with all that is in it.
  func deleteZone(_ zone: StoredZone) throws
  /// Forgets deletions of a zone that are older than a moment, in milliseconds since 1970, at most so
  /// many; how many.
  ///
  /// Readers who have not seen them all start anew.
  func compactZone(_ zone: StoredZone, deletedBefore moment: Int64, limit: Int) throws -> Int
}
