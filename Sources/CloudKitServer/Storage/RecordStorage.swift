// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads single records.
package protocol RecordReading {
  /// A record, or what is left of a deleted one, by its name.
  func record(named name: String, in zone: Int64) throws -> StoredRecord?
  /// A record by the storage's number.
  func record(_ key: Int64) throws -> StoredRecord?
  /// True if a record is there that is not deleted.
  func hasRecord(named name: String, in zone: Int64) throws -> Bool
  /// Records of a type in a zone that are not deleted, in the order of their names' bytes.
  func records(ofType type: Int64, in zone: Int64, afterName name: String, limit: Int) throws
    -> [StoredRecord]
  /// The records that refer to a name with `DELETE_SELF`, at most so many.
  func sources(of name: String, in zone: Int64, limit: Int) throws -> [Int64]
}

/// Writes records.
package protocol RecordWriting: RecordReading {
  /// Takes the lock of a zone until the end of the transaction, and returns it as it is then.
  func beginChanges(in zone: Int64) throws -> StoredZone
  /// Says which number the last change of the zone has and what its records count for by now, and enters
  /// the zone in its database's log.
  func endChanges(in zone: StoredZone) throws
  /// Inserts a record whose key is 0, and gives it one, or writes one anew.
  func save(_ record: inout StoredRecord) throws
  /// Says to which names in its zone a record refers with `DELETE_SELF`.
  func addSource(_ record: Int64, of name: String, in zone: Int64) throws
  func removeSource(_ record: Int64, of name: String, in zone: Int64) throws
}
