// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

extension ReceiveRun {
  /// Takes a pair.
  mutating func takeLink(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: LinkLayout.recordType)
    if let fullFetch { note.seen = fullFetch }
    let isLinked = try tables.link(named: name) != nil
    let made = LinkLayout.clocks(record.storedValues)
    let known = note.localClocks?.latest ?? .distantPast
    // What was parted, and a request of before has made again or not heard of.
    let isFormer = !isLinked && made != nil && made?.latest == known
    let isLater = made.map { known > .distantPast && $0.latest > known } ?? false
    if !isLinked, !isFormer, note.change > 0, note.tag != record.recordChangeTag,
      try isLater || tables.ownerGone(with: name) != nil
    {
      // It was made again since, or was parted with an end, and is kept elsewhere with that.
      try tables.forgetGone(name)
      note.change = 0
    }
    try tables.release(name)
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    guard let ends = mirror.form.readLink(record.storedValues) else {
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    if !isLinked, isFormer || note.change > 0 {
      // A pair that was parted here is not put together by what came before that.
      if note.change == 0 { note.change = try tables.nextChange() }
      return try tables.save(note)
    }
    if note.change > 0, let made, let own = note.clocks, own.latest > made.latest {
      // Made or kept here later: the server's copy is to say so.
      return try tables.save(note)
    }
    note.ancestor = RecordSnapshot(values: [:], clocks: made ?? mirror.noClocks)
    note.clocks = nil
    note.change = 0
    try tables.save(note)
    // In a full fetch, the relationship may be one that an older version of the schema did not know.
    if fullFetch == nil, isLinked { return }
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
