// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A step from a row to the one that its to-one relationship points at.
struct Hop {
  /// The key of the other row, over the alias of the step before.
  let key: SQLFragment
  /// False if the relationship is required.
  let isNullable: Bool
  let entity: EntityLayout
  /// The name of the other row in subqueries.
  let alias: String
}

extension [Hop] {
  /// `sql`, which is over the last row of the path, as an expression over the first: NULL where a
  /// row on the way is missing.
  func value(_ sql: SQLFragment) -> SQLFragment {
    reversed().reduce(sql) { inner, hop in
      "(SELECT \(inner) FROM \(identifier: hop.entity.table) AS \(identifier: hop.alias) "
        + "WHERE \(identifier: hop.alias).\(identifier: EntityLayout.primaryKey) = \(hop.key))"
    }
  }

  /// The condition that the path leads to a row for which `inner` is true.
  func lift(_ inner: SQLFragment) -> SQLFragment {
    if inner == .false { return .false }
    return reversed().enumerated().reduce(inner) { inner, step in
      let hop = step.element
      if inner == .true { return hop.isNullable ? "(\(hop.key) IS NOT NULL)" : .true }
      let key = SQLFragment.identifier(hop.alias) + "." + .identifier(EntityLayout.primaryKey)
      let list: SQLFragment =
        "\(hop.key) IN (SELECT \(key) FROM \(identifier: hop.entity.table) AS "
        + "\(identifier: hop.alias) WHERE \(inner))"
      // NULL IN (...) is NULL; inside of another subquery's WHERE that is as good as false.
      let isOutermost = step.offset == count - 1
      return hop.isNullable && isOutermost ? "(\(hop.key) IS NOT NULL AND \(list))" : "(\(list))"
    }
  }

  /// True if both lead to the same row by the same steps.
  func isSame(as other: [Hop]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.alias == $1.alias }
  }
}

/// A model that a predicate speaks of: a row of a query, or what a to-one relationship points at.
struct ModelReference {
  /// The row's key, over the last row of `path`.
  var key: SQLFragment
  var path: [Hop]
  var isNullable: Bool
  var entity: EntityLayout
  /// The row's alias, if the row is the last of `path` or of the query.
  var alias: String?
  /// The test that the row, which has an alias then, is one of the entity: what a cast leaves open.
  var narrowing: SQLFragment?
  /// The conditions under which evaluating it does not throw.
  var requirements: [SQLFragment] = []

  /// A row of a query.
  init(row alias: String, entity: EntityLayout) {
    key = .identifier(alias) + "." + .identifier(EntityLayout.primaryKey)
    path = []
    isNullable = false
    self.entity = entity
    self.alias = alias
  }

  /// What the column `key` points at.
  init(key: SQLFragment, path: [Hop], isNullable: Bool, entity: EntityLayout) {
    self.key = key
    self.path = path
    self.isNullable = isNullable
    self.entity = entity
  }

  /// The key over the first row of the path.
  var keyValue: SQLFragment { path.value(key) }

  /// What points at the row, over the row before it on the path; nil for the row of the query.
  var keyOfRow: SQLFragment? {
    guard let alias else { return key }
    return path.last.flatMap { $0.alias == alias ? $0.key : nil }
  }

  /// When there is such a row.
  var presence: Condition {
    if let narrowing { return Condition(path.lift(narrowing)) }
    if path.isEmpty { return isNullable ? Condition("(\(key) IS NOT NULL)") : .always }
    return Condition(path.lift(isNullable ? "\(key) IS NOT NULL" : .true))
  }

  /// The same model as the last row of a longer path, so that its columns can be named.
  func entered(in translation: Translation) -> ModelReference {
    if alias != nil { return self }
    let made = translation.alias(of: key, from: path.last?.alias ?? "")
    var result = ModelReference(row: made, entity: entity)
    result.path = path + [Hop(key: key, isNullable: isNullable, entity: entity, alias: made)]
    result.requirements = requirements
    return result
  }

  /// The same model by the column that points at it, where there is one, or by a key that is NULL
  /// where a cast gives nil.
  var byForeignKey: ModelReference {
    if let narrowing {
      var result = self
      result.key = "(CASE WHEN \(narrowing) THEN \(key) END)"
      result.isNullable = true
      result.narrowing = nil
      return result
    }
    guard let last = path.last, last.alias == alias else { return self }
    var result = ModelReference(
      key: last.key, path: Array(path.dropLast()), isNullable: last.isNullable, entity: entity)
    result.requirements = requirements
    return result
  }
}
