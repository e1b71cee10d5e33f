// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension NoteRun {
  /// Marks the references to a former record for sending, since they refer to the object of a row
  /// now.
  mutating func unite(_ former: String, into row: RowName, _ entity: Int) throws {
    for reference in mirror.references(to: entity) {
      let fields = mirror.records(ofEntity: reference.entity).fields
      guard let field = fields.first(where: { $0.property.index == reference.property.index })
      else { continue }
      for key in try tables.keys(inEntity: reference.entity, reference.property, of: row.key) {
        let source = mirror.row(ofEntity: reference.entity, key)
        guard let note = try tables.note(of: source),
          // A pending change may be on the server already, or be merged with the server's copy.
          note.change > 0 || note.ancestor?.values[field.name] == .reference(former)
        else { continue }
        try updated(
          reference.entity, key, 1 << UInt64(Swift.min(reference.property.index, 63)))
      }
    }
    for link in try tables.links(withEnd: former) {
      try tables.forgetLink(link.name)
      guard var note = try tables.note(named: link.name) else { continue }
      note.refusal = nil
      note.change = try tables.nextChange()
      try tables.save(note)
    }
    noteLists(entity, [row.key])
    for index in mirror.layout.entities.indices {
      guard let series = mirror.records(ofEntity: index).series else { continue }
      for chunk in try tables.chunks(ofEntity: series.entity, owner: former) {
        for key in try tables.members(of: chunk) {
          try updateRow(index, key, chunk, isMoved: true)
        }
      }
    }
  }
}
