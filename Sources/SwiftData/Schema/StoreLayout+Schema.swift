// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StoreLayout {
  /// Works out how the models of a schema lie in tables.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` for names that SQLite can't tell apart.
  package convenience init(_ schema: Schema) throws {
    try self.init(models: schema.models, of: schema)
  }

  /// Works out how some models of a schema lie in tables.
  convenience init(models: [any PersistentModel.Type], of schema: Schema) throws {
    if schema.models.isEmpty, let entity = schema.entities.first {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "The schema describes \(entity.name) and has no class for it. Make the schema from the "
          + "model classes: Schema([\(entity.name).self]).")
    }
    let tree = InheritanceTree(models)
    var byType: [ObjectIdentifier: EntityLayout] = [:]
    let entities = try models.map { type in
      let description = ModelDescription.of(type)
      try tree.check(description)
      let entity = try EntityLayout(
        description, tree,
        below: description.superclass.flatMap { byType[ObjectIdentifier($0.type)] })
      byType[ObjectIdentifier(type)] = entity
      return entity
    }
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
  fileprivate convenience init(
    _ description: ModelDescription, _ tree: InheritanceTree, below superentity: EntityLayout?
  ) throws {
    var properties = superentity?.properties ?? []
    var indexes = superentity?.indexByKeyPath ?? [:]
    var unique = superentity?.uniqueConstraints ?? []
    var names: Set<String> = [EntityLayout.primaryKey, EntityLayout.typeColumn]
    for property in properties {
      names.insert(property.column.lowercased())
      if let order = property.orderColumn { names.insert(order.lowercased()) }
    }
    for (index, keyPath) in description.keyPaths.enumerated() { indexes[keyPath] = index }
    for index in description.ownProperties.indices {
      let property = description.properties[index]
      let column =
        description.column(of: property.name)
      guard names.insert(column.lowercased()).inserted else {
        throw SwiftDataError.modelValidationFailure.saying(
          "\(description.entityName).\(property.name) has the name of another column of its table "
            + "(SQLite ignores case, and \"\(EntityLayout.primaryKey)\" and "
            + "\"\(EntityLayout.typeColumn)\" are taken): rename it.")
      }
      let valueType = Swift.type(of: property.keypath).valueType
      let layout = PropertyLayout(
        name: property.name, column: column, index: index,
        isOptional: valueType is any OptionalProtocol.Type,
        storage: try Self.storage(of: property, at: index, valueType, in: description),
        isOverridden: tree.isOverridden(property.name, in: description))
      properties.append(layout)
      if let order = layout.orderColumn { names.insert(order.lowercased()) }
      guard property.metadata?.isUnique == true else { continue }
      guard properties[index].hasColumn else {
        throw SwiftDataError.unsupportedKeyPath.saying(
          "\(description.entityName).\(property.name) is a to-many relationship, which can't be "
            + "unique: make the other end unique, or leave out .unique.")
      }
      unique.append([index])
    }
    for list in description.constraints.flatMap(\.uniqueKeyPaths) {
      let constraint = try Self.columns(list, "#Unique", indexes, properties, in: description)
      if !unique.contains(constraint) { unique.append(constraint) }
    }
    let asked = try description.constraints.flatMap(\.indexKeyPaths).map { list in
      let columns = try Self.columns(list.paths, "#Index", indexes, properties, in: description)
      let index = IndexLayout(
        entity: description.entityName, properties: columns, isSpatial: list.isSpatial)
      try Self.check(index, properties, in: description)
      return index
    }
    self.init(
      type: description.type, name: description.entityName, superentity: superentity,
      isInTree: tree.hasSeveral(description), properties: properties,
      indexByKeyPath: indexes, uniqueConstraints: unique,
      indexes: (superentity?.indexes ?? [])
        + asked.enumerated().filter { !asked[..<$0.offset].contains($0.element) }
        .map(\.element))
  }

  /// The properties that a list of a `#Unique` or `#Index` names; they must have columns.
  private static func columns(
    _ paths: [AnyKeyPath], _ macro: String, _ indexes: [AnyKeyPath: Int],
    _ properties: [PropertyLayout], in description: ModelDescription
  ) throws -> [Int] {
    let columns = try paths.map { path in
      guard let index = indexes[path], properties[index].hasColumn else {
        throw SwiftDataError.unsupportedKeyPath.saying(
          "\(macro) of \(description.entityName) names \(path), which is no attribute or to-one "
            + "relationship of it: name such a property, without going on to a part of it.")
      }
      return index
    }
    guard !columns.isEmpty, Set(columns).count == columns.count else {
      throw SwiftDataError.unsupportedKeyPath.saying(
        "\(macro) of \(description.entityName) has a list that is empty or names a property "
          + "twice: name each property once.")
    }
    return columns
  }

  /// An index of boxes takes numbers and dates only, up to five of them.
  private static func check(
    _ index: IndexLayout, _ properties: [PropertyLayout], in description: ModelDescription
  ) throws {
    guard index.isSpatial else { return }
    for property in index.properties.map({ properties[$0] }) {
      guard case .attribute(let type, _) = property.storage,
        [.integer, .real, .date].contains(type)
      else {
        throw SwiftDataError.unsupportedKeyPath.saying(
          "#Index of \(description.entityName) names \(property.name) in an .rtree, which takes "
            + "numbers and dates only: use .binary.")
      }
    }
    guard index.properties.count <= 5 else {
      throw SwiftDataError.unsupportedKeyPath.saying(
        "#Index of \(description.entityName) has an .rtree of \(index.properties.count) "
          + "properties: SQLite allows five; name fewer.")
    }
  }

  private static func storage(
    of property: Schema.PropertyMetadata, at index: Int, _ valueType: Any.Type,
    in description: ModelDescription
  ) throws -> PropertyLayout.Storage {
    guard let relationship = description.relationship(at: index) else {
      let wrapped = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
      let options = (property.metadata as? Schema.Attribute)?.options ?? []
      if options.contains(.ephemeral) {
        guard !options.contains(.unique) else {
          throw SwiftDataError.modelValidationFailure.saying(
            "\(description.entityName).\(property.name) is .unique and .ephemeral, which is not "
              + "stored: leave one of the two out.")
        }
        return .attribute(.ephemeral, isExternal: false)
      }
      let isTransformed = options.contains { $0.transformerName != nil }
      guard let column = isTransformed ? .transformed : columnType(of: wrapped) else {
        throw SwiftDataError.modelValidationFailure.saying(
          "\(description.entityName).\(property.name) is a \(wrapped), which can't be stored: "
            + "make it Codable, name a ValueTransformer (.transformable(by:)) or mark the "
            + "property @Transient.")
      }
      let isExternal = options.contains(.externalStorage)
      return .attribute(
        column, isExternal: isExternal && (column == .data || column == .transformed))
    }
    let target = ModelDescription.of(relationship.access.target)
    let inverse = description.inverse(of: relationship)
    try InheritanceTree.check(inverse, of: relationship, in: description)
    let destination = PropertyLayout.Destination(
      entity: target.entityName, table: target.root.entityName, type: target.type,
      inverse: inverse?.name)
    if !relationship.access.isToMany { return .toOne(destination) }
    if let inverse, !inverse.access.isToMany {
      return .toManyByForeignKey(destination, column: target.column(of: inverse.name))
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
