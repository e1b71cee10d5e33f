// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The keys that a record has in the indexes of its type.
enum IndexedKeys {
  /// Never empty for what has one value: a record that lacks it has ``IndexKey/missing``.
  static func keys(
    of subject: Schema.Index.Subject, _ record: StoredRecord, _ fields: RecordFields,
    _ type: Schema.RecordType
  ) throws -> [[UInt8]] {
    switch subject {
    case .field(let name):
      guard let field = type.fields[name] else { return [] }
      let value = try fields.field(name, declared: field.type)?.value
      guard field.type.isList else {
        return [value.flatMap { IndexKey.key($0) } ?? IndexKey.missing]
      }
      guard let value else { return [] }
      return Array(Set(IndexKey.keys(value)))
    case .system(let field):
      return [SystemValues.value(field, record).flatMap { IndexKey.key($0) } ?? IndexKey.missing]
    case .words(let name):
      return try words(name, fields, type)?.map { WordList.key($0) } ?? []
    }
  }

  /// The words of a field, or of all fields that can be searched; nil if none of them is there.
  static func words(_ name: String?, _ fields: RecordFields, _ type: Schema.RecordType) throws
    -> Set<String>?
  {
    let names = name.map { [$0] } ?? type.fields.filter { $0.value.isSearchable }.map(\.key)
    var (words, isThere) = (Set<String>(), false)
    for name in names {
      let texts: [String]
      switch try fields.field(name)?.value {
      case .string(let text): texts = [text]
      case .stringList(let list): texts = list
      default: continue
      }
      isThere = true
      for text in texts { words.formUnion(WordList.words(text)) }
    }
    return isThere ? words : nil
  }

  /// Adds the entries that a new version of a record has, and removes those that only the old one had.
  static func update(
    from old: StoredRecord?, to new: StoredRecord?, _ type: Schema.RecordType,
    _ writer: any IndexWriting
  ) throws {
    if type.indexes.isEmpty { return }
    let oldFields = try old?.fields?.opened()
    let newFields = try new?.fields?.opened()
    for index in type.indexes {
      var before: [[UInt8]] = []
      var after: [[UInt8]] = []
      if let old, let oldFields { before = try keys(of: index.subject, old, oldFields, type) }
      if let new, let newFields { after = try keys(of: index.subject, new, newFields, type) }
      if before == after { continue }
      if let old {
        for key in before where !after.contains(key) {
          try writer.removeEntry(
            IndexEntry(key: key, record: old.key), from: index.id, in: old.zone)
        }
      }
      if let new {
        for key in after where !before.contains(key) {
          try writer.addEntry(IndexEntry(key: key, record: new.key), to: index.id, in: new.zone)
        }
      }
    }
  }
}

/// The values of system fields.
enum SystemValues {
  static func value(_ field: SystemField, _ record: StoredRecord) -> FieldValue? {
    func user(_ name: String?) -> FieldValue? {
      name.map { .reference(Reference(recordName: $0)) }
    }
    return switch field {
    case .recordName: user(record.name)
    case .createdUserRecordName: user(record.created.userRecordName)
    case .createdTimestamp: .timestamp(record.created.timestamp)
    case .modifiedUserRecordName: user(record.modified.userRecordName)
    case .modifiedTimestamp: .timestamp(record.modified.timestamp)
    case .parent: user(record.parent)
    // No record is the root of a share yet.
    case .share: nil
    }
  }
}
