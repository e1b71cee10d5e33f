// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SchemaChange {
  /// Where the values of an attribute come from.
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
    if let condition = conditionOfMoveDown(property, entity, oldTable) {
      (value, isCopy) = ("CASE WHEN \(condition) THEN \(value) END", false)
    }
    let wasRequired =
      oldTable.column(named: source.column)?.isRequired == true || !source.isOptional
    guard !property.isOptional, !wasRequired else {
      return isCopy ? .copy(source.column) : .expression(value)
    }
    guard let fallback, fallback.sql != "NULL" else {
      note(
        "\(column) IS NULL", oldTable, entity, property.name,
        "was optional and is to be required, without a default value", .noValue,
        "Declare a default value, or set one in willMigrate of a custom stage.")
      return isCopy ? .copy(source.column) : .expression(value)
    }
    return .expression("coalesce(\(value), \(fallback.sql))")
  }

  /// The values of an old attribute as those of a new one; the old row is `o`.
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
      throw refusal(
        entity.name, property.name, "was a relationship and is to be an attribute",
        "Give the attribute another name, or write a custom stage.")
    }
    guard let conversion = ColumnConversion(from: oldValue, declared: oldColumn.type, to: newValue)
    else {
      throw refusal(
        entity.name, property.name,
        "was a \(oldValue.description) and is to be a \(newValue.description), which can't be "
          + "done without loss for all values",
        "Give the new property another name and fill it in a custom stage.")
    }
    let column = "o." + SQLFragment.quoted(source.column)
    if let misfit = conversion.misfit {
      let condition = "\(column) IS NOT NULL AND \(misfit(column))"
      note(
        condition, oldTable, entity, property.name,
        "was a \(oldValue.description) and is to be a \(newValue.description)",
        .misfit,
        "Change them before, or fill another property in a custom stage.")
    }
    let value = conversion.expression(column)
    noteReading(value, oldValue, newValue, property, entity, oldTable)
    if oldColumn.type == "ANY" || newValue.isExternal != oldValue.isExternal {
      return moved(value, conversion.isIdentity, oldColumn, to: newValue)
    }
    return (value, conversion.isIdentity)
  }

  /// What rows get that were there before the attribute.
  private func added(
    _ property: PropertyLayout, _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table,
    _ fallback: DefaultValues.Value?
  ) -> ColumnSource {
    if let fallback, property.isOptional || fallback.sql != "NULL" { return .value(fallback) }
    if !property.isOptional {
      note(
        nil, oldTable, entity, property.name,
        "is new and required, without a default value", .wouldHaveNone,
        "Declare a default value (var \(property.name) = ...), or make it optional and fill it in "
          + "didMigrate of a custom stage.")
    }
    return .none
  }

  /// Values that go from files into rows, or from rows into files.
  private func moved(
    _ value: String, _ isCopy: Bool, _ oldColumn: DatabaseStructure.Column,
    to newValue: StoredValue
  ) -> (String, Bool) {
    if oldColumn.type == "ANY" {
      return newValue.isExternal ? (value, isCopy) : ("\(FileFunctions.read)(\(value))", false)
    }
    return ("\(FileFunctions.write)(\(value))", false)
  }

  /// Notes that no old row, which is `o`, may fulfil a condition; nil for all rows.
  func note(
    _ condition: String?, _ table: DatabaseStructure.Table, _ entity: EntityLayout,
    _ property: String, _ what: String, _ fault: Fault, _ advice: String
  ) {
    let conditions = [rows(of: entity, table), condition].compactMap(\.self)
    let count =
      "SELECT count(*) FROM \(SQLFragment.quoted(table.name)) AS o"
      + (conditions.isEmpty
        ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND "))
    checks.append(
      Check(count: count) { [self] rows in
        refusal(entity.name, property, what + "; \(fault.words(rows))", advice)
      })
  }
}

/// What is wrong with rows.
enum Fault {
  case misfit, noValue, wouldHaveNone, leadNowhere, wouldLeadNowhere

  fileprivate func words(_ rows: Int64) -> String {
    let isOne = rows == 1
    let verb =
      switch self {
      case .misfit: (isOne ? "has" : "have") + " a value that it can't hold without loss"
      case .noValue: (isOne ? "has" : "have") + " no value"
      case .wouldHaveNone: "would have no value"
      case .leadNowhere: (isOne ? "leads" : "lead") + " nowhere"
      case .wouldLeadNowhere: "would lead nowhere"
      }
    return "\(rows) \(isOne ? "row" : "rows") \(verb)"
  }
}

extension StoredSchema.Property {
  /// How an attribute's values lie in their column.
  fileprivate var value: StoredValue? {
    if case .attribute(let value) = storage { value } else { nil }
  }
}
