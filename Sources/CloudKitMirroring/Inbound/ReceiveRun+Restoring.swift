// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
  /// Re-sends all dependents of an object that survives a remote deletion, because the remote
  /// device deletes them too.
  ///
  /// Their references to the object get new times, so that the deleting devices detect that they
  /// did not know all changes.
  func keepBelongings(of owner: any PersistentModel, _ name: String) throws {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(owner)]
    var waiting = [(owner, name)]
    while let (owner, name) = waiting.popLast() {
      for link in try tables.links(withEnd: name) { try keep(link.name, writing: nil, nil) }
      for entity in mirror.layout.entities.indices {
        guard let series = mirror.records(ofEntity: entity).series else { continue }
        for chunk in try tables.chunks(ofEntity: series.entity, owner: name) {
          try keep(chunk.name, writing: nil, nil)
        }
      }
      for (target, reference) in mirror.columns.cascadeTargets(of: owner)
      where seen.insert(ObjectIdentifier(target)).inserted {
        guard let entity = mirror.storeLayout.index(of: type(of: target)),
          let note = try tables.note(of: mirror.row(ofEntity: entity, target.rowKey))
        else { continue }
        let field = reference.flatMap { index in
          mirror.records(ofEntity: entity).fields.first { $0.property.index == index }
        }
        try keep(note.name, writing: field?.name, entity)
        waiting.append((target, note.name))
      }
    }
  }

  private func keep(_ name: String, writing field: String?, _ entity: Int?) throws {
    // A record that the server never had is pending anyway.
    guard var note = try tables.note(named: name), note.tag != nil else { return }
    let time = mirror.clock.tick(now: mirror.surroundings.now())
    var clocks = note.localClocks ?? mirror.noClocks
    if let field {
      clocks[field] = time.replacing(clocks[field])
    } else {
      clocks.base = time.replacing(clocks.latest)
    }
    note.clocks = clocks
    note.places = note.localPlaces
    note.ancestor = nil
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// Fetches all dependents that were deleted with an object that was deleted here and is restored
  /// now.
  func fetchBelongings(of owner: String) throws {
    for name in try tables.gone(with: owner) {
      try tables.forgetGone(name)
      guard var note = try tables.note(named: name), note.object == nil, note.tag != nil else {
        continue
      }
      note.tag = nil
      note.fields = []
      note.ancestor = nil
      note.refusal = nil
      // Rows that have arrived since stay.
      let chunk = try tables.chunk(named: name)
      if try chunk.map({ try tables.members(of: $0).isEmpty }) ?? true {
        if let chunk { try tables.forgetChunk(chunk) }
        note.clocks = nil
        note.change = 0
      }
      try tables.save(note)
      try tables.holdBack(name, until: owner)
    }
  }

  /// The owner that a dependent was deleted with here, if another device has kept both; otherwise
  /// nil.
  ///
  /// That device has written the reference to the owner again.
  func isKept(_ note: RecordNote, _ remote: RecordSnapshot, _ entity: Int) throws -> String? {
    guard let owner = try tables.ownerGone(with: note.name) else { return nil }
    for field in mirror.records(ofEntity: entity).fields where field.column == nil {
      guard case .reference(owner) = remote.values[field.name] else { continue }
      let known = note.localClocks?[field.name]
      let isSame =
        known.map { HybridLogicalClock.isSameWrite(remote.clocks[field.name], $0) } ?? false
      return isSame ? nil : owner
    }
    return nil
  }
}
