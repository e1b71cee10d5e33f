// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

extension Mirror {
  /// The conflicts of merges, oldest first.
  package func conflicts() throws -> [Conflict] {
    try context.reading(store: store) { try MirrorTables($0).conflicts().map(\.conflict) }
  }

  /// The rows of series that merges have overwritten.
  package func lostRows() throws -> [(entity: String, rows: SeriesChunk)] {
    try context.reading(store: store) {
      try MirrorTables($0).conflicts().compactMap { conflict, entry in
        guard case .rows(let lost) = entry else { return nil }
        return (conflict.entityName, try SeriesChunk(decoding: lost.rows))
      }
    }
  }

  /// Removes a conflict from the log; the merged value stays.
  package func dismissConflict(_ id: Int64) throws {
    try transaction { try $0.forgetConflict(id) }
  }

  /// Restores an overwritten value as a new change, or deletes the object after all.
  ///
  /// `finish` is called with the object before it is saved, and changes dependent values; for rows
  /// of a series, the object is their owner.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` if there is no such conflict, the object was
  /// deleted, or the value was too long to be stored.
  package func restoreConflict(
    _ id: Int64, finish: (any PersistentModel) throws -> Void = { _ in }
  ) throws {
    context.author = nil
    defer { context.author = Self.author }
    try transaction { tables in
      guard let (_, entry) = try tables.conflicts(id).first else {
        throw SwiftDataError.modelValidationFailure.withMessage("There is no conflict \(id).")
      }
      let name = try tables.conflicts(id)[0].conflict.recordName
      if case .rows(let lost) = entry {
        try restore(lost, toChunk: name, tables)
        if let chunk = try tables.chunk(named: name), let owner = chunk.owner,
          let note = try tables.note(named: owner), let row = note.object,
          let entity = entity(ofType: note.type),
          let model = context.model(ofStore: store, entity: entity, key: row.key)
        {
          try finish(model)
        }
        try context.save()
        return try tables.forgetConflict(id)
      }
      guard let note = try tables.note(named: name), let row = note.object,
        let entity = entity(ofType: note.type),
        let model = context.model(ofStore: store, entity: entity, key: row.key)
      else {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "Conflict \(id) can't be restored: its object was deleted.")
      }
      switch entry {
      case .deletion: context.delete(model)
      case .value(let lost):
        try restore(lost, to: model, entity, tables)
        try finish(model)
      case .rows: break
      }
      try context.save()
      try tables.forgetConflict(id)
    }
  }

  private func restore(
    _ lost: LostValue, to model: any PersistentModel, _ entity: Int, _ tables: MirrorTables
  ) throws {
    let layout = records(ofEntity: entity)
    func failure(_ reason: String) -> SwiftDataError {
      .modelValidationFailure.withMessage(
        "\(layout.entity.name).\(lost.field) can't be restored: \(reason).")
    }
    guard let field = layout.fields.first(where: { $0.name == lost.field }) else {
      throw failure("the property does not exist any more")
    }
    guard field.column != nil else {
      var target: (any PersistentModel)?
      if case .reference(let name) = lost.value {
        guard let note = try tables.note(named: name), let row = note.object,
          let entity = self.entity(ofType: note.type)
        else { throw failure("the object it referred to was deleted") }
        target = context.model(ofStore: store, entity: entity, key: row.key)
      }
      if target == nil, field.isRequired { throw failure("it can't be empty") }
      columns.relate(model, field.property, to: target)
      return
    }
    if case .digest = lost.value { throw failure("the value was too long to be stored") }
    let column = lost.value.flatMap { field.column(of: $0) } ?? .null
    try columns.set([(field.property, column)], of: model, in: layout.entity)
  }
}
