// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension NoteRun {
  /// Records which deleted objects, links and series were dependents of another deleted object.
  func noteGone(_ notes: [RecordNote], _ links: [MirrorTables.Link]) throws {
    for note in notes {
      guard let entity = mirror.entity(ofType: note.type) else { continue }
      for field in mirror.records(ofEntity: entity).fields where field.column == nil {
        guard case .reference(let owner) = note.ancestor?.values[field.name],
          try isGone(owner)
        else { continue }
        try tables.noteGone(note.name, with: owner)
        break
      }
    }
    for chunk in touched {
      guard let owner = chunk.owner, try isGone(owner), try tables.members(of: chunk).isEmpty
      else { continue }
      try tables.noteGone(chunk.name, with: owner)
    }
    for link in links {
      let owner = try isGone(link.source) ? link.source : link.target
      try tables.noteGone(link.name, with: owner)
    }
  }

  private func isGone(_ name: String) throws -> Bool { try tables.row(ofRecord: name) == nil }
}
