// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  /// Throws if a model affected by this save violates the target count bounds of its relationship.
  func checkCounts(_ connection: Store.Connection) throws {
    for (entity, bounds) in store.bounds.enumerated() where !bounds.isEmpty {
      for bound in bounds {
        for key in touched(entity: entity, bound) {
          if deletion?.contains(entity: entity, key: key) == true { continue }
          try check(bound, entity: entity, key: key, connection)
        }
      }
    }
  }

  private func check(
    _ bound: CountSQL, entity: Int, key: Int64, _ connection: Store.Connection
  ) throws {
    let description = ModelDescription.of(store.layout.entities[entity].type)
    guard let relationship = description.relationship(at: bound.property),
      let count = try connection.integers(bound.count, key, store: store.name).first
    else { return }
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    let problem: String
    if least > 0 && count < least {
      problem = "fewer than its minimumModelCount of \(least). Add some"
    } else if most > 0 && count > most {
      problem = "more than its maximumModelCount of \(most). Remove some"
    } else {
      return
    }
    let isNew = groups.contains { $0.entity == entity && key >= $0.firstKey }
    let name = isNew ? "A new \(description.entityName)" : "\(description.entityName) number \(key)"
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(name) has \(count) models in \(description.entityName).\(relationship.name), \(problem).")
  }

  /// The keys of the models of an entity whose target count may have changed.
  private func touched(entity: Int, _ bound: CountSQL) -> Set<Int64> {
    let bit = _ModelState.bit(bound.property)
    var keys = Set<Int64>()
    for group in groups where group.entity == entity {
      keys.formUnion(group.models.map { $0._$state.key })
    }
    for change in changed
    where change.entity == entity && change.properties & bit != 0
      && !remotelyDeleted.contains(where: { $0 === change.model })
    {
      keys.insert(change.key)
    }
    for rows in (deletion?.nullifiedReferences ?? []) + nullifiedReferences
    where rows.entity == entity && rows.property == bound.property {
      keys.formUnion(rows.keys)
    }
    for owners in deletion?.boundedOwnersLosingTargets ?? []
    where owners.entity == entity && owners.property == bound.property {
      keys.formUnion(owners.keys)
    }
    return keys
  }
}
