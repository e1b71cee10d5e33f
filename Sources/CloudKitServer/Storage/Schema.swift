// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The record types of a container's environment, with their fields and indexes.
package struct Schema: Sendable, Hashable {
  /// A field of a type, or the query options of a system field under its schema name.
  package struct Field: Sendable, Hashable {
    package var type: FieldType
    package var isEncrypted: Bool
    package var isQueryable: Bool
    package var isSortable: Bool
    package var isSearchable: Bool

    package init(
      _ type: FieldType, isEncrypted: Bool = false, isQueryable: Bool = false,
      isSortable: Bool = false, isSearchable: Bool = false
    ) {
      self.type = type
      self.isEncrypted = isEncrypted
      self.isQueryable = isQueryable
      self.isSortable = isSortable
      self.isSearchable = isSearchable
    }

    /// A field learned in development, with all query options that its type supports.
    package static func learned(_ type: FieldType, isEncrypted: Bool) -> Field {
      let canBeAsked = !isEncrypted && type.element != .asset
      return Field(
        type, isEncrypted: isEncrypted, isQueryable: canBeAsked,
        isSortable: canBeAsked && !type.isList, isSearchable: canBeAsked && type.element == .string)
    }
  }

  /// An index of a record type, created when a query first needs it.
  package struct Index: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
      /// The value of a field, or each element of a list.
      case field(String)
      case system(SystemField)
      /// The words of a field; nil for all searchable fields.
      case words(String?)
    }

    package var id: Int64
    package var subject: Subject
    /// The key of the last record with entries.
    package var filledThrough: Int64
    package var isReady: Bool

    package init(id: Int64, subject: Subject, filledThrough: Int64, isReady: Bool) {
      self.id = id
      self.subject = subject
      self.filledThrough = filledThrough
      self.isReady = isReady
    }
  }

  package struct RecordType: Sendable, Hashable {
    package var id: Int64
    package var name: String
    package var fields: [String: Field]
    package var indexes: [Index]

    package init(id: Int64, name: String, fields: [String: Field] = [:], indexes: [Index] = []) {
      self.id = id
      self.name = name
      self.fields = fields
      self.indexes = indexes
    }

    package func index(_ subject: Index.Subject) -> Index? {
      indexes.first { $0.subject == subject }
    }
  }

  package var id: Int64
  package var version: Int64
  package private(set) var types: [String: RecordType]
  private var names: [Int64: String]

  package init(id: Int64, version: Int64, types: [RecordType]) {
    self.id = id
    self.version = version
    self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
    names = Dictionary(uniqueKeysWithValues: types.map { ($0.id, $0.name) })
  }

  package func type(_ id: Int64) -> RecordType? { names[id].flatMap { types[$0] } }

  package func typeName(_ id: Int64) -> String? { names[id] }

  /// The ID for the schema of an environment that never had data.
  static let emptyID: Int64 = 0
  static let empty = Schema(id: emptyID, version: 0, types: [])
}

/// Reads the schema of a container's environment.
package protocol SchemaReading {
  func schema(_ id: Int64) throws -> Schema
}

/// Adds to a schema.
package protocol SchemaWriting: SchemaReading {
  /// Adds a type and returns its ID.
  ///
  /// Like every change of a schema, it changes the schema's version.
  func addType(named name: String, to schema: Int64) throws -> Int64
  /// Adds or replaces a field of a type, or the query options of a system field.
  func setField(_ field: Schema.Field, named name: String, ofType type: Int64, in schema: Int64)
    throws
  /// Adds an empty index, which writers maintain from now on, and which is not ready yet.
  func addIndex(_ subject: Schema.Index.Subject, ofType type: Int64, in schema: Int64) throws
  /// Sets the progress of filling an index.
  func setIndex(_ index: Int64, filledThrough record: Int64, isReady: Bool, in schema: Int64) throws
}
