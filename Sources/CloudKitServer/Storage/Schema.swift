// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The record types of a container's environment, their fields, and what can be asked of these.
package struct Schema: Sendable, Hashable {
  /// A field of a type; under a system field's schema name, what that can be asked for.
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

    /// A field as it is learned in development: all that its type can be asked for.
    package static func learned(_ type: FieldType, isEncrypted: Bool) -> Field {
      let canBeAsked = !isEncrypted && type.element != .asset
      return Field(
        type, isEncrypted: isEncrypted, isQueryable: canBeAsked,
        isSortable: canBeAsked && !type.isList, isSearchable: canBeAsked && type.element == .string)
    }
  }

  /// Entries by which records of a type are found; kept from the first time that they are needed.
  package struct Index: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
      /// The value of a field, or each of a list's.
      case field(String)
      case system(SystemField)
      /// The words of a field; of all searchable ones for nil.
      case words(String?)
    }

    package var id: Int64
    package var subject: Subject
    /// Records up to this one have their entries.
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

  /// The number of the schema of an environment in which nothing was ever stored.
  static let emptyID: Int64 = 0
  static let empty = Schema(id: emptyID, version: 0, types: [])
}
