// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements that read and write the rows of an entity.
///
/// Frequently used statements are composed once.
package struct EntitySQL: Sendable {
  let entity: EntityLayout
  /// The entity and its subentities, whose rows a fetch of the entity returns.
  private let members: [EntityLayout]
  /// The condition that selects the rows of the members; nil if all rows belong to members.
  let typeCondition: String?
  /// The index of the result column with the row's entity; nil if all rows have one entity.
  let typeColumn: Int32?
  /// The index of the first free result column.
  let nextColumn: Int32
  /// Selects the row with a key.
  let selectByKey: String
  /// Selects the rows with the keys in a JSON array.
  let selectByKeys: String
  /// Selects the keys in a JSON array that have rows.
  let existing: String
  /// All columns of the alias `t`, which fetches use for the entity.
  private let fetched: String

  init(entity index: Int, in layout: StoreLayout) {
    entity = layout.entities[index]
    members = layout.families[index].map { layout.entities[$0] }
    let width = Int32(members.map(\.properties.count).max() ?? 0)
    typeColumn = members.count > 1 ? width + 1 : nil
    nextColumn = width + (members.count > 1 ? 2 : 1)
    let types = layout.types(of: index)?.map(Self.literal).joined(separator: ", ")
    typeCondition = types.map { "\(EntityLayout.typeColumn) IN (\($0))" }
    let columns = Self.columns(of: members, alias: entity.table, only: .max)
    let table = SQLFragment.quoted(entity.table)
    let condition = "WHERE " + (typeCondition.map { "\($0) AND " } ?? "") + EntityLayout.primaryKey
    selectByKey = "SELECT \(columns) FROM \(table) \(condition) = ?"
    selectByKeys =
      "SELECT \(columns) FROM \(table) \(condition) IN (SELECT value FROM json_each(?))"
    existing =
      "SELECT \(EntityLayout.primaryKey) FROM \(table) \(condition) "
      + "IN (SELECT value FROM json_each(?))"
    fetched = Self.columns(of: members, alias: "t", only: .max)
  }

  private var table: String { SQLFragment.quoted(entity.table) }
  private var key: String { EntityLayout.primaryKey }

  /// The key, then a column for each property: property `i` has result column `i + 1`.
  ///
  /// Relationships without a column, and properties whose bit is not in `mask`, are NULL. The
  /// properties of sibling entities share a column, since a row has the values of only one of them.
  /// If the rows can belong to several entities, the last column is the name of the row's entity.
  func columns(alias: String, only mask: UInt64 = .max) -> String {
    if mask == .max, alias == "t" { return fetched }
    return Self.columns(of: members, alias: alias, only: mask)
  }

  private static func columns(of members: [EntityLayout], alias: String, only mask: UInt64)
    -> String
  {
    let prefix = SQLFragment.quoted(alias) + "."
    var columns: [[String]] = []
    for (memberIndex, member) in members.enumerated() {
      for property in member.properties {
        if property.index == columns.count { columns.append([]) }
        // A partial load selects only the properties of the entity itself.
        guard property.hasColumn, mask & _ModelState.bit(property.index) != 0,
          memberIndex == 0 || mask == .max
        else { continue }
        let column = prefix + SQLFragment.quoted(property.column)
        if !columns[property.index].contains(column) { columns[property.index].append(column) }
      }
    }
    var list = [prefix + EntityLayout.primaryKey]
    for names in columns {
      switch names.count {
      case 0: list.append("NULL")
      case 1: list.append(names[0])
      default: list.append("coalesce(\(names.joined(separator: ", ")))")
      }
    }
    if members.count > 1 { list.append(prefix + EntityLayout.typeColumn) }
    return list.joined(separator: ", ")
  }

  /// A name as a string literal.
  static func literal(_ name: String) -> String {
    "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// Inserts a row; the parameters are the key, then every column in order.
  var insert: String {
    var columns = entity.properties.filter(\.hasColumn).map { SQLFragment.quoted($0.column) }
    var values = Array(repeating: "?", count: columns.count + 1)
    if entity.isInTree {
      columns.append(EntityLayout.typeColumn)
      values.append(Self.literal(entity.name))
    }
    return "INSERT INTO \(table) (\(([key] + columns).joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
  }

  /// Updates the columns in `mask`; nil if it selects no column.
  ///
  /// The parameters are the columns in order, then the key.
  func update(_ mask: UInt64) -> String? {
    let changed = entity.properties.filter {
      $0.hasColumn && mask & _ModelState.bit($0.index) != 0
    }
    if changed.isEmpty { return nil }
    let list = changed.map { SQLFragment.quoted($0.column) + " = ?" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(list) WHERE \(key) = ?"
  }

  /// Moves a row to the end of its new owner's list, before its reference to the owner changes.
  ///
  /// The parameters are the order number, the row's key, and the new owner's key or NULL. The
  /// statement returns the former owner's key.
  func move(_ property: PropertyLayout) -> String? {
    guard let order = property.orderColumn else { return nil }
    return "UPDATE \(table) SET \(SQLFragment.quoted(order)) = ? "
      + "WHERE \(key) = ? AND \(SQLFragment.quoted(property.column)) IS NOT ? "
      + "RETURNING \(SQLFragment.quoted(property.column))"
  }

  var delete: String { "DELETE FROM \(table) WHERE \(key) = ?" }
}

extension PropertyLayout {
  /// True for attributes and to-one relationships.
  package var hasColumn: Bool {
    switch storage {
    case .attribute(let type, _): type != .ephemeral
    case .toOne: true
    case .toManyByForeignKey, .toManyByJoin: false
    }
  }
}
