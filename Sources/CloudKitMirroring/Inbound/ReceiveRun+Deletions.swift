// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ReceiveRun {
  /// Takes a record that was changed elsewhere and whose object was deleted here.
  mutating func takeDeleted(
    _ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let rules = mirror.records(ofEntity: entity).rules
    let merge = DeletionMerge(
      edited: remote, of: .remote, ancestor: note.ancestor, rules: rules)
    switch merge {
    case .restore:
      try tables.log(.deletion(.local), note, mirror.surroundings.now())
      try insert(&note, entity, remote)
    case .delete(let lost):
      for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      note.ancestor = remote.shortened
      note.change = try tables.nextChange()
      try tables.save(note)
    }
  }

  /// Takes the news that a record was deleted.
  mutating func takeDeletion(of name: String) throws {
    if arrivals[name] != nil { try flush() }
    guard var note = try tables.note(named: name) else { return }
    newsCount += 1
    if note.type == LinkLayout.recordType {
      if let link = try tables.link(named: name) { severed.append(link) }
      return try tables.forget(name)
    }
    if note.type == SeriesLayout.recordType { return try takeDeletion(ofRows: note) }
    guard let row = note.object, let entity = mirror.entity(ofType: note.type) else {
      return try tables.forget(name)
    }
    if note.change > 0 {
      let layout = mirror.records(ofEntity: entity)
      guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else {
        return try tables.forget(name)
      }
      let local = try mirror.local(note, columns, entity, tables)
      let merge = DeletionMerge(
        edited: local, of: .local, ancestor: note.ancestor, rules: layout.rules)
      switch merge {
      case .restore:
        try tables.log(.deletion(.remote), note, mirror.surroundings.now())
        note.tag = nil
        note.fields = []
        note.clocks = local.clocks
        note.change = try tables.nextChange()
        return try tables.save(note)
      case .delete(let lost):
        for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      }
    }
    for link in try tables.links(withEnd: name) { try tables.forgetLink(link.name) }
    try tables.forget(name)
    if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
      context.delete(model)
    }
  }
}
