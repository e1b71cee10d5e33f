// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StoreLayout {
  /// Works out how the models of a schema lie in tables.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` for names that SQLite can't tell apart.
  package convenience init(_ schema: Schema) throws {
    let entities = try schema.models.map { try EntityLayout(ModelDescription.of($0)) }
    var names: [String: EntityLayout] = [:]
    for entity in entities {
      if let other = names.updateValue(entity, forKey: entity.name.lowercased()) {
        throw SwiftDataError.modelValidationFailure.saying(
          "The models \(other.type) and \(entity.type) would share the table "
            + "\"\(entity.name)\": rename one of them.")
      }
    }
    self.init(entities: entities)
  }
}

extension EntityLayout {
  fileprivate convenience init(_ description: ModelDescription) throws {
    var properties: [PropertyLayout] = []
    var indexes: [AnyKeyPath: Int] = [:]
    var unique: [[Int]] = []
    var names: Set<String> = [EntityLayout.primaryKey]
    for (index, property) in description.properties.enumerated() {
      guard names.insert(property.name.lowercased()).inserted else {
        throw SwiftDataError.modelValidationFailure.saying(
          "\(description.entityName).\(property.name) has the name of another column of its table "
            + "(SQLite ignores case, and \"\(EntityLayout.primaryKey)\" is taken): rename it.")
      }
      let valueType = Swift.type(of: property.keypath).valueType
      properties.append(
        PropertyLayout(
          name: property.name, index: index, isOptional: valueType is any OptionalProtocol.Type,
          storage: try Self.storage(of: property, at: index, valueType, in: description)))
      indexes[property.keypath] = index
      if property.metadata?.isUnique == true { unique.append([index]) }
    }
    self.init(
      type: description.type, name: description.entityName, properties: properties,
      indexByKeyPath: indexes, uniqueConstraints: unique)
  }

  private static func storage(
    of property: Schema.PropertyMetadata, at index: Int, _ valueType: Any.Type,
    in description: ModelDescription
  ) throws -> PropertyLayout.Storage {
    guard let relationship = description.relationship(at: index) else {
      let wrapped = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
      guard let column = columnType(of: wrapped) else {
        throw SwiftDataError.modelValidationFailure.saying(
          "\(description.entityName).\(property.name) is a \(wrapped), which can't be stored: "
            + "make it Codable or mark the property @Transient.")
      }
      let options = (property.metadata as? Schema.Attribute)?.options ?? []
      return .attribute(column, isExternal: column == .data && options.contains(.externalStorage))
    }
    let target = ModelDescription.of(relationship.access.target)
    let inverse = description.inverse(of: relationship)
    let destination = PropertyLayout.Destination(
      entity: target.entityName, type: target.type, inverse: inverse?.name)
    if !relationship.access.isToMany { return .toOne(destination) }
    if let inverse, !inverse.access.isToMany {
      return .toManyByForeignKey(destination, column: inverse.name)
    }
    return joinTable(of: relationship, inverse, description, destination)
  }

  /// Many-to-many, or to-many without an inverse: a table of pairs, named after the end that comes
  /// first in the alphabet.
  private static func joinTable(
    of relationship: ModelDescription.Relationship, _ inverse: ModelDescription.Relationship?,
    _ description: ModelDescription, _ destination: PropertyLayout.Destination
  ) -> PropertyLayout.Storage {
    let own = "\(description.entityName)_\(relationship.name)"
    guard let inverse else {
      return .toManyByJoin(destination, table: own, own: "owner", other: "target")
    }
    let other = "\(destination.entity)_\(inverse.name)"
    // A relationship of a model to itself that is its own inverse has one name for both columns.
    if own == other {
      return .toManyByJoin(destination, table: own, own: "owner", other: "target")
    }
    return .toManyByJoin(
      destination, table: Swift.min(own, other), own: relationship.name + "_owner",
      other: inverse.name + "_owner")
  }

  /// How values of a type lie in a column, or nil if they can't.
  package static func columnType(of type: Any.Type) -> _ColumnType? {
    if let column = type as? any _ColumnValue.Type { return column._columnType }
    if let raw = type as? any RawRepresentable.Type, let column = rawColumnType(of: raw) {
      return column
    }
    return type is any Codable.Type ? .json : nil
  }

  private static func rawColumnType<T: RawRepresentable>(of type: T.Type) -> _ColumnType? {
    (T.RawValue.self as? any _ColumnValue.Type)?._columnType
  }
}
