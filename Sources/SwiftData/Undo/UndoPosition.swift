// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// The position of a row among the targets of its owner, which undo restores without loading the other targets.
struct UndoPosition {
  /// The to-one relationship that refers to the owner.
  let property: Int
  let owner: Int64
  /// The order number of the row.
  let number: Double
}

extension UndoRecorder {
  /// Records the targets of an owner before it loses one of them.
  ///
  /// The targets are not loaded for it: the target's own entry then has its position.
  func willUnlink<Owner: PersistentModel, Value>(
    _ target: any PersistentModel, from owner: Owner, _ keyPath: KeyPath<Owner, Value>
  ) {
    let description = ModelDescription.of(type(of: owner))
    if let index = description.index(of: keyPath),
      let relationship = description.relationship(at: index),
      let inverse = description.inverse(of: relationship), !inverse.isToMany,
      isUnloaded(relationship, in: owner, target)
    {
      return
    }
    willChange(owner, keyPath)
  }

  /// The position of a stored target among targets that are not in memory.
  ///
  /// Nil if they are loaded, or if the target has become one of them since the last save.
  func position(
    of target: any PersistentModel, _ property: Int, _ owner: any PersistentModel,
    _ inverse: ModelDescription.Relationship
  ) -> UndoPosition? {
    let layout = core.store.layout.entities[Int(target._$state.entity)]
    guard isUnloaded(inverse, in: owner, target),
      let order = layout.properties[property].orderColumn
    else { return nil }
    let key = EntityLayout.primaryKey
    let column = SQLFragment.quoted(layout.properties[property].column)
    let sql =
      "SELECT coalesce(\(SQLFragment.quoted(order)), \(key)) FROM \(SQLFragment.quoted(layout.table)) "
      + "WHERE \(key) = ? AND \(column) = ?"
    let owner = owner._$state.key
    var number: Double?
    do {
      try core.read { connection in
        let values: [SQLValue] = [.integer(target._$state.key), .integer(owner)]
        try connection.rows(sql, values, store: core.store.name) {
          number = sqlite3_column_double($0, 0)
        }
      }
    } catch {
      core.recordLoadError(error)
    }
    return number.map { UndoPosition(property: property, owner: owner, number: $0) }
  }

  private func isUnloaded(
    _ relationship: ModelDescription.Relationship, in owner: any PersistentModel,
    _ target: any PersistentModel
  ) -> Bool {
    owner._$state.key > 0 && target._$state.key > 0 && core.store.custom == nil
      && !relationship.access.isLoaded(in: owner)
      && !relationship.access.additions(in: owner).contains { $0 === target }
  }
}

extension ContextCore {
  /// The position that undo restores in the next save; nil for a row that becomes the last target of its owner.
  func restoredPosition(of model: any PersistentModel, _ property: Int, owner: Int64)
    -> UndoPosition?
  {
    if restoredPositions.isEmpty { return nil }
    return restoredPositions[ObjectIdentifier(model)]?.first {
      $0.property == property && $0.owner == owner
    }
  }
}
