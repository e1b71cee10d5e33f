// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The delete rules of one entity, as statements that take a JSON list of deleted keys.
struct DeletionRules {
  enum Step {
    /// The selected rows of the entity `target` are deleted too; `property` is the index of the to-many
    /// relationship if their foreign keys refer to its owners.
    case cascade(target: Int, property: Int?, String)
    /// The selected rows of the entity must be deleted as well.
    case deny(Denial, String)
    /// Sets references to the rows to NULL and returns the keys of the affected models.
    case clear(owner: Int, property: Int, String)
  }

  struct Denial {
    let owner: String
    /// The property that still refers to a model, as `Entity.property`.
    let property: String
    let target: Int
    let reason: String
  }

  private(set) var steps: [Step] = []
  /// The owners of the rows through relationships with a minimum or maximum count.
  let bounds: [(entity: Int, property: Int, sql: String)]
  private let layout: StoreLayout
  private let entity: EntityLayout
  private static let keys = "(SELECT value FROM json_each(?))"
  private static let primaryKey = EntityLayout.primaryKey

  init(entity index: Int, layout: StoreLayout, bounds: [[CountSQL]]) {
    self.layout = layout
    entity = layout.entities[index]
    self.bounds = bounds.enumerated().flatMap { entity, bounds in
      bounds.compactMap { bound in
        // Once for each relationship: at its declaring entity.
        guard let owners = bound.owners, layout.families[owners.target].contains(index),
          bound.property >= layout.entities[entity].superentity?.properties.count ?? 0
        else { return nil }
        return (entity, bound.property, owners.sql)
      }
    }
    let description = ModelDescription.of(entity.type)
    for relationship in description.relationships {
      addOutgoing(relationship, description.inverse(of: relationship), index)
    }
    for (index, other) in layout.entities.enumerated() {
      for property in other.ownProperties
      where property.destination.map({ entity.isA($0.entity) }) == true {
        addIncoming(property, of: other, index)
      }
    }
  }

  // MARK: Outgoing references

  private mutating func addOutgoing(
    _ relationship: ModelDescription.Relationship, _ inverse: ModelDescription.Relationship?,
    _ index: Int
  ) {
    guard let target = layout.index(of: relationship.target) else { return }
    let storage = entity.properties[relationship.index].storage
    let name = "\(entity.name).\(relationship.name)"
    // A required reference cannot be NULL, so nullify means deny.
    let isRequired = inverse.map { !$0.isToMany && !$0.isOptional } == true
    switch relationship.deleteRule {
    case .cascade:
      var property: Int?
      if case .toManyByForeignKey = storage { property = relationship.index }
      steps.append(
        .cascade(target: target, property: property, targets(of: storage, relationship)))
    case .deny:
      let denial = Denial(
        owner: entity.name, property: name, target: target, reason: "its delete rule is .deny")
      steps.append(.deny(denial, targets(of: storage, relationship)))
    case .nullify where isRequired:
      let denial = Denial(
        owner: entity.name, property: name, target: target,
        reason: "their reference to it is required and can't be cleared")
      steps.append(.deny(denial, targets(of: storage, relationship)))
    case .nullify:
      if case .toManyByForeignKey(let destination, let column) = storage, let inverse {
        steps.append(
          .clear(owner: target, property: inverse.index, clearing(column, of: destination.table)))
      }
    case .noAction:
      break
    }
    if case .toManyByJoin(_, let table, let own, let other) = storage {
      // Join rows of a missing row are meaningless under every rule.
      steps.append(
        .clear(
          owner: target, property: inverse?.index ?? -1,
          unpairing(own, in: table, returning: other)))
    }
  }

  /// A query for the target keys of some owners.
  private func targets(
    of storage: PropertyLayout.Storage, _ relationship: ModelDescription.Relationship
  ) -> String {
    switch storage {
    case .toOne:
      let column = SQLFragment.quoted(entity.properties[relationship.index].column)
      return "SELECT \(column) FROM \(SQLFragment.quoted(entity.table)) "
        + "WHERE \(Self.primaryKey) IN \(Self.keys) AND \(column) IS NOT NULL"
    case .toManyByForeignKey(let destination, let column):
      return "SELECT \(Self.primaryKey) FROM \(SQLFragment.quoted(destination.table)) "
        + "WHERE \(SQLFragment.quoted(column)) IN \(Self.keys)"
    case .toManyByJoin(_, let table, let own, let other):
      return "SELECT \(SQLFragment.quoted(other)) FROM \(SQLFragment.quoted(table)) "
        + "WHERE \(SQLFragment.quoted(own)) IN \(Self.keys)"
    case .attribute:
      return "SELECT NULL WHERE 0"
    }
  }

  // MARK: Incoming references

  private mutating func addIncoming(
    _ property: PropertyLayout, of owner: EntityLayout, _ index: Int
  ) {
    let description = ModelDescription.of(owner.type)
    guard let relationship = description.relationship(at: property.index) else { return }
    let inverse = description.inverse(of: relationship)
    switch property.storage {
    case .toOne:
      // An inverse to-many relationship has its own rule, and noAction leaves the reference
      // unchanged.
      if let inverse, inverse.isToMany || inverse.deleteRule == .noAction { return }
      if property.isOptional {
        steps.append(
          .clear(
            owner: index, property: property.index, clearing(property.column, of: owner.table)))
      } else if inverse == nil {
        let column = SQLFragment.quoted(property.column)
        let denial = Denial(
          owner: entity.name, property: "\(owner.name).\(property.name)", target: index,
          reason: "that reference is required and can't be cleared")
        steps.append(
          .deny(
            denial,
            "SELECT \(Self.primaryKey) FROM \(SQLFragment.quoted(owner.table)) "
              + "WHERE \(column) IN \(Self.keys)"))
      }
    case .toManyByJoin(_, let table, let own, let other):
      // The inverse relationship's own step deletes the join rows, unless there is no inverse or it
      // is this relationship.
      guard inverse == nil || inverse === relationship else { return }
      steps.append(
        .clear(
          owner: index, property: property.index, unpairing(other, in: table, returning: own)))
    case .attribute, .toManyByForeignKey:
      return
    }
  }

  private func clearing(_ column: String, of table: String) -> String {
    let column = SQLFragment.quoted(column)
    return
      "UPDATE \(SQLFragment.quoted(table)) SET \(column) = NULL WHERE \(column) IN \(Self.keys) "
      + "RETURNING \(Self.primaryKey)"
  }

  private func unpairing(_ column: String, in table: String, returning other: String) -> String {
    "DELETE FROM \(SQLFragment.quoted(table)) WHERE \(SQLFragment.quoted(column)) IN \(Self.keys) "
      + "RETURNING \(SQLFragment.quoted(other))"
  }
}
