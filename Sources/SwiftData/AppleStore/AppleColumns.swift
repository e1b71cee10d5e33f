// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Finds the columns of properties in the tables of a store that Apple's framework wrote.
///
/// A column has the property's name in upper case after "Z". If two entities of one table have
/// properties with the same name, the later columns have a number at the end. The model of the
/// store determines the number; without a model, the values do.
struct AppleColumns {
  let file: AppleStoreFile

  /// The columns that contain no property: keys, versions, orders and entity numbers of targets.
  static func isInternal(_ column: String) -> Bool {
    if ["Z_PK", "Z_ENT", "Z_OPT"].contains(column) || column.hasPrefix("Z_FOK_") { return true }
    // "Z9_OWNER" contains the entity number of the target in "ZOWNER".
    let rest = column.dropFirst().drop(while: \.isNumber)
    return rest.count < column.count - 1 && rest.hasPrefix("_")
  }

  /// The columns of a table that contain properties.
  func properties(of table: String) -> [AppleStoreFile.Column] {
    (file.tables[table] ?? []).filter { !Self.isInternal($0.name) }
  }

  /// The column of a property; nil if there is none.
  ///
  /// The columns of the entity's other properties, whose names are `others`, are no candidates.
  func column(
    _ property: String, of entity: AppleStoreFile.Entity, others: [String], _ database: Database
  ) throws -> AppleStoreFile.Column? {
    if let column = namedColumn(property, of: entity) { return column }
    let wanted = "Z" + property.uppercased()
    let taken = Set(others.map { "Z" + $0.uppercased() })
    let candidates = properties(of: entity.table).filter { column in
      let name = column.name.uppercased()
      if name == wanted { return true }
      guard name.hasPrefix(wanted), !taken.contains(name) else { return false }
      return name.dropFirst(wanted.count).allSatisfy(\.isNumber)
    }.sorted { $0.name.count < $1.name.count }
    guard candidates.count > 1 else { return candidates.first }
    // Only the entity's own column has values in its rows.
    let used = try candidates.filter { column in
      try Int.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM \(SQLFragment.quoted(entity.table)) "
          + "WHERE \(file.condition(for: entity)) "
          + "AND \(SQLFragment.quoted(column.name)) IS NOT NULL)") == 1
    }
    return used.first ?? candidates.first
  }

  /// The column that the model of the store determines, for an own or inherited property.
  private func namedColumn(
    _ property: String, of entity: AppleStoreFile.Entity
  ) -> AppleStoreFile.Column? {
    let name = file.ancestors(of: entity).lazy
      .compactMap { self.file.columnNames?[property, $0] }.first
    guard let name else { return nil }
    return file.tables[entity.table]?.first { $0.name.uppercased() == name }
  }

  /// The column with the order of the rows in a to-many relationship; nil if it has no order.
  func order(of column: String, in table: String) -> String? {
    let wanted = "Z_FOK_" + column.uppercased().dropFirst()
    return file.tables[table]?.first { $0.name.uppercased() == wanted }?.name
  }

  /// The column in the target's table of a to-many relationship without an inverse.
  func oneWayColumn(
    _ relationship: String, of owner: AppleStoreFile.Entity, in table: String
  ) -> String? {
    let wanted = file.ancestors(of: owner).map { "Z\($0)\(relationship.uppercased())" }
    return file.tables[table]?.first { wanted.contains($0.name.uppercased()) }?.name
  }

  // MARK: Join tables

  /// A join table, with the columns of both ends.
  struct Join {
    let table: String
    let owner: String
    let target: String
    /// The column with the order of the targets of an owner.
    let order: String?
    /// The column with the order of the owners of a target.
    let inverseOrder: String?
  }

  /// The join table of a many-to-many relationship; nil if there is none.
  ///
  /// The column of a relationship's targets has the number of their entity and the name of the
  /// relationship.
  func join(
    _ relationship: String, of owner: AppleStoreFile.Entity, to target: AppleStoreFile.Entity,
    inverse: String?
  ) -> Join? {
    let relationship = relationship.uppercased()
    let targets = file.ancestors(of: target) + file.family(of: target)
    let owners = file.ancestors(of: owner) + file.family(of: owner)
    for (table, columns) in file.tables.sorted(by: { $0.key < $1.key })
    where Self.end(table, "") != nil && !table.hasSuffix("_") {
      let ends = columns.filter { $0.name.hasPrefix("Z_") && !$0.name.hasPrefix("Z_FOK_") }
      guard ends.count == 2 else { continue }
      for (own, other) in [(ends[0].name, ends[1].name), (ends[1].name, ends[0].name)] {
        guard let end = Self.end(other, relationship), targets.contains(end) else { continue }
        let isOwner =
          if let inverse, let number = Self.end(own, inverse.uppercased()) {
            owners.contains(number)
          } else {
            // A relationship without an inverse, or one that is its own inverse.
            Self.end(own, "").map(owners.contains) ?? (owner.table == target.table)
          }
        guard isOwner else { continue }
        func order(_ end: String) -> String? {
          columns.first { $0.name.uppercased() == "Z_FOK_" + end.uppercased().dropFirst(2) }?.name
        }
        return Join(
          table: table, owner: own, target: other, order: order(other), inverseOrder: order(own))
      }
    }
    return nil
  }

  /// The entity number in the name of a join column, such as 18 in "Z_18REPOSITORIES".
  ///
  /// Nil if the name after the number is not `name`, in upper case; an empty `name` allows any.
  static func end(_ column: String, _ name: String) -> Int64? {
    guard column.hasPrefix("Z_") else { return nil }
    let number = column.dropFirst(2).prefix(while: \.isNumber)
    let rest = column.dropFirst(2 + number.count).uppercased()
    guard !rest.isEmpty,
      name.isEmpty || (rest.hasPrefix(name) && rest.dropFirst(name.count).allSatisfy(\.isNumber))
    else { return nil }
    return Int64(number)
  }
}
