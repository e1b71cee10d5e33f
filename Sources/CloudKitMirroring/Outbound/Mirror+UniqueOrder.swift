// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Orders changes of unique values: a record that gets a value is sent after the server has
/// accepted that the previous holder released it.
///
/// Otherwise another device could see two objects with the value, and would merge them.
extension Mirror {
  /// The unique values released by pending changes; computed on first use.
  struct UniqueGivers {
    fileprivate var byEntity: [Int: Givers] = [:]

    fileprivate struct Givers {
      /// The records by the values that they have on the server, but not here any more.
      var names: [UniqueValues: String] = [:]
      /// The values that the records newly have here.
      var wanted: [String: [UniqueValues]] = [:]
    }
  }

  /// Whether the record needs a unique value that another unsent record still has to release.
  ///
  /// False if the two depend on each other.
  func takesGivenUp(
    _ note: RecordNote, _ values: [String: RecordValue], _ entity: Int, _ tables: MirrorTables,
    _ givers: inout UniqueGivers
  ) throws -> Bool {
    let layout = records(ofEntity: entity)
    if layout.entity.uniqueConstraints.isEmpty { return false }
    let known = note.tag == nil ? [] : uniqueValues(note.ancestor?.values ?? [:], layout)
    let taken = uniqueValues(values, layout).filter { !known.contains($0) }
    if taken.isEmpty { return false }
    let all = try givers.byEntity[entity] ?? findGivers(layout, entity, tables)
    givers.byEntity[entity] = all
    return taken.contains { value in
      guard let giver = all.names[value], giver != note.name else { return false }
      return !isInTurn(note.name, after: giver, all)
    }
  }

  /// Whether the releasing record depends on a record, directly or through others.
  private func isInTurn(_ name: String, after giver: String, _ all: UniqueGivers.Givers) -> Bool {
    var seen: Set<String> = []
    var waiting = [giver]
    while let next = waiting.popLast() {
      if next == name { return true }
      guard seen.insert(next).inserted else { continue }
      waiting += (all.wanted[next] ?? []).compactMap { all.names[$0] }
    }
    return false
  }

  private func findGivers(
    _ layout: EntityRecordLayout, _ entity: Int, _ tables: MirrorTables
  ) throws -> UniqueGivers.Givers {
    var givers = UniqueGivers.Givers()
    let notes = try tables.notesToBeChanged(ofType: layout.recordType)
    let rows = try rows(of: notes, tables)
    for note in notes where note.refusal == nil {
      let known = uniqueValues(note.ancestor?.values ?? [:], layout)
      var now: [UniqueValues] = []
      if let row = note.object, let (_, columns) = rows[row] {
        now = uniqueValues(try values(of: columns, note, entity, tables), layout)
      }
      for value in known where !now.contains(value) { givers.names[value] = note.name }
      givers.wanted[note.name] = now.filter { !known.contains($0) }
    }
    return givers
  }

  private func uniqueValues(
    _ values: [String: RecordValue], _ layout: EntityRecordLayout
  ) -> [UniqueValues] { layout.uniqueValues(of: values).map(\.shortened) }
}
