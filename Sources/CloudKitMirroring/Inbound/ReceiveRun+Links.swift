// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

extension ReceiveRun {
  /// Applies a link record.
  mutating func takeLink(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: LinkLayout.recordType)
    if let fullFetch { note.seen = fullFetch }
    let isLinked = try tables.link(named: name) != nil
    let made = LinkLayout.clocks(record.storedValues)
    let known = note.localClocks?.latest ?? .distantPast
    // The link that was removed here: an earlier request has created it again, or did not see the
    // removal.
    let isFormer = !isLinked && made != nil && made?.latest == known
    let isLater = made.map { known > .distantPast && $0.latest > known } ?? false
    if !isLinked, !isFormer, note.change > 0, note.tag != record.recordChangeTag,
      try isLater || tables.ownerGone(with: name) != nil
    {
      // It was created again since, or it was removed with one of its ends, which another device
      // has kept.
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
      // A link that was removed here is not restored by an earlier copy.
      if note.change == 0 { note.change = try tables.nextChange() }
      return try tables.save(note)
    }
    if note.change > 0, let made, let own = note.clocks, own.latest > made.latest {
      // It was created or kept here later: send this time to the server.
      return try tables.save(note)
    }
    note.ancestor = RecordSnapshot(values: [:], clocks: made ?? mirror.noClocks)
    note.clocks = nil
    note.change = 0
    try tables.save(note)
    // In a full fetch, an older version of the schema may not have known the relationship.
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
