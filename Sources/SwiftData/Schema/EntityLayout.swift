// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The table layout of a model type: columns by property index, with resolved relationships.
package final class EntityLayout: @unchecked Sendable {
  // Immutable; key paths to properties capture nothing, though AnyKeyPath is not Sendable.

  /// The name of the key column of every table.
  package static let primaryKey = "_pk"
  /// The name of the column with the entity's name, in a table that several entities share.
  package static let typeColumn = "_type"

  /// The column of a property that an entity declares itself.
  ///
  /// The columns of a root entity have the names of its properties, except for the reserved names:
  /// the raw value beside a computed `type` is often named `_type`.
  static func column(of property: String, in entity: String, isRoot: Bool) -> String {
    let isReserved = [primaryKey, typeColumn].contains(property.lowercased())
    return isRoot && !isReserved ? property : "\(entity)_\(property)"
  }

  package let type: any PersistentModel.Type
  /// The entity's name.
  package let name: String
  /// The table's name: the name of the root entity of the inheritance tree.
  package let table: String
  /// The superclass's layout.
  package let superentity: EntityLayout?
  /// True if other entities of the schema share the table, which then has a type column.
  package let isInTree: Bool
  /// The inherited properties, then the class's own in the order of declaration.
  ///
  /// `properties[i].index == i`.
  package let properties: [PropertyLayout]
  /// The property indexes by key path, as emitted by the macro.
  package let indexByKeyPath: [AnyKeyPath: Int]
  /// The property indexes of each uniqueness constraint, inherited constraints first.
  package let uniqueConstraints: [[Int]]
  /// The indexes declared by `#Index`, inherited ones first.
  package let indexes: [IndexLayout]
  /// The translations of predicates over the entity.
  let shapes = TranslatedShapes()
  /// False if a translation depends on values, which select a spatial index.
  let hasShapes: Bool

  package init(
    type: any PersistentModel.Type, name: String, superentity: EntityLayout? = nil,
    isInTree: Bool = false, properties: [PropertyLayout], indexByKeyPath: [AnyKeyPath: Int],
    uniqueConstraints: [[Int]], indexes: [IndexLayout]
  ) {
    self.type = type
    self.name = name
    self.superentity = superentity
    self.isInTree = isInTree
    table = superentity?.table ?? name
    self.properties = properties
    self.indexByKeyPath = indexByKeyPath
    self.uniqueConstraints = uniqueConstraints
    self.indexes = indexes
    hasShapes = !indexes.contains(where: \.isSpatial)
  }

  /// The properties that the class itself declares.
  package var ownProperties: ArraySlice<PropertyLayout> {
    properties.dropFirst(superentity?.properties.count ?? 0)
  }

  /// The uniqueness constraints that the class itself declares.
  package var ownUniqueConstraints: ArraySlice<[Int]> {
    uniqueConstraints.dropFirst(superentity?.uniqueConstraints.count ?? 0)
  }

  /// The indexes that the class itself declares.
  package var ownIndexes: ArraySlice<IndexLayout> {
    indexes.dropFirst(superentity?.indexes.count ?? 0)
  }

  /// The class among this one and its superclasses that declares a uniqueness constraint.
  package func owner(ofConstraint index: Int) -> EntityLayout {
    if let superentity, index < superentity.uniqueConstraints.count {
      return superentity.owner(ofConstraint: index)
    }
    return self
  }

  /// True for the entity itself and its superentities.
  package func isA(_ name: String) -> Bool {
    self.name == name || superentity?.isA(name) == true
  }
}

/// An index declared by `#Index` or `#FullText`.
package struct IndexLayout: Hashable, Sendable {
  /// The structure of an index.
  package enum Kind: Hashable, Sendable {
    /// A B-tree index (`.binary`).
    case ordered
    /// An R*Tree table (`.rtree`).
    case spatial
    /// A full-text table of words (`.words`).
    case words
    /// A full-text table of sequences of three characters (`.substrings`).
    case substrings
  }

  /// The name of the entity that declares it.
  package let entity: String
  /// The indexes of its properties.
  package let properties: [Int]
  package let kind: Kind

  /// True for an R*Tree index (`.rtree`).
  package var isSpatial: Bool { kind == .spatial }
  /// True for a full-text index.
  package var isFullText: Bool { kind == .words || kind == .substrings }

  /// The name of the virtual table.
  package func tableName(in layout: EntityLayout) -> String {
    let names = properties.map { layout.properties[$0].name }
    let suffix =
      switch kind {
      case .ordered: "index"
      case .spatial: "rtree"
      case .words: "words"
      case .substrings: "substrings"
      }
    return "\(entity)_\(names.joined(separator: "_"))_\(suffix)"
  }
}

/// The storage of a property in its entity's table.
package struct PropertyLayout: Sendable {
  package enum Storage: Sendable {
    /// A column of the entity's own table.
    case attribute(_ColumnType, isExternal: Bool)
    /// A column of the entity's own table that holds the destination's key or NULL.
    case toOne(Destination)
    /// Rows of the destination whose `column` holds this entity's key.
    case toManyByForeignKey(Destination, column: String)
    /// Rows of the join `table` whose `own` column holds this entity's key; `other` holds the
    /// destination's.
    case toManyByJoin(Destination, table: String, own: String, other: String)
  }

  /// The entity at the other end of a relationship.
  package struct Destination: Sendable {
    /// The entity's name.
    package let entity: String
    /// The name of its table.
    package let table: String
    package let type: any PersistentModel.Type
    /// The name of the inverse property, if there is one.
    package let inverse: String?

    package init(
      entity: String, table: String? = nil, type: any PersistentModel.Type, inverse: String?
    ) {
      self.entity = entity
      self.table = table ?? entity
      self.type = type
      self.inverse = inverse
    }
  }

  package let name: String
  /// The name of its column, if it has one.
  ///
  /// The name is the property's name. For a property of a subclass, the class name precedes it, so
  /// that sibling classes may declare properties with the same name.
  package let column: String
  package let index: Int
  package let isOptional: Bool
  package let storage: Storage
  /// True if a subclass overrides the property, so that the stored value may not be its value.
  package let isOverridden: Bool

  package init(
    name: String, column: String? = nil, index: Int, isOptional: Bool, storage: Storage,
    isOverridden: Bool = false
  ) {
    self.name = name
    self.column = column ?? name
    self.isOverridden = isOverridden
    self.index = index
    self.isOptional = isOptional
    self.storage = storage
  }

  /// The other end, if the property is a relationship.
  package var destination: Destination? {
    switch storage {
    case .attribute: nil
    case .toOne(let destination), .toManyByForeignKey(let destination, _),
      .toManyByJoin(let destination, _, _, _):
      destination
    }
  }
}

extension PropertyLayout {
  /// The entity and property indexes of the inverse relationship, if there is one.
  func inverse(in layout: StoreLayout) -> (entity: Int, property: Int)? {
    guard let destination, let name = destination.inverse,
      let entity = layout.index(of: destination.type),
      let property = layout.entities[entity].properties.first(where: { $0.name == name })
    else { return nil }
    return (entity, property.index)
  }
}
