// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How one model type lies in its table: columns by the property's index, relationships resolved.
package final class EntityLayout: @unchecked Sendable {
  // Immutable; key paths to properties capture nothing, though AnyKeyPath is not Sendable.

  /// The name of the key column of every table.
  package static let primaryKey = "_pk"

  package let type: any PersistentModel.Type
  /// The entity's and the table's name.
  package let name: String
  /// In the order of declaration; `properties[i].index == i`.
  package let properties: [PropertyLayout]
  /// Index of the property that a key path (as the macro emits it) names.
  package let indexByKeyPath: [AnyKeyPath: Int]
  /// Indexes of the properties of each uniqueness constraint.
  package let uniqueConstraints: [[Int]]
  /// The indexes that `#Index` asks for.
  package let indexes: [IndexLayout]

  package init(
    type: any PersistentModel.Type, name: String, properties: [PropertyLayout],
    indexByKeyPath: [AnyKeyPath: Int], uniqueConstraints: [[Int]], indexes: [IndexLayout]
  ) {
    self.type = type
    self.name = name
    self.properties = properties
    self.indexByKeyPath = indexByKeyPath
    self.uniqueConstraints = uniqueConstraints
    self.indexes = indexes
  }
}

/// An index that `#Index` asks for.
package struct IndexLayout: Hashable, Sendable {
  /// The indexes of its properties.
  package let properties: [Int]
  /// True for an index of boxes (`.rtree`).
  package let isSpatial: Bool

  /// The name of the table that an index of boxes is.
  package func tableName(in entity: EntityLayout) -> String {
    let names = properties.map { entity.properties[$0].name }
    return "\(entity.name)_\(names.joined(separator: "_"))_rtree"
  }
}

/// How one property lies in its entity's table.
package struct PropertyLayout: Sendable {
  package enum Storage: Sendable {
    /// A column of the entity's own table, named as the property.
    case attribute(_ColumnType, isExternal: Bool)
    /// A column `name` of the entity's own table that holds the destination's key or NULL.
    case toOne(Destination)
    /// Rows of the destination whose `column` holds this entity's key.
    case toManyByForeignKey(Destination, column: String)
    /// Rows of the join `table` whose `own` column holds this entity's key; `other` holds the
    /// destination's.
    case toManyByJoin(Destination, table: String, own: String, other: String)
  }

  /// The entity at the other end of a relationship.
  package struct Destination: Sendable {
    /// The entity's and table's name.
    package let entity: String
    package let type: any PersistentModel.Type
    /// The name of the inverse property, if there is one.
    package let inverse: String?

    package init(entity: String, type: any PersistentModel.Type, inverse: String?) {
      self.entity = entity
      self.type = type
      self.inverse = inverse
    }
  }

  package let name: String
  package let index: Int
  package let isOptional: Bool
  package let storage: Storage

  package init(name: String, index: Int, isOptional: Bool, storage: Storage) {
    self.name = name
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
  /// The place of the relationship at the other end, if there is one.
  func inverse(in layout: StoreLayout) -> (entity: Int, property: Int)? {
    guard let destination, let name = destination.inverse,
      let entity = layout.index(of: destination.type),
      let property = layout.entities[entity].properties.first(where: { $0.name == name })
    else { return nil }
    return (entity, property.index)
  }
}
