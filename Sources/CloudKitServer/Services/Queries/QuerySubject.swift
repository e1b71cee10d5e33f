// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// What a filter or sort is about, as the schema has it.
struct QuerySubject: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case field(String)
    case system(SystemField)
    /// All fields that can be searched.
    case everything
  }

  let kind: Kind
  /// The type of the value; of a list, that of the list.
  let type: FieldType
  private let field: Schema.Field?

  /// - throws: ``ServerFailure`` for a field that the type lacks.
  init(_ key: FieldKey?, _ recordType: Schema.RecordType, _ environment: Environment) throws {
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

  /// A field of a type.
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

  /// The index that has its values.
  var index: Schema.Index.Subject? {
    switch kind {
    case .field(let name): .field(name)
    case .system(let field): .system(field)
    case .everything: nil
    }
  }

  /// The index that has its words.
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
    if field?.isQueryable == false { throw Self.unmarked(name, "queryable") }
  }

  func requireSortable() throws {
    if field?.isSortable == false || type.isList { throw Self.unmarked(name, "sortable") }
  }

  func requireSearchable() throws {
    if field?.isSearchable == false || type.element != .string {
      throw Self.unmarked(name, "searchable")
    }
  }

  private static func unmarked(_ name: String, _ word: String) -> ServerFailure {
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
