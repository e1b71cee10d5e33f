// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements that redirect references from a new model's key to an existing row's key.
package struct InboundReferenceSQL: Sendable {
  /// An inverse one-to-one relationship whose references the row has released.
  struct Partner: Sendable {
    let entity: Int
    let property: Int
    /// Clears the references to the row's key, and returns the keys of the referencing rows.
    let sql: String
  }

  /// Redirects references; the parameters are the new model's key and the row's key.
  private(set) var moves: [String] = []
  private(set) var partners: [Partner] = []

  init(to entity: EntityLayout, in layout: StoreLayout) {
    let key = EntityLayout.primaryKey
    for (index, other) in layout.entities.enumerated() {
      let table = SQLFragment.quoted(other.table)
      for property in other.ownProperties
      where property.destination.map({ entity.isA($0.entity) }) == true {
        switch property.storage {
        case .attribute, .toManyByForeignKey: break
        case .toOne(let destination):
          let column = SQLFragment.quoted(property.column)
          moves.append("UPDATE \(table) SET \(column) = ?2 WHERE \(column) = ?1")
          let partner = entity.properties.first { $0.name == destination.inverse }
          guard property.isOptional, let partner, case .toOne = partner.storage else { break }
          partners.append(
            Partner(
              entity: index, property: property.index,
              sql: "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?1 AND \(key) IS NOT "
                + "(SELECT \(SQLFragment.quoted(partner.column)) "
                + "FROM \(SQLFragment.quoted(entity.table)) WHERE \(key) = ?1) RETURNING \(key)"))
        case .toManyByJoin(_, let join, _, let column):
          let join = SQLFragment.quoted(join)
          let column = SQLFragment.quoted(column)
          // An existing join row keeps its position.
          moves.append("UPDATE OR IGNORE \(join) SET \(column) = ?2 WHERE \(column) = ?1")
          moves.append("DELETE FROM \(join) WHERE \(column) = ?1 AND ?1 <> ?2")
        }
      }
    }
  }
}
