// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How many targets the owners of a relationship with bounds have.
package struct CountSQL: Sendable {
  let property: Int
  /// For an owner's key; returns the number.
  let count: String
  /// The entity of the targets, if they hold the owner's key, and for some of them the owners' keys.
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

/// The statements that read and write the targets of one to-many relationship and their order.
///
/// A target's place among its siblings is a number: that of its order column, or where that is
/// NULL its key (for many-to-many the pair's key). Keys grow, so that what is added comes last and
/// costs no write; only what is moved gets a number of its own, often one between two others.
package struct RelationshipSQL: Sendable {
  /// Many-to-many, or to-many without an inverse.
  struct Pairs: Sendable {
    /// The table's name, also among the sequences of keys.
    let table: String
    /// Inserts a pair if it is not there: its key, the owner's key, the target's key.
    let insert: String
    /// Deletes a pair: the owner's key, the target's key.
    let delete: String
  }

  /// The rows of the targets of one owner, each with its number behind the properties.
  let select: String
  /// The same for a JSON list of owners, with the owner's key behind the number.
  let selectMany: String
  /// The keys and numbers of the targets of one owner.
  let numbers: String
  /// Sets a number: the number, the target's key, the owner's key.
  let setNumber: String
  let pairs: Pairs?

  private static let key = EntityLayout.primaryKey

  /// The name of the column that holds the numbers of the rows or pairs of `column`.
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
  /// The column for the place of the row among its siblings, for a to-one relationship whose
  /// inverse is a to-many.
  package var orderColumn: String? {
    guard case .toOne(let destination) = storage, let inverse = destination.inverse,
      ModelDescription.of(destination.type).relationships.contains(where: {
        $0.name == inverse && $0.access.isToMany
      })
    else { return nil }
    return RelationshipSQL.orderColumn(of: column)
  }
}
