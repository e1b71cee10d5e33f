// Cairn
// SPDX-License-Identifier: Apache-2.0

// Properties that move between a class and its superclass. All rows of a tree are in one table, so
// the values are already in the row, in another column.

extension SchemaChange {
  /// A property of an old entity.
  struct OldProperty {
    let owner: StoredSchema.Entity
    let property: StoredSchema.Property
  }

  // MARK: Up

  /// The old properties of subclasses that were moved up and merged into a property of their
  /// superclass.
  func movedUp(_ property: PropertyLayout, to entity: EntityLayout) -> [OldProperty] {
    guard let top = source(of: entity), source(of: property, in: entity) == nil else { return [] }
    let original = earlierName(of: property, in: entity)
    return old.entities.compactMap { owner in
      guard owner.name != top.name, old.isA(owner, top.name),
        layout.entities.contains(where: {
          $0.isA(entity.name) && source(of: $0)?.name == owner.name
        }), let found = old.property(of: owner, named: property.name, or: original)
      else { return nil }
      return OldProperty(owner: owner, property: found)
    }
  }

  /// The source of an attribute's values that subclasses had; nil if none of them had it.
  func attributeMovedUp(
    _ property: PropertyLayout, _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table,
    _ fallback: DefaultValues.Value?
  ) throws -> ColumnSource? {
    let sources = movedUp(property, to: entity)
    if sources.isEmpty { return nil }
    let others = fallback?.sql ?? "NULL"
    let values = try sources.map { source in
      (source, try converted(source.property, property, entity, oldTable))
    }
    if let (source, value) = values.first, values.count == 1, value.isCopy, others == "NULL",
      property.isOptional
    {
      return .copy(source.property.column)
    }
    let cases = values.map { source, value in
      let sql =
        others == "NULL" || property.isOptional ? value.sql : "coalesce(\(value.sql), \(others))"
      return "WHEN \(condition(old.names(under: source.owner))) THEN \(sql) "
    }
    let expression = "CASE \(cases.joined())ELSE \(others) END"
    if !property.isOptional, others == "NULL" {
      addCheck(
        "(\(expression)) IS NULL", oldTable, entity, property.name,
        "moves up from \(sources.map(\.owner.name).joined(separator: " and ")) and becomes "
          + "required without a default value", .noValue,
        "Declare a default value, or set one in willMigrate of a custom stage.")
    }
    return .expression(expression)
  }

  // MARK: Down

  /// The condition for rows that keep a property moved down from a superclass; nil if it was not
  /// moved.
  func moveDownCondition(
    _ property: PropertyLayout, _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table
  ) -> String? {
    guard let former = source(of: entity), let source = source(of: property, in: entity),
      former.property(named: source.name) == nil
    else { return nil }
    return rows(of: entity, oldTable)
  }

  // MARK: Rows

  private func condition(_ names: [String]) -> String {
    let list = names.map { EntitySQL.literal($0) }.joined(separator: ", ")
    return "o.\(EntityLayout.typeColumn) IN (\(list))"
  }
}

extension StoredSchema {
  /// True for the entity with the name and for all entities that inherit from it.
  func isA(_ entity: Entity, _ name: String) -> Bool {
    if entity.name == name { return true }
    return entity.parent.flatMap(self.entity(named:)).map { isA($0, name) } ?? false
  }

  /// The entity's own property that a property with a name and an original name was.
  func property(of entity: Entity, named name: String, or original: String?) -> Property? {
    let names = RenameMapping(
      [(name, original)],
      old: Dictionary(
        entity.properties.map { ($0.name, $0.originalName) }, uniquingKeysWith: { own, _ in own }),
      areRecorded: recordsOriginalNames)
    return names[name].flatMap(entity.property(named:))
  }

  /// The names of an entity and its subentities.
  func names(under entity: Entity) -> [String] {
    entities.filter { isA($0, entity.name) }.map(\.name)
  }

  /// The properties of an entity, including inherited ones.
  func allProperties(of entity: Entity) -> [Property] {
    (entity.parent.flatMap(self.entity(named:)).map(allProperties) ?? []) + entity.properties
  }
}
