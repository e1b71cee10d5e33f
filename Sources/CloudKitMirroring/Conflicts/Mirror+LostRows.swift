// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// Restores overwritten rows of a series; deleted rows are inserted again.
  func restore(_ lost: LostRows, toChunk name: String, _ tables: MirrorTables) throws {
    guard let chunk = try tables.chunk(named: name),
      let entity = layout.index(ofSeries: chunk.entity),
      let series = records(ofEntity: entity).series,
      let rows = try? SeriesChunk(decoding: lost.rows)
    else {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "The rows can't be restored: their series was deleted.")
    }
    let layout = records(ofEntity: entity)
    let property = layout.ownerOfRows?.property
    let owner = try chunk.owner.flatMap { owner in
      try property.flatMap { try tables.key(ofRecord: owner, for: $0) }
    }
    var keys: [Int64] = []
    var present: [[SQLValue]] = []
    try tables.tables.rows(ofEntity: entity, keys: try tables.members(of: chunk)) {
      keys.append($0)
      present.append(layout.row(of: $1))
    }
    let identities = SeriesChunk(columns: series.columns, rows: present).identities(series)
    let known = Dictionary(uniqueKeysWithValues: zip(identities, keys))
    let wanted = SeriesChunk(columns: series.columns, rows: rows.rows(of: series.columns))
    for (row, identity) in zip(wanted.rows, wanted.identities(series)) {
      let columns = try layout.columns(
        ofRow: row, owner: owner,
        default: { try self.columns.defaultValue(of: $0.property, in: layout.entity) })
      if let key = known[identity],
        let model = context.model(ofStore: store, entity: entity, key: key)
      {
        let attributes = layout.fields.filter { $0.column != nil }.map {
          (property: $0.property, value: columns[$0.property.index])
        }
        try self.columns.set(attributes, of: model, in: layout.entity)
      } else {
        context.insert(try self.columns.model(of: layout.entity, from: columns))
      }
    }
  }
}
