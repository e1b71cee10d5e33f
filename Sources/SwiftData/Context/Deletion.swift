// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// The deletions of one save: applies the delete rules, then deletes the rows.
///
/// Keys are passed to SQLite in chunks of 4096, so memory holds little more than the keys, however
/// large the graph is.
final class Deletion {
  /// The number of keys for one statement.
  private static let chunk = 4096

  private let core: ContextCore
  private let store: Store
  private let connection: Store.Connection
  /// The requested and cascaded keys, by the root entity of their table.
  private var seen: [Int: KeySet] = [:]
  /// The requested and cascaded keys in visiting order, in chunks of one entity.
  private(set) var deleted: [(entity: Int, keys: [Int64])] = []
  /// The cascade that has reached each element of ``deleted``; nil for requested keys.
  private var cascades: [Cascade?] = []
  /// The rows that existed and were deleted.
  private(set) var removed: [(entity: Int, keys: [Int64])] = []
  /// Remaining rows whose reference to a deleted row was set to NULL.
  private(set) var nullifiedReferences: [AffectedRows] = []
  /// Owners that lose targets of a relationship with a minimum or maximum count.
  private(set) var boundedOwnersLosingTargets: [AffectedRows] = []
  /// Owners of to-many relationships that lost targets, from the foreign keys of the deleted rows.
  private(set) var ownersLosingTargets: [AffectedRows] = []
  /// External files that no row refers to after the commit.
  private(set) var obsoleteFiles: [String] = []
  private var rules: [Int: DeletionRules] = [:]
  private var denials: [(rule: DeletionRules.Denial, keys: [Int64])] = []

  /// A cascade along a to-many relationship, whose owners are all deleted.
  private struct Cascade {
    let owner: Int
    let property: Int
  }

  /// Rows whose deletion is due.
  private struct Waiting {
    let entity: Int
    let keys: [Int64]
    var cascade: Cascade?
  }

  /// Rows of an entity that are affected through one of its relationships.
  struct AffectedRows {
    let entity: Int
    let property: Int
    let keys: [Int64]

    init(_ entity: Int, _ property: Int, _ keys: [Int64]) {
      self.entity = entity
      self.property = property
      self.keys = keys
    }
  }

  init(_ core: ContextCore, _ connection: Store.Connection) {
    self.core = core
    store = core.store
    self.connection = connection
  }

  func contains(entity: Int, key: Int64) -> Bool {
    seen[store.layout.roots[entity]]?.contains(key) ?? false
  }

  /// Deletes rows and applies their delete rules.
  ///
  /// Throws if a rule denies the deletion; the caller then rolls back.
  func run(_ keys: [(entity: Int, keys: [Int64])]) throws {
    var waiting = keys.map { Waiting(entity: $0.entity, keys: $0.keys) }
    let start = deleted.count
    while let next = waiting.popLast() {
      let all = next.keys
      for first in stride(from: 0, to: all.count, by: Self.chunk) {
        let chunk = seen[store.layout.roots[next.entity], default: KeySet()]
          .insert(all[first..<Swift.min(first + Self.chunk, all.count)])
        if chunk.isEmpty { continue }
        // A rule that reaches a class also reaches its subclasses, which have their own rules.
        for (entity, keys) in try store.byEntity(Array(chunk), entity: next.entity, connection) {
          deleted.append((entity, keys))
          cascades.append(next.cascade)
          try apply(rules(of: entity), of: entity, to: keys, &waiting)
        }
      }
    }
    // All rules run before any row is deleted, so that `deny` sees every pending deletion; foreign
    // keys are checked at the commit.
    for (rule, keys) in denials { try check(rule, keys) }
    for index in start..<deleted.count {
      let (entity, keys) = deleted[index]
      try remove(keys, entity: entity, cascades[index])
    }
  }

  private func rules(of entity: Int) -> DeletionRules {
    if let known = rules[entity] { return known }
    let made = DeletionRules(entity: entity, layout: store.layout, bounds: store.bounds)
    rules[entity] = made
    return made
  }

  private func apply(
    _ rules: DeletionRules, of entity: Int, to keys: [Int64], _ waiting: inout [Waiting]
  ) throws {
    if rules.bounds.isEmpty && rules.steps.isEmpty { return }
    let list = SQLValue.jsonList(keys)
    for bound in rules.bounds {
      let owners = try connection.integers(bound.sql, list, store: store.name)
      for (entity, keys) in try store.byEntity(owners, entity: bound.entity, connection)
      where !keys.isEmpty {
        boundedOwnersLosingTargets.append(AffectedRows(entity, bound.property, keys))
      }
    }
    for step in rules.steps {
      switch step {
      case .cascade(let target, let property, let sql):
        let reached = try connection.integers(sql, list, store: store.name)
        if reached.isEmpty { continue }
        let cascade = property.map { Cascade(owner: entity, property: $0) }
        waiting.append(Waiting(entity: target, keys: reached, cascade: cascade))
      case .deny(let denial, let sql):
        let reached = try connection.integers(sql, list, store: store.name)
        if !reached.isEmpty { denials.append((denial, reached)) }
      case .clear(let owner, let property, let sql):
        let owners = try connection.integers(sql, list, store: store.name)
        for (entity, keys) in try store.byEntity(owners, entity: owner, connection)
        where !keys.isEmpty {
          nullifiedReferences.append(AffectedRows(entity, property, keys))
        }
      }
    }
  }

  private func check(_ denial: DeletionRules.Denial, _ keys: [Int64]) throws {
    let remaining = keys.filter { !contains(entity: denial.target, key: $0) }
    guard let first = remaining.first else { return }
    let target = store.layout.entities[denial.target].name
    throw SwiftDataError.modelValidationFailure.withMessage(
      "A \(denial.owner) can't be deleted while \(denial.property) has "
        + "\(remaining.count == 1 ? "a model" : "\(remaining.count) models, such as") "
        + "\(target) number \(first): \(denial.reason). Delete or move "
        + "\(remaining.count == 1 ? "it" : "them") first.")
  }

  private func remove(_ keys: [Int64], entity: Int, _ cascade: Cascade?) throws {
    let layout = store.layout.entities[entity]
    lazy var list = SQLValue.jsonList(keys)
    let table = SQLFragment.quoted(layout.table)
    let key = EntityLayout.primaryKey
    for property in layout.properties {
      guard case .attribute(_, isExternal: true) = property.storage else { continue }
      let column = SQLFragment.quoted(property.column)
      obsoleteFiles += try connection.texts(
        "SELECT \(column) FROM \(table) WHERE \(key) IN (SELECT value FROM json_each(?)) "
          + "AND typeof(\(column)) = 'text'", list, store: store.name)
    }
    try core.preserve(list, entity: entity, connection)
    // The to-one relationships whose inverse loses a target. Owners that are deleted, too, lose nothing.
    let references = store.moves[entity].filter { move in
      guard let owner = move.owner else { return false }
      guard let cascade, cascade.property == owner.property else { return true }
      return !store.layout.families[owner.entity].contains(cascade.owner)
    }
    let columns = references.map {
      ", " + SQLFragment.quoted(layout.properties[$0.property].column)
    }
    var owners = references.map { _ in Set<Int64>() }
    let range = keys.consecutive
    let delete =
      "DELETE FROM \(table) WHERE \(key) "
      + (range == nil ? "IN (SELECT value FROM json_each(?))" : "BETWEEN ? AND ?")
    let values: [SQLValue] =
      range.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? [.text(list)]
    if references.isEmpty, cascade != nil {
      // The cascade has just read these rows, so they exist.
      try connection.rows(delete, values, store: store.name)
      removed.append((entity, keys))
      return
    }
    var found: [Int64] = []
    found.reserveCapacity(keys.count)
    try connection.rows(
      "\(delete) RETURNING \(key)" + columns.joined(), values, store: store.name
    ) { row in
      found.append(sqlite3_column_int64(row, 0))
      for index in owners.indices {
        let owner = sqlite3_column_int64(row, Int32(index + 1))
        if owner > 0 { owners[index].insert(owner) }
      }
    }
    if !found.isEmpty { removed.append((entity, found)) }
    for (reference, keys) in zip(references, owners) where !keys.isEmpty {
      guard let owner = reference.owner else { continue }
      ownersLosingTargets.append(AffectedRows(owner.entity, owner.property, Array(keys)))
    }
  }
}
