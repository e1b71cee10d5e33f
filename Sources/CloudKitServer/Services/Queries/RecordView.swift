// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A record that filters look at: what several of them need of it is taken out of its text once.
final class RecordView {
  let record: StoredRecord
  let type: Schema.RecordType
  /// The name of its zone.
  let zone: String
  private let fields: RecordFields
  private var values: [QuerySubject.Kind: FieldValue?] = [:]
  private var words: [QuerySubject.Kind: Set<String>?] = [:]

  /// The fields are those of the record, opened.
  init(_ record: StoredRecord, _ fields: RecordFields, _ type: Schema.RecordType, _ zone: String) {
    (self.record, self.fields, self.type, self.zone) = (record, fields, type, zone)
  }

  func value(_ subject: QuerySubject) throws -> FieldValue? {
    if let value = values[subject.kind] { return value }
    let value = try subject.value(record, fields)
    values[subject.kind] = .some(value)
    return value
  }

  /// Nil if there is no text to have words.
  func words(_ subject: QuerySubject) throws -> Set<String>? {
    if let words = words[subject.kind] { return words }
    let name: String? = if case .field(let name) = subject.kind { name } else { nil }
    let words = try IndexedKeys.words(name, fields, type)
    self.words[subject.kind] = .some(words)
    return words
  }

  func hasTaken(_ subject: QuerySubject) -> Bool {
    values[subject.kind] != nil || words[subject.kind] != nil
  }
}
