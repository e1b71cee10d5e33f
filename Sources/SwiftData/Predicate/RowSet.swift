// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The targets of a to-many relationship, optionally filtered.
struct RowSet {
  let owner: ModelReference
  let storage: PropertyLayout.Storage
  let entity: EntityLayout
  /// The alias of the elements in subqueries.
  let alias: String
  var filter: Condition = .always

  /// The element as the parameter of closures over the set.
  var element: ModelReference { ModelReference(row: alias, entity: entity) }

  /// `SELECT result` over the elements for which `condition` is true.
  func select(_ result: SQLFragment, where condition: SQLFragment) -> SQLFragment {
    let owner = self.owner.byForeignKey.keyValue
    let key = "\(identifier: alias).\(identifier: EntityLayout.primaryKey)" as SQLFragment
    let source: SQLFragment
    let link: SQLFragment
    switch storage {
    case .toManyByForeignKey(_, let column):
      source = "\(identifier: entity.table) AS \(identifier: alias)"
      link = "\(identifier: alias).\(identifier: column) = \(owner)"
    case .toManyByJoin(_, let table, let own, let other):
      let join = alias + "_join"
      source =
        "\(identifier: table) AS \(identifier: join) JOIN \(identifier: entity.table) AS "
        + "\(identifier: alias) ON \(key) = \(identifier: join).\(identifier: other)"
      link = "\(identifier: join).\(identifier: own) = \(owner)"
    case .attribute, .toOne:
      source = "\(identifier: entity.table) AS \(identifier: alias)"
      link = .false
    }
    let all = condition == .true ? link : "\(link) AND \(condition)"
    return "SELECT \(result) FROM \(source) WHERE \(all)"
  }

  /// The condition that the filtered set has an element for which `condition` is true.
  func contains(where condition: Condition) -> Condition {
    let filtered = filter && condition
    let some: SQLFragment = "EXISTS (\(select("1", where: filtered.whenTrue)))"
    if filtered.isTotal { return Condition(some).requiring(owner.requirements) }
    // The result is unknown for an element that throws, or that only Swift can evaluate.
    let none: SQLFragment =
      "(NOT EXISTS (\(select("1", where: .not(filtered.whenFalse)))))"
    return Condition(whenTrue: some, whenFalse: none, isExact: false)
      .requiring(owner.requirements)
  }
}
