// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  /// Adds an overwritten change to the log.
  func log(
    _ entry: ConflictEntry, _ note: RecordNote, _ now: Int64, entity: String? = nil
  ) throws {
    let kind: Conflict.Kind =
      switch entry {
      case .value: .value
      case .deletion: .deletion
      case .rows: .rows
      }
    try tables.run(
      "INSERT INTO _cairn_sync_conflict (moment, record, entity, kind, entry) "
        + "VALUES (?, ?, ?, ?, ?)",
      [
        .real(Double(now) / 1000), .text(note.name), .text(entity ?? note.type),
        .text(kind.rawValue), .blob(try JSONEncoder().encode(entry)),
      ])
  }

  /// The log, oldest first, or one entry of it.
  func conflicts(_ id: Int64? = nil) throws -> [(conflict: Conflict, entry: ConflictEntry)] {
    var conflicts: [(conflict: Conflict, entry: ConflictEntry)] = []
    try tables.run(
      "SELECT id, moment, record, entity, entry FROM _cairn_sync_conflict "
        + "WHERE ?1 IS NULL OR id = ?1 ORDER BY id", [id.map { .integer($0) } ?? .null]
    ) { row in
      guard let record = row.text(2), let entity = row.text(3), let data = row.data(4) else {
        return
      }
      let entry = try JSONDecoder().decode(ConflictEntry.self, from: data)
      let moment = Date(timeIntervalSince1970: row.real(1))
      switch entry {
      case .value(let lost):
        conflicts.append(
          (
            Conflict(
              id: row.integer(0), date: moment, recordName: record, entityName: entity,
              kind: .value, side: lost.side == .local ? .here : .elsewhere,
              propertyName: lost.field,
              written: Date(
                timeIntervalSince1970: Double(lost.written.writtenMilliseconds) / 1000),
              valueDescription: lost.value?.inWords), entry
          ))
      case .deletion(let side):
        conflicts.append(
          (
            Conflict(
              id: row.integer(0), date: moment, recordName: record, entityName: entity,
              kind: .deletion, side: side == .local ? .here : .elsewhere, propertyName: nil,
              written: nil, valueDescription: nil), entry
          ))
      case .rows(let lost):
        let count = (try? SeriesChunk(decoding: lost.rows))?.rows.count ?? 0
        conflicts.append(
          (
            Conflict(
              id: row.integer(0), date: moment, recordName: record, entityName: entity,
              kind: .rows, side: lost.side == .local ? .here : .elsewhere, propertyName: nil,
              written: nil, valueDescription: count == 1 ? "1 row" : "\(count) rows"), entry
          ))
      }
    }
    return conflicts
  }

  /// Removes an entry from the log.
  func forgetConflict(_ id: Int64) throws {
    try tables.run("DELETE FROM _cairn_sync_conflict WHERE id = ?", [.integer(id)])
  }
}
