// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

extension ReceiveRun {
  mutating func takeLink(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: LinkLayout.recordType)
    if let fullFetch { note.seen = fullFetch }
    if note.change > 0, note.tag != record.recordChangeTag, try tables.link(named: name) == nil,
      try tables.ownerGone(with: name) != nil
    {
      // It was parted with an end, and is kept elsewhere with that.
      try tables.forgetGone(name)
      note.change = 0
    }
    try tables.release(name)
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    note.ancestor = RecordSnapshot(values: [:], clocks: mirror.noClocks)
    guard let ends = mirror.form.readLink(record.storedValues) else {
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    if note.change > 0 {
      // A pair that was parted here is not put together by what came before that; one that is in both
      // places is no news.
      if try tables.link(named: name) != nil { note.change = 0 }
      return try tables.save(note)
    }
    try tables.save(note)
    // In a full fetch, the relationship may be one that an older version of the schema did not know.
    if fullFetch == nil, try tables.link(named: name) != nil { return }
    try tables.saveLink(name, ends.relationship, ends.source, ends.target)
    links.append(
      MirrorTables.Link(
        name: name, relationship: ends.relationship, source: ends.source, target: ends.target))
  }

  mutating func join(_ link: MirrorTables.Link, isJoined: Bool) throws {
    guard let layout = mirror.layout.links[link.relationship],
      let source = try object(ofRecord: link.source),
      let target = try object(ofRecord: link.target),
      let entity = try entity(ofRecord: link.source),
      let property = mirror.storeLayout.entities[entity].properties.first(where: {
        $0.name == layout.sourceProperty
      })
    else {
      if isJoined {
        for end in [link.source, link.target] where try tables.row(ofRecord: end) == nil {
          try tables.wait(for: end, LinkLayout.relationshipField, of: link.name)
        }
      }
      return
    }
    mirror.columns.relate(source, property, with: target, isRelated: isJoined)
  }

  func entity(ofRecord name: String) throws -> Int? {
    try tables.note(named: name).flatMap { mirror.entity(ofType: $0.type) }
  }
}
