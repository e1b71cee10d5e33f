// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a store remembers of the models that it was made for: enough to tell whether they have
/// changed, and where each property's values lie.
///
/// It is kept as text: a line for each entity, property, uniqueness constraint and index. The text
/// is the same for the same models, in whatever order they and their properties are declared.
struct StoredSchema: Equatable {
  struct Entity: Equatable {
    var name: String
    /// The superclass's entity, in whose table the rows lie.
    var parent: String?
    /// Those that the class itself declares.
    var properties: [Property] = []
    var unique: [[String]] = []
    var indexes: [[String]] = []
    /// What `originalEntityName` says; empty for nothing.
    var originalName = ""

    func property(named name: String) -> Property? { properties.first { $0.name == name } }
  }

  struct Property: Equatable {
    var name: String
    /// The column of an attribute or a to-one relationship.
    var column: String
    var isOptional: Bool
    var storage: Storage
    /// What `hashModifier` says.
    var modifier = ""
    /// What `originalName` says; empty for nothing.
    var originalName = ""
  }

  enum Storage: Equatable {
    case attribute(StoredValue)
    /// A column that holds the target's key.
    case toOne(entity: String, inverse: String?)
    /// A column of the target, which is the inverse, holds the owner's key.
    case toMany(entity: String, inverse: String)
    /// A table of pairs.
    case pairs(entity: String, inverse: String?, Pairs)
  }

  struct Pairs: Equatable {
    var table: String
    var own: String
    var other: String
  }

  /// Sorted by name.
  var entities: [Entity] = []
  /// False for a store of a format that does not keep the original names.
  var notesOriginalNames = true

  func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// A property of an entity or of one that it inherits from.
  func property(named name: String, of entity: Entity) -> Property? {
    if let own = entity.property(named: name) { return own }
    return entity.parent.flatMap(self.entity(named:)).flatMap { property(named: name, of: $0) }
  }

  /// The table of an entity: that of the root of its tree.
  func table(of entity: Entity) -> String {
    entity.parent.flatMap(self.entity(named:)).map(table(of:)) ?? entity.name
  }

  /// The tables of pairs.
  var pairTables: Set<String> {
    Set(
      entities.flatMap(\.properties).compactMap { property in
        if case .pairs(_, _, let pairs) = property.storage { pairs.table } else { nil }
      })
  }

  /// The original names of the entities by their names.
  var originalNames: [String: String] {
    Dictionary(entities.map { ($0.name, $0.originalName) }, uniquingKeysWith: { first, _ in first })
  }

  /// The original names of an entity's properties, those that it inherits too, by their names.
  func originalNames(of entity: Entity) -> [String: String] {
    Dictionary(
      allProperties(of: entity).map { ($0.name, $0.originalName) },
      uniquingKeysWith: { _, own in own })
  }

  init(entities: [Entity]) {
    self.entities = entities.sorted { $0.name < $1.name }
    notesOriginalNames = false
  }

  init(_ layout: StoreLayout) { self.init(text: Self.text(of: layout)) }
}

/// How an attribute's values lie in their column.
struct StoredValue: Equatable {
  /// The name of the ``_ColumnType``; "?" for one that is not known more closely than its column's
  /// declaration.
  var kind: String
  /// The Swift type of a number; empty for others.
  var number = ""
  var isExternal = false
  /// The Swift type of an enumeration or a `Codable` value, with its cases or parts where it tells
  /// them; empty for others, and in stores of older formats.
  var type = ""

  /// In words, for errors.
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
