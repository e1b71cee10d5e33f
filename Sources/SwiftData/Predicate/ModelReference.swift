// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A step along a to-one relationship, from a row to its target.
struct Hop {
  /// The key of the target, in terms of the previous step's alias.
  let key: SQLFragment
  /// False if the relationship is required.
  let isNullable: Bool
  let entity: EntityLayout
  /// The alias of the target in subqueries.
  let alias: String
}

extension [Hop] {
  /// Converts an expression over the last row of the path to one over the first row.
  ///
  /// The result is NULL if a row on the path is missing.
  func value(_ sql: SQLFragment) -> SQLFragment {
    reversed().reduce(sql) { inner, hop in
      "(SELECT \(inner) FROM \(identifier: hop.entity.table) AS \(identifier: hop.alias) "
        + "WHERE \(identifier: hop.alias).\(identifier: EntityLayout.primaryKey) = \(hop.key))"
    }
  }

  /// The condition that the path ends at a row for which `inner` is true.
  ///
  /// - Parameters:
  ///   - inner: The condition, over the last row of the path.
  ///   - isUnique: Whether at most one row of the last table meets the condition. SQLite then reads
  ///     an index in its order after the key, which it does not for a list of keys.
  /// - Returns: The condition, over the first row of the path.
  func lift(_ inner: SQLFragment, isUnique: Bool = false) -> SQLFragment {
    if inner == .false { return .false }
    return reversed().enumerated().reduce(inner) { inner, step in
      let hop = step.element
      if inner == .true { return hop.isNullable ? "(\(hop.key) IS NOT NULL)" : .true }
      let key = SQLFragment.identifier(hop.alias) + "." + .identifier(EntityLayout.primaryKey)
      // NULL IN (...) is NULL, which is equivalent to false in the WHERE of an outer subquery. The
      // same applies to "=", whereas IS is never NULL.
      let isOutermost = step.offset == count - 1
      let comparison: SQLFragment =
        isUnique && step.offset == 0 ? (isOutermost ? "IS" : "=") : "IN"
      let list: SQLFragment =
        "\(hop.key) \(comparison) (SELECT \(key) FROM \(identifier: hop.entity.table) AS "
        + "\(identifier: hop.alias) WHERE \(inner))"
      return hop.isNullable && isOutermost ? "(\(hop.key) IS NOT NULL AND \(list))" : "(\(list))"
    }
  }

  /// True if both paths have the same steps.
  func isSame(as other: [Hop]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.alias == $1.alias }
  }
}

/// A model in a predicate: a row of a query, or the target of a to-one relationship.
struct ModelReference {
  /// The row's key, in terms of the last row of `path`.
  var key: SQLFragment
  var path: [Hop]
  var isNullable: Bool
  var entity: EntityLayout
  /// The row's alias, if the row is the last of `path` or of the query.
  var alias: String?
  /// After a cast, the condition that the row, which has an alias, belongs to the entity.
  var narrowing: SQLFragment?
  /// The conditions under which evaluation does not throw.
  var requirements: [SQLFragment] = []

  /// Creates a reference to a row of a query.
  init(row alias: String, entity: EntityLayout) {
    key = .identifier(alias) + "." + .identifier(EntityLayout.primaryKey)
    path = []
    isNullable = false
    self.entity = entity
    self.alias = alias
  }

  /// Creates a reference to the target of the column `key`.
  init(key: SQLFragment, path: [Hop], isNullable: Bool, entity: EntityLayout) {
    self.key = key
    self.path = path
    self.isNullable = isNullable
    self.entity = entity
  }

  /// The key in terms of the first row of the path.
  var keyValue: SQLFragment { path.value(key) }

  /// The foreign key of the row, in terms of the previous row; nil for the row of the query.
  var keyOfRow: SQLFragment? {
    guard let alias else { return key }
    return path.last.flatMap { $0.alias == alias ? $0.key : nil }
  }

  /// The condition that the row exists.
  var presence: Condition {
    if let narrowing { return Condition(path.lift(narrowing)) }
    if path.isEmpty { return isNullable ? Condition("(\(key) IS NOT NULL)") : .always }
    return Condition(path.lift(isNullable ? "\(key) IS NOT NULL" : .true))
  }

  /// The model with an alias, by a path that includes its row, so that its columns are accessible.
  func entered(in translation: Translation) -> ModelReference {
    if alias != nil { return self }
    let made = translation.alias(of: key, from: path.last?.alias ?? "")
    var result = ModelReference(row: made, entity: entity)
    result.path = path + [Hop(key: key, isNullable: isNullable, entity: entity, alias: made)]
    result.requirements = requirements
    return result
  }

  /// The model by its foreign key, if there is one.
  ///
  /// After a cast, the key is NULL for rows of other entities.
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
