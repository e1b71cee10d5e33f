// Cairn
// SPDX-License-Identifier: Apache-2.0

// Properties that move between a class and its superclass. All rows of a tree lie in one table, so
// that the values are in the row already, in another column.

extension SchemaChange {
  /// A property of an old entity.
  struct OldProperty {
    let owner: StoredSchema.Entity
    let property: StoredSchema.Property
  }

  // MARK: Up

  /// The old properties of subclasses that a property was before it moved up to their superclass.
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

  /// Where the values of an attribute come from that subclasses had; nil for one that none had.
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
      note(
        "(\(expression)) IS NULL", oldTable, entity, property.name,
        "comes from \(sources.map(\.owner.name).joined(separator: " and ")) and is to be required, "
          + "without a default value", .noValue,
        "Declare a default value, or set one in willMigrate of a custom stage.")
    }
    return .expression(expression)
  }

  // MARK: Down

  /// What holds for the rows that keep a property which has moved down from a superclass; nil for one
  /// that has not.
  func conditionOfMoveDown(
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
  /// True for an entity with that name, and for those that inherit from it.
  func isA(_ entity: Entity, _ name: String) -> Bool {
    if entity.name == name { return true }
    return entity.parent.flatMap(self.entity(named:)).map { isA($0, name) } ?? false
  }

  /// The property of an entity's own that one with a name and an original name was.
  func property(of entity: Entity, named name: String, or original: String?) -> Property? {
    let names = FormerNames(
      [(name, original)],
      old: Dictionary(
        entity.properties.map { ($0.name, $0.originalName) }, uniquingKeysWith: { own, _ in own }),
      isNoted: notesOriginalNames)
    return names[name].flatMap(entity.property(named:))
  }

  /// The names of an entity and of all that inherit from it.
  func names(under entity: Entity) -> [String] {
    entities.filter { isA($0, entity.name) }.map(\.name)
  }

  /// The properties of an entity, those that it inherits too.
  func allProperties(of entity: Entity) -> [Property] {
    (entity.parent.flatMap(self.entity(named:)).map(allProperties) ?? []) + entity.properties
  }
}
