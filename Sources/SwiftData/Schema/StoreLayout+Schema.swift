// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StoreLayout {
  /// Creates the table layout of all models of a schema.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for names that differ only in case, which
  ///   SQLite ignores.
  package convenience init(_ schema: Schema) throws {
    try self.init(models: schema.models, of: schema)
  }

  /// Creates the table layout of some models of a schema.
  convenience init(models: [any PersistentModel.Type], of schema: Schema) throws {
    if schema.models.isEmpty, let entity = schema.entities.first {
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "The schema describes \(entity.name), but has no class for it. Create the schema from the "
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
        throw SwiftDataError.modelValidationFailure.withMessage(
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
      let column = description.column(of: property.name)
      guard names.insert(column.lowercased()).inserted else {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "\(description.entityName).\(property.name) has the name of another column of its table "
            + "(SQLite ignores case): rename it.")
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
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "\(description.entityName).\(property.name) is a to-many relationship, which can't be "
            + "unique: make the other end unique, or remove .unique.")
      }
      unique.append([index])
    }
    // An empty list, as in `#Unique<Model>([\.code], [])`, has no effect.
    for list in description.constraints.flatMap(\.uniqueKeyPaths) where !list.isEmpty {
      let constraint = try Self.columns(list, "#Unique", indexes, properties, in: description)
      if !unique.contains(constraint) { unique.append(constraint) }
    }
    let lists = description.constraints.flatMap(\.indexKeyPaths)
    let asked = try lists.filter({ $0.kind != .ordered || !$0.paths.isEmpty }).map { list in
      let macro = [.words, .substrings].contains(list.kind) ? "#FullText" : "#Index"
      let columns = try Self.columns(list.paths, macro, indexes, properties, in: description)
      let index = IndexLayout(
        entity: description.entityName, properties: columns, kind: list.kind)
      try Self.check(index, properties, in: description)
      try Self.checkText(index, properties, in: description)
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

  /// The property indexes of a list of `#Unique`, `#Index` or `#FullText`; the properties must have
  /// columns.
  private static func columns(
    _ paths: [AnyKeyPath], _ macro: String, _ indexes: [AnyKeyPath: Int],
    _ properties: [PropertyLayout], in description: ModelDescription
  ) throws -> [Int] {
    let columns = try paths.map { path in
      guard let index = indexes[path], properties[index].hasColumn else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "\(macro) of \(description.entityName) names \(path), which is not an attribute or "
            + "to-one relationship of the model: name such a property, not a part of one.")
      }
      return index
    }
    guard !columns.isEmpty, Set(columns).count == columns.count else {
      throw SwiftDataError.unsupportedKeyPath.withMessage(
        "\(macro) of \(description.entityName) has a list that is empty or names a property "
          + "twice: name each property once.")
    }
    return columns
  }

  /// Throws for an R*Tree index that has other properties than numbers and dates, or over five.
  private static func check(
    _ index: IndexLayout, _ properties: [PropertyLayout], in description: ModelDescription
  ) throws {
    guard index.isSpatial else { return }
    for property in index.properties.map({ properties[$0] }) {
      guard case .attribute(let type, _) = property.storage,
        [.integer, .real, .date].contains(type)
      else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "#Index of \(description.entityName) names \(property.name) in an .rtree, which accepts "
            + "only numbers and dates: use .binary.")
      }
    }
    guard index.properties.count <= 5 else {
      throw SwiftDataError.unsupportedKeyPath.withMessage(
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
          throw SwiftDataError.modelValidationFailure.withMessage(
            "\(description.entityName).\(property.name) is .unique and .ephemeral, but an "
              + "ephemeral value is not stored: remove one of the two options.")
        }
        return .attribute(.ephemeral, isExternal: false)
      }
      let isTransformed = options.contains { $0.transformerName != nil }
      guard let column = isTransformed ? .transformed : columnType(of: wrapped) else {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "\(description.entityName).\(property.name) is a \(wrapped), which can't be stored: "
            + "make it Codable, name a ValueTransformer (.transformable(by:)) or mark the "
            + "property @Transient.")
      }
      let isExternal = options.contains(.externalStorage)
      return .attribute(
        column, isExternal: isExternal && (column == .data || column == .transformed))
    }
    let target = ModelDescription.of(relationship.target)
    let inverse = description.inverse(of: relationship)
    try InheritanceTree.check(inverse, of: relationship, in: description)
    let destination = PropertyLayout.Destination(
      entity: target.entityName, table: target.root.entityName, type: target.type,
      inverse: inverse?.name)
    if !relationship.isToMany { return .toOne(destination) }
    if let inverse, !inverse.isToMany {
      return .toManyByForeignKey(destination, column: target.column(of: inverse.name))
    }
    return joinTable(of: relationship, inverse, description, destination)
  }

  /// The join table of a many-to-many relationship, or of a to-many relationship without an
  /// inverse.
  ///
  /// The table has the name of the end that sorts first alphabetically.
  private static func joinTable(
    of relationship: ModelDescription.Relationship, _ inverse: ModelDescription.Relationship?,
    _ description: ModelDescription, _ destination: PropertyLayout.Destination
  ) -> PropertyLayout.Storage {
    let own = "\(description.entityName)_\(relationship.name)"
    guard let inverse else {
      return .toManyByJoin(destination, table: own, own: "owner", other: "target")
    }
    let other = "\(destination.entity)_\(inverse.name)"
    // A relationship that is its own inverse has the same name for both columns.
    if own == other {
      return .toManyByJoin(destination, table: own, own: "owner", other: "target")
    }
    return .toManyByJoin(
      destination, table: Swift.min(own, other), own: relationship.name + "_owner",
      other: inverse.name + "_owner")
  }

  /// The column representation of a type; nil if its values can't be stored.
  package static func columnType(of type: Any.Type) -> _ColumnType? {
    if let column = type as? any _ColumnValue.Type { return column._columnType }
    if !(type is any _CollectionValue.Type), let raw = type as? any RawRepresentable.Type,
      let column = rawColumnType(of: raw)
    {
      return column
    }
    return type is any Codable.Type ? .json : nil
  }

  private static func rawColumnType<T: RawRepresentable>(of type: T.Type) -> _ColumnType? {
    (T.RawValue.self as? any _ColumnValue.Type)?._columnType
  }
}
