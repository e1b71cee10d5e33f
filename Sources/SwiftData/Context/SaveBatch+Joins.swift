// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SaveBatch {
  // MARK: Join tables

  /// Brings the pairs of a model's many-to-many relationships in step with what is in memory.
  func writeJoins(of model: any PersistentModel, _ connection: Store.Connection) throws {
    let layout = store.layout.entities[Int(model._$state.entity)]
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships where relationship.access.isToMany {
      guard
        case .toManyByJoin(_, let table, let own, let other) =
          layout.properties[relationship.index].storage
      else { continue }
      let bit = _ModelState.bit(relationship.index)
      let isNew = model._$state.has(.inserted)
      guard isNew || model._$state.changes & bit != 0 else { continue }
      let key = SQLValue.integer(model._$state.key)
      let wanted = relationship.access.objects(model).filter { !$0._$state.has(.deleted) }
        .map { $0._$state.key }
      let stored = try connection.integers(
        """
        SELECT \(identifier: other) FROM \(identifier: table) \
        WHERE \(identifier: own) = \(value: key)
        """, store: store.name)
      let isLoaded = isNew || relationship.access.isLoaded(model)
      if isLoaded {
        for gone in Set(stored).subtracting(wanted) {
          try connection.execute(
            """
            DELETE FROM \(identifier: table) WHERE \(identifier: own) = \(value: key) \
            AND \(identifier: other) = \(value: .integer(gone))
            """, store: store.name)
        }
      }
      var known = Set(stored)
      for target in wanted where known.insert(target).inserted {
        try connection.execute(
          """
          INSERT INTO \(identifier: table) (\(identifier: own), \(identifier: other)) \
          VALUES (\(value: key), \(value: .integer(target)))
          """, store: store.name)
      }
    }
  }
}
