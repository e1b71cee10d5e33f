// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The field, or all fields, that a filter or sort refers to.
struct QuerySubject: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case field(String)
    case system(SystemField)
    /// All searchable fields.
    case everything
  }

  let kind: Kind
  /// The type of the value; for a list, the list type.
  let type: FieldType
  private let field: Schema.Field?

  /// Looks up a field.
  ///
  /// - Throws: ``ServerFailure`` if the record type does not have the field.
  init(_ key: FieldKey?, _ recordType: Schema.RecordType, _ environment: Environment) throws {
    var key = key
    // Clients may name the two dates in `fieldName`; a user field of that name has precedence.
    if case .field(let name) = key, recordType.fields[name] == nil,
      let date = SystemField(rawValue: name),
      date == .createdTimestamp || date == .modifiedTimestamp
    {
      key = .system(date)
    }
    switch key {
    case nil: (kind, type, field) = (.everything, .string, nil)
    case .system(let system):
      kind = .system(system)
      type =
        system == .createdTimestamp || system == .modifiedTimestamp ? .timestamp : .reference
      field =
        recordType.fields[system.schemaName]
        ?? (environment == .development
          ? Schema.Field(type, isQueryable: true, isSortable: true) : Schema.Field(type))
    case .field(let name):
      guard let field = recordType.fields[name] else {
        throw ServerFailure(.badRequest, "Unknown field '\(name)' of type '\(recordType.name)'")
      }
      (kind, type, self.field) = (.field(name), field.type, field)
    }
  }

  /// A subject for a declared field.
  init(_ name: String, _ field: Schema.Field) {
    (kind, type, self.field) = (.field(name), field.type, field)
  }

  var name: String {
    switch kind {
    case .field(let name): name
    case .system(let field): field.schemaName
    case .everything: "self"
    }
  }

  /// The index of the subject's values.
  var index: Schema.Index.Subject? {
    switch kind {
    case .field(let name): .field(name)
    case .system(let field): .system(field)
    case .everything: nil
    }
  }

  /// The full-text index of the subject.
  var wordIndex: Schema.Index.Subject {
    if case .field(let name) = kind { .words(name) } else { .words(nil) }
  }

  // MARK: Rules

  func requireQueryable(_ comparator: Comparator) throws {
    if field?.isEncrypted == true {
      throw ServerFailure(
        .badRequest,
        "Field '\(name)' has a value type of ENCRYPTED_\(type.rawValue) and cannot be queried "
          + "using filter type \(comparator.rawValue)")
    }
    if field?.isQueryable == false { throw Self.missingIndex(name, "queryable") }
  }

  func requireSortable() throws {
    if field?.isSortable == false || type.isList { throw Self.missingIndex(name, "sortable") }
  }

  func requireSearchable() throws {
    if field?.isSearchable == false || type.element != .string {
      throw Self.missingIndex(name, "searchable")
    }
  }

  private static func missingIndex(_ name: String, _ word: String) -> ServerFailure {
    ServerFailure(.badRequest, "Field '\(name)' is not marked \(word)")
  }

  // MARK: Values

  func value(_ record: StoredRecord, _ fields: RecordFields) throws -> FieldValue? {
    switch kind {
    case .field(let name): try fields.field(name, declared: type)?.value
    case .system(let field): SystemValues.value(field, record)
    case .everything: nil
    }
  }
}

/// A record for evaluating filters, which caches decoded values.
final class RecordView {
  let record: StoredRecord
  let type: Schema.RecordType
  /// The name of its zone.
  let zone: String
  private let fields: RecordFields
  private var values: [QuerySubject.Kind: FieldValue?] = [:]
  private var words: [QuerySubject.Kind: Set<String>?] = [:]

  /// A view of a record and its parsed fields.
  init(_ record: StoredRecord, _ fields: RecordFields, _ type: Schema.RecordType, _ zone: String) {
    (self.record, self.fields, self.type, self.zone) = (record, fields, type, zone)
  }

  func value(_ subject: QuerySubject) throws -> FieldValue? {
    if let value = values[subject.kind] { return value }
    let value = try subject.value(record, fields)
    values[subject.kind] = .some(value)
    return value
  }

  /// The words of a subject; nil if the record has no string in it.
  func words(_ subject: QuerySubject) throws -> Set<String>? {
    if let words = words[subject.kind] { return words }
    let name: String? = if case .field(let name) = subject.kind { name } else { nil }
    let words = try IndexedKeys.words(name, fields, type)
    self.words[subject.kind] = .some(words)
    return words
  }

  func hasCached(_ subject: QuerySubject) -> Bool {
    values[subject.kind] != nil || words[subject.kind] != nil
  }
}
