// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The statements by which the rows of one entity are read and written.
///
/// Those that are needed again and again are put together once.
package struct EntitySQL: Sendable {
  let entity: EntityLayout
  /// The row with a key.
  let selectByKey: String
  /// The rows with the keys of a JSON list.
  let selectByKeys: String
  /// The keys of a JSON list whose rows there are.
  let existing: String
  /// All columns of the alias `t`, by which fetches name the entity.
  private let fetched: String

  init(entity: EntityLayout) {
    self.entity = entity
    let table = SQLFragment.quoted(entity.name)
    let columns = Self.columns(of: entity, alias: entity.name, only: .max)
    let select = "SELECT \(columns) FROM \(table) WHERE \(EntityLayout.primaryKey) "
    selectByKey = select + "= ?"
    selectByKeys = select + "IN (SELECT value FROM json_each(?))"
    existing =
      "SELECT \(EntityLayout.primaryKey) FROM \(table) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?))"
    fetched = Self.columns(of: entity, alias: "t", only: .max)
  }

  private var table: String { SQLFragment.quoted(entity.name) }
  private var key: String { EntityLayout.primaryKey }

  /// The key, then a column for each property: the column of property `i` is number `i + 1`.
  ///
  /// Relationships that have no column, and properties whose bit is not in `mask`, are NULL.
  func columns(alias: String, only mask: UInt64 = .max) -> String {
    if mask == .max, alias == "t" { return fetched }
    return Self.columns(of: entity, alias: alias, only: mask)
  }

  private static func columns(of entity: EntityLayout, alias: String, only mask: UInt64) -> String {
    let prefix = SQLFragment.quoted(alias) + "."
    let list = entity.properties.map { property in
      property.hasColumn && mask & _ModelState.bit(property.index) != 0
        ? prefix + SQLFragment.quoted(property.name) : "NULL"
    }
    return ([prefix + EntityLayout.primaryKey] + list).joined(separator: ", ")
  }

  /// Inserts a row: the key, then every column in order.
  var insert: String {
    let columns = entity.properties.filter(\.hasColumn).map { SQLFragment.quoted($0.name) }
    let places = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    return "INSERT INTO \(table) (\(([key] + columns).joined(separator: ", "))) VALUES (\(places))"
  }

  /// Updates the columns that `mask` names, then the key; nil if none has a column.
  func update(_ mask: UInt64) -> String? {
    let changed = entity.properties.filter {
      $0.hasColumn && mask & _ModelState.bit($0.index) != 0
    }
    if changed.isEmpty { return nil }
    let list = changed.map { SQLFragment.quoted($0.name) + " = ?" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(list) WHERE \(key) = ?"
  }

  /// Gives a row that is about to refer to another owner by `column` the last place there: the
  /// number, the row's key, the new owner's key or NULL; returns the key of the owner so far.
  func move(_ property: PropertyLayout) -> String? {
    guard let order = property.orderColumn else { return nil }
    return "UPDATE \(table) SET \(SQLFragment.quoted(order)) = ? "
      + "WHERE \(key) = ? AND \(SQLFragment.quoted(property.name)) IS NOT ? "
      + "RETURNING \(SQLFragment.quoted(property.name))"
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
