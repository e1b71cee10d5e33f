// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The statements by which the rows of one entity are read and written.
///
/// Those that are needed again and again are put together once.
package struct EntitySQL: Sendable {
  let entity: EntityLayout
  /// The entity and its subentities, whose rows a fetch of the entity gives.
  private let members: [EntityLayout]
  /// The condition that a row of the table is one of a member; nil where every row is.
  let typeCondition: String?
  /// The number of the selected column with the row's entity; nil if all rows are of one.
  let typeColumn: Int32?
  /// The number of the column behind all of these.
  let nextColumn: Int32
  /// The row with a key.
  let selectByKey: String
  /// The rows with the keys of a JSON list.
  let selectByKeys: String
  /// The keys of a JSON list whose rows there are.
  let existing: String
  /// All columns of the alias `t`, by which fetches name the entity.
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

  /// The key, then a column for each property: the column of property `i` is number `i + 1`.
  ///
  /// Relationships that have no column, and properties whose bit is not in `mask`, are NULL. The
  /// properties of sibling entities share a number, since a row has values of one of them only.
  /// Where rows may be of several entities, the name of the row's own comes last.
  func columns(alias: String, only mask: UInt64 = .max) -> String {
    if mask == .max, alias == "t" { return fetched }
    return Self.columns(of: members, alias: alias, only: mask)
  }

  private static func columns(of members: [EntityLayout], alias: String, only mask: UInt64)
    -> String
  {
    let prefix = SQLFragment.quoted(alias) + "."
    var columns: [[String]] = []
    for (place, member) in members.enumerated() {
      for property in member.properties {
        if property.index == columns.count { columns.append([]) }
        // Only the entity itself can be loaded in part.
        guard property.hasColumn, mask & _ModelState.bit(property.index) != 0,
          place == 0 || mask == .max
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

  /// A name as a value in a statement's text.
  static func literal(_ name: String) -> String {
    "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// Inserts a row: the key, then every column in order.
  var insert: String {
    var columns = entity.properties.filter(\.hasColumn).map { SQLFragment.quoted($0.column) }
    var places = Array(repeating: "?", count: columns.count + 1)
    if entity.isInTree {
      columns.append(EntityLayout.typeColumn)
      places.append(Self.literal(entity.name))
    }
    return "INSERT INTO \(table) (\(([key] + columns).joined(separator: ", "))) "
      + "VALUES (\(places.joined(separator: ", ")))"
  }

  /// Updates the columns that `mask` names, then the key; nil if none has a column.
  func update(_ mask: UInt64) -> String? {
    let changed = entity.properties.filter {
      $0.hasColumn && mask & _ModelState.bit($0.index) != 0
    }
    if changed.isEmpty { return nil }
    let list = changed.map { SQLFragment.quoted($0.column) + " = ?" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(list) WHERE \(key) = ?"
  }

  /// Gives a row that is about to refer to another owner by `column` the last place there: the
  /// number, the row's key, the new owner's key or NULL; returns the key of the owner so far.
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
