// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// A record as the storage has it, or what is left of a deleted one.
package struct StoredRecord: Sendable, Hashable {
  /// What a record has that needs a closer look now and then.
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let hasAssets = Traits(rawValue: 1)
    /// It refers to others with `DELETE_SELF`.
    package static let refersWithDelete = Traits(rawValue: 2)
    package static let hasEncrypted = Traits(rawValue: 4)
  }

  /// The storage's number of the record; 0 for one that is not stored yet.
  package var key: Int64
  package var zone: Int64
  package var name: String
  /// The schema's number of the type.
  package var type: Int64
  /// The zone's number of the last change.
  package var sequence: UInt64
  /// What the change tag is made of.
  package var tag: UInt64
  package var created: RecordStamp
  package var modified: RecordStamp
  /// The name of the parent in the same zone.
  package var parent: String?
  package var traits: Traits
  /// The exact JSON that answers have; nil for a deleted record.
  package var fields: RecordFields?

  package init(
    key: Int64 = 0, zone: Int64, name: String, type: Int64, sequence: UInt64 = 0, tag: UInt64 = 0,
    created: RecordStamp, modified: RecordStamp, parent: String? = nil, traits: Traits = [],
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

  /// What the record counts for in quotas; nothing if it is deleted.
  package var byteCount: Int64 {
    fields.map { Int64(Self.envelopeBytes + name.utf8.count + $0.json.count) } ?? 0
  }

  /// What a record counts for beside its name and fields: its numbers, dates and entries in indexes.
  package static let envelopeBytes = 100

  /// A short text that is another one after each save.
  package var changeTag: String { String(tag, radix: 36) }
}
