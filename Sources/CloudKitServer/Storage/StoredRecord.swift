// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// A stored record, or the tombstone of a deleted record.
package struct StoredRecord: Sendable, Hashable {
  /// Flags of a record that spare decoding its fields.
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let hasAssets = Traits(rawValue: 1)
    /// The record refers to others with `DELETE_SELF`.
    package static let refersWithDelete = Traits(rawValue: 2)
    package static let hasEncrypted = Traits(rawValue: 4)
  }

  /// The storage's key of the record; 0 before its insertion.
  package var key: Int64
  package var zone: Int64
  package var name: String
  /// The schema's ID of the record type.
  package var type: Int64
  /// The zone's sequence number of the last change.
  package var sequence: UInt64
  /// The number encoded in the change tag.
  package var tag: UInt64
  package var created: AuditStamp
  package var modified: AuditStamp
  /// The name of the parent in the same zone.
  package var parent: String?
  package var traits: Traits
  /// The exact JSON for responses; nil for a deleted record.
  package var fields: RecordFields?

  package init(
    key: Int64 = 0, zone: Int64, name: String, type: Int64, sequence: UInt64 = 0, tag: UInt64 = 0,
    created: AuditStamp, modified: AuditStamp, parent: String? = nil, traits: Traits = [],
    fields: RecordFields?
  ) {
    self.key = key
    self.zone = zone
    self.name = name
    self.type = type
    self.sequence = sequence
    self.tag = tag
    self.created = created
    self.modified = modified
    self.parent = parent
    self.traits = traits
    self.fields = fields
  }

  package var isDeleted: Bool { fields == nil }

  /// The record's size in quotas; 0 if it is deleted.
  package var byteCount: Int64 {
    fields.map { Int64(Self.envelopeBytes + name.utf8.count + $0.json.count) } ?? 0
  }

  /// The size in quotas of a record's numbers, dates and index entries.
  package static let envelopeBytes = 100

  /// A short string that changes with each save.
  package var changeTag: String { String(tag, radix: 36) }
}

/// Reads single records.
package protocol RecordReading {
  /// Finds a record or tombstone by name.
  func record(named name: String, in zone: Int64) throws -> StoredRecord?
  /// Finds a record by the storage's key.
  func record(_ key: Int64) throws -> StoredRecord?
  /// True if a record exists and is not deleted.
  func hasRecord(named name: String, in zone: Int64) throws -> Bool
  /// The existing records of a type in a zone, ordered by the bytes of their names.
  func records(ofType type: Int64, in zone: Int64, afterName name: String, limit: Int) throws
    -> [StoredRecord]
  /// Up to `limit` records that refer to a name with `DELETE_SELF`.
  func sources(of name: String, in zone: Int64, limit: Int) throws -> [Int64]
}

/// Writes records.
package protocol RecordWriting: RecordReading {
  /// Locks a zone until the end of the transaction, and returns its current state.
  func beginChanges(in zone: Int64) throws -> StoredZone
  /// Stores a zone's last sequence number and size, and appends the zone to its database's log.
  func endChanges(in zone: StoredZone) throws
  /// Inserts a record with the key 0 and sets its key, or updates an existing record.
  func save(_ record: inout StoredRecord) throws
  /// Adds a `DELETE_SELF` reference from a record to a name in its zone.
  func addSource(_ record: Int64, of name: String, in zone: Int64) throws
  func removeSource(_ record: Int64, of name: String, in zone: Int64) throws
}

/// A record in the storage's memory, valid until the iteration advances.
package struct RecordRow {
  /// The record without ``StoredRecord/fields``.
  package let record: StoredRecord
  /// The JSON of the fields; nil for a deleted record.
  package let fields: UnsafeRawBufferPointer?

  package init(record: StoredRecord, fields: UnsafeRawBufferPointer?) {
    self.record = record
    self.fields = fields
  }

  /// The record with a copy of its fields.
  package var stored: StoredRecord {
    var stored = record
    stored.fields = fields.map {
      .init(stored: Array($0), hasAssets: record.traits.contains(.hasAssets))
    }
    return stored
  }
}

/// Reads the changes of a zone.
package protocol ChangeReading {
  /// Iterates over changes in a range of sequence numbers until `body` returns false.
  ///
  /// Each record, including deleted ones, occurs once, with the number of its latest change.
  func changes(
    in zone: Int64, from first: UInt64, through last: UInt64, newestFirst: Bool,
    _ body: (RecordRow) throws -> Bool
  ) throws
}
