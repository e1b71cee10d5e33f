// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SchemaChange {
  /// The source of an attribute's values.
  func attribute(
    _ property: PropertyLayout, _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table
  ) throws -> ColumnSource {
    let fallback = try defaults.value(of: property, in: entity)
    guard let source = source(of: property, in: entity) else {
      return try attributeMovedUp(property, entity, oldTable, fallback)
        ?? added(property, entity, oldTable, fallback)
    }
    var (value, isCopy) = try converted(source, property, entity, oldTable)
    let column = "o." + SQLFragment.quoted(source.column)
    if let condition = moveDownCondition(property, entity, oldTable) {
      (value, isCopy) = ("CASE WHEN \(condition) THEN \(value) END", false)
    }
    let wasRequired =
      oldTable.column(named: source.column)?.isRequired == true || !source.isOptional
    guard !property.isOptional, !wasRequired else {
      return isCopy ? .copy(source.column) : .expression(value)
    }
    guard let fallback, fallback.sql != "NULL" else {
      addCheck(
        "\(column) IS NULL", oldTable, entity, property.name,
        "changes from optional to required and has no default value", .noValue,
        "Declare a default value, or set one in willMigrate of a custom stage.")
      return isCopy ? .copy(source.column) : .expression(value)
    }
    return .expression("coalesce(\(value), \(fallback.sql))")
  }

  /// Converts an old attribute's values to a new attribute; the old row is `o`.
  func converted(
    _ source: StoredSchema.Property, _ property: PropertyLayout, _ entity: EntityLayout,
    _ oldTable: DatabaseStructure.Table
  ) throws -> (sql: String, isCopy: Bool) {
    guard case .attribute(let oldValue) = source.storage,
      let newValue = new.entity(named: entity.name).flatMap({
        new.property(named: property.name, of: $0)
      })?.value,
      let oldColumn = oldTable.column(named: source.column)
    else {
      throw migrationError(
        entity.name, property.name, "changes from a relationship to an attribute",
        "Give the attribute another name, or write a custom stage.")
    }
    guard let conversion = ColumnConversion(from: oldValue, declared: oldColumn.type, to: newValue)
    else {
      throw migrationError(
        entity.name, property.name,
        "changes from \(oldValue.description) to \(newValue.description), which loses data for "
          + "some values",
        "Give the new property another name and fill it in a custom stage.")
    }
    let column = "o." + SQLFragment.quoted(source.column)
    if let misfit = conversion.misfit {
      let condition = "\(column) IS NOT NULL AND \(misfit(column))"
      addCheck(
        condition, oldTable, entity, property.name,
        "changes from \(oldValue.description) to \(newValue.description)",
        .misfit,
        "Change the values first, or fill another property in a custom stage.")
    }
    let value = conversion.expression(column)
    noteReading(value, oldValue, newValue, property, entity, oldTable)
    if oldColumn.type == "ANY" || newValue.isExternal != oldValue.isExternal {
      return moved(value, conversion.isIdentity, oldColumn, to: newValue)
    }
    return (value, conversion.isIdentity)
  }

  /// The values of a new attribute in existing rows.
  private func added(
    _ property: PropertyLayout, _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table,
    _ fallback: DefaultValues.Value?
  ) -> ColumnSource {
    if let fallback, property.isOptional || fallback.sql != "NULL" { return .value(fallback) }
    if !property.isOptional {
      addCheck(
        nil, oldTable, entity, property.name,
        "is new and required and has no default value", .wouldHaveNoValue,
        "Declare a default value (var \(property.name) = ...), or make it optional and fill it in "
          + "didMigrate of a custom stage.")
    }
    return .none
  }

  /// Wraps values that move from files into rows, or from rows into files.
  private func moved(
    _ value: String, _ isCopy: Bool, _ oldColumn: DatabaseStructure.Column,
    to newValue: StoredValue
  ) -> (String, Bool) {
    if oldColumn.type == "ANY" {
      return newValue.isExternal ? (value, isCopy) : ("\(FileFunctions.read)(\(value))", false)
    }
    return ("\(FileFunctions.write)(\(value))", false)
  }

  /// Adds a check that no old row, which is `o`, matches a condition; nil for all rows.
  func addCheck(
    _ condition: String?, _ table: DatabaseStructure.Table, _ entity: EntityLayout,
    _ property: String, _ reason: String, _ problem: RowProblem, _ remedy: String
  ) {
    let conditions = [rows(of: entity, table), condition].compactMap(\.self)
    let count =
      "SELECT count(*) FROM \(SQLFragment.quoted(table.name)) AS o"
      + (conditions.isEmpty
        ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND "))
    checks.append(
      Check(count: count) { [self] rows in
        migrationError(entity.name, property, reason + "; \(problem.description(rows))", remedy)
      })
  }
}

/// A problem of rows that prevents a migration.
enum RowProblem {
  case misfit, noValue, wouldHaveNoValue, noTarget, wouldHaveNoTarget

  fileprivate func description(_ rows: Int64) -> String {
    let isOne = rows == 1
    let verb =
      switch self {
      case .misfit: (isOne ? "has" : "have") + " a value that the new type can't hold"
      case .noValue: (isOne ? "has" : "have") + " no value"
      case .wouldHaveNoValue: "would have no value"
      case .noTarget: (isOne ? "has" : "have") + " no target"
      case .wouldHaveNoTarget: "would have no target"
      }
    return "\(rows) \(isOne ? "row" : "rows") \(verb)"
  }
}

extension StoredSchema.Property {
  /// The storage of an attribute's values in their column; nil for a relationship.
  fileprivate var value: StoredValue? {
    if case .attribute(let value) = storage { value } else { nil }
  }
}
