// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements that count the targets of a relationship with bounds.
package struct CountSQL: Sendable {
  let property: Int
  /// Selects the number of targets; the parameter is the owner's key.
  let count: String
  /// For a foreign key in the target: the target entity, and a query for the owners of some
  /// targets.
  let owners: (target: Int, sql: String)?

  init?(_ property: PropertyLayout, of entity: EntityLayout, in layout: StoreLayout) {
    guard
      let relationship = ModelDescription.of(entity.type).relationship(at: property.index),
      relationship.minimumCount > 0 || relationship.maximumCount > 0
    else { return nil }
    self.property = property.index
    let key = EntityLayout.primaryKey
    switch property.storage {
    case .attribute:
      return nil
    case .toOne:
      count =
        "SELECT count(\(SQLFragment.quoted(property.column))) "
        + "FROM \(SQLFragment.quoted(entity.table)) "
        + "WHERE \(key) = ?"
      owners = nil
    case .toManyByForeignKey(let destination, let column):
      let table = SQLFragment.quoted(destination.table)
      let column = SQLFragment.quoted(column)
      count = "SELECT count(*) FROM \(table) WHERE \(column) = ?"
      owners = layout.index(of: destination.type).map {
        (
          $0,
          "SELECT DISTINCT \(column) FROM \(table) "
            + "WHERE \(key) IN (SELECT value FROM json_each(?)) AND \(column) IS NOT NULL"
        )
      }
    case .toManyByJoin(_, let table, let own, _):
      count =
        "SELECT count(*) FROM \(SQLFragment.quoted(table)) WHERE \(SQLFragment.quoted(own)) = ?"
      owners = nil
    }
  }
}

/// The SQL statements that read and write the targets of a to-many relationship and their order.
///
/// A target's position among its siblings is its order number: the value of its order column, or
/// its key if the column is NULL (for many-to-many, the join row's key). Keys increase, so an
/// appended target needs no order number. Only a moved target gets one, usually between two others.
package struct RelationshipSQL: Sendable {
  /// The join rows of a many-to-many relationship, or of a to-many one without an inverse.
  struct Pairs: Sendable {
    /// The name of the join table and of its key sequence.
    let table: String
    /// Inserts a join row unless it exists; the parameters are its key and both ends' keys.
    let insert: String
    /// Deletes a join row; the parameters are the owner's key and the target's key.
    let delete: String
  }

  /// Selects the targets of an owner, with the order number after the properties.
  let select: String
  /// Selects the targets of a JSON array of owners, with the owner's key after the order number.
  let selectMany: String
  /// Selects the keys and order numbers of the targets of an owner.
  let numbers: String
  /// Sets an order number; the parameters are the number, the target's key and the owner's key.
  let setNumber: String
  let pairs: Pairs?

  private static let key = EntityLayout.primaryKey

  /// The name of the order column for a foreign key column.
  package static func orderColumn(of column: String) -> String { "_\(column)_order" }

  init?(_ property: PropertyLayout, target: EntitySQL) {
    let columns = target.columns(alias: target.entity.table)
    let table = SQLFragment.quoted(target.entity.table)
    switch property.storage {
    case .attribute, .toOne:
      return nil
    case .toManyByForeignKey(_, let column):
      let order = SQLFragment.quoted(Self.orderColumn(of: column))
      let column = SQLFragment.quoted(column)
      let number = "coalesce(\(order), \(Self.key))"
      select = "SELECT \(columns), \(number) FROM \(table) WHERE \(column) = ?"
      selectMany =
        "SELECT \(columns), \(number), \(column) FROM \(table) "
        + "WHERE \(column) IN (SELECT value FROM json_each(?))"
      numbers = "SELECT \(Self.key), \(number) FROM \(table) WHERE \(column) = ?"
      setNumber = "UPDATE \(table) SET \(order) = ? WHERE \(Self.key) = ? AND \(column) = ?"
      pairs = nil
    case .toManyByJoin(_, let name, let own, let other):
      let join = SQLFragment.quoted(name)
      let order = SQLFragment.quoted(Self.orderColumn(of: own))
      let own = SQLFragment.quoted(own)
      let other = SQLFragment.quoted(other)
      let number = "coalesce(\(join).\(order), \(join).\(Self.key))"
      let rows = "\(join) JOIN \(table) ON \(table).\(Self.key) = \(join).\(other)"
      select = "SELECT \(columns), \(number) FROM \(rows) WHERE \(join).\(own) = ?"
      selectMany =
        "SELECT \(columns), \(number), \(join).\(own) FROM \(rows) "
        + "WHERE \(join).\(own) IN (SELECT value FROM json_each(?))"
      numbers = "SELECT \(other), \(number) FROM \(join) WHERE \(own) = ?"
      setNumber = "UPDATE \(join) SET \(order) = ? WHERE \(other) = ? AND \(own) = ?"
      pairs = Pairs(
        table: name,
        insert: "INSERT INTO \(join) (\(Self.key), \(own), \(other)) VALUES (?, ?, ?) "
          + "ON CONFLICT DO NOTHING",
        delete: "DELETE FROM \(join) WHERE \(own) = ? AND \(other) = ?")
    }
  }
}

extension PropertyLayout {
  /// The column with the row's position among its siblings, for a to-one relationship with a
  /// to-many inverse.
  package var orderColumn: String? {
    guard case .toOne(let destination) = storage, let inverse = destination.inverse,
      ModelDescription.of(destination.type).relationships.contains(where: {
        $0.name == inverse && $0.isToMany
      })
    else { return nil }
    return RelationshipSQL.orderColumn(of: column)
  }
}
