// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The keys of a record in the indexes of its type.
enum IndexedKeys {
  /// Returns the record's keys in one index.
  ///
  /// For a scalar field there is always one key: ``IndexKey/missing`` if the record lacks the value.
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
      return try words(name, fields, type)?.map { Tokenizer.key($0) } ?? []
    }
  }

  /// Returns the words of a field, or of all searchable fields; nil if the record has none of them.
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
      for text in texts { words.formUnion(Tokenizer.words(text)) }
    }
    return isThere ? words : nil
  }

  /// Updates the index entries of a record from its old to its new version.
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
    // Shares are not supported yet.
    case .share: nil
    }
  }
}

/// Splits strings into words for full-text search: folded runs of letters and digits.
enum Tokenizer {
  /// The maximum number of indexed words of a string.
  static let limit = 10_000

  static func words(_ text: String) -> Set<String> {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var words = Set<String>()
    for word in folded.unicodeScalars.split(whereSeparator: {
      !($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }) where words.count < limit {
      words.insert(String(String.UnicodeScalarView(word)))
    }
    return words
  }

  static func key(_ word: String) -> [UInt8] {
    [1] + word.utf8.prefix(IndexKey.textLength)
  }
}
