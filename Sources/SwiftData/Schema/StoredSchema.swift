// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The schema that a store records: enough to detect changes of the models, and to locate each
/// property's values.
///
/// It is stored as text, with one line for each entity, property, uniqueness constraint and index.
/// Equal models have equal texts, independent of the order of declarations.
struct StoredSchema: Equatable {
  struct Entity: Equatable {
    var name: String
    /// The superclass's entity, whose table contains the rows.
    var parent: String?
    /// The properties that the class itself declares.
    var properties: [Property] = []
    var unique: [[String]] = []
    var indexes: [[String]] = []
    /// The declared `originalEntityName`; empty if there is none.
    var originalName = ""

    func property(named name: String) -> Property? { properties.first { $0.name == name } }
  }

  struct Property: Equatable {
    var name: String
    /// The column of an attribute or a to-one relationship.
    var column: String
    var isOptional: Bool
    var storage: Storage
    /// The declared `hashModifier`.
    var modifier = ""
    /// The declared `originalName`; empty if there is none.
    var originalName = ""
  }

  enum Storage: Equatable {
    case attribute(StoredValue)
    /// A column that holds the target's key.
    case toOne(entity: String, inverse: String?)
    /// A column of the target, which is the inverse, holds the owner's key.
    case toMany(entity: String, inverse: String)
    /// A join table.
    case pairs(entity: String, inverse: String?, Pairs)
  }

  struct Pairs: Equatable {
    var table: String
    var own: String
    var other: String
  }

  /// Sorted by name.
  var entities: [Entity] = []
  /// False for a store of a format that does not record original names.
  var recordsOriginalNames = true

  func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// Finds an entity's own or inherited property.
  func property(named name: String, of entity: Entity) -> Property? {
    if let own = entity.property(named: name) { return own }
    return entity.parent.flatMap(self.entity(named:)).flatMap { property(named: name, of: $0) }
  }

  /// The table of an entity, which is the table of its root entity.
  func table(of entity: Entity) -> String {
    entity.parent.flatMap(self.entity(named:)).map(table(of:)) ?? entity.name
  }

  /// The names of the join tables.
  var joinTables: Set<String> {
    Set(
      entities.flatMap(\.properties).compactMap { property in
        if case .pairs(_, _, let pairs) = property.storage { pairs.table } else { nil }
      })
  }

  /// The original names of the entities by their names.
  var originalNames: [String: String] {
    Dictionary(entities.map { ($0.name, $0.originalName) }, uniquingKeysWith: { first, _ in first })
  }

  /// The original names of an entity's own and inherited properties, by their names.
  func originalNames(of entity: Entity) -> [String: String] {
    Dictionary(
      allProperties(of: entity).map { ($0.name, $0.originalName) },
      uniquingKeysWith: { _, own in own })
  }

  init(entities: [Entity]) {
    self.entities = entities.sorted { $0.name < $1.name }
    recordsOriginalNames = false
  }

  init(_ layout: StoreLayout) { self.init(text: Self.text(of: layout)) }
}

/// The storage of an attribute's values in their column.
struct StoredValue: Equatable {
  /// The name of the ``_ColumnType``; "?" if only the column's declaration is known.
  var kind: String
  /// The Swift type of a number; empty for others.
  var number = ""
  var isExternal = false
  /// The Swift type of an enumeration or a `Codable` value, with its known cases or properties;
  /// empty for other types and in stores of older formats.
  var type = ""

  /// The description in error messages.
  var description: String {
    let column = number.isEmpty ? Self.names[kind] ?? kind : number
    let words = type.isEmpty ? column : "\(column) (\(type))"
    return isExternal ? "\(words) in external storage" : words
  }

  private static let names = [
    "boolean": "Bool", "text": "String", "url": "URL", "date": "Date", "uuid": "UUID",
    "data": "Data", "decimal": "Decimal", "json": "Codable value",
    "transformed": "transformed value",
    "?": "value of an unknown type",
  ]
}
