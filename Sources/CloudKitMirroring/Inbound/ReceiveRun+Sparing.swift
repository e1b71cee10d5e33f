// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
  /// Decides which dependents of a remotely deleted object to keep.
  ///
  /// The deleting device has deleted the dependents it knew, each by its own deletion; it did not
  /// know the other dependents that exist here. So dependents that can exist without the object
  /// stay, and the others are deleted. Pending values of deleted ones are logged as overwritten.
  func spare(_ model: any PersistentModel, _ name: String) throws {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(model)]
    var waiting = [(model, name)]
    while let (owner, name) = waiting.popLast() {
      for (target, reference) in mirror.columns.cascadeTargets(of: owner)
      where seen.insert(ObjectIdentifier(target)).inserted {
        guard let entity = mirror.storeLayout.index(of: type(of: target)) else { continue }
        let member = Member(
          model: target, entity: entity, row: mirror.row(ofEntity: entity, target.rowKey),
          reference: reference.map { mirror.storeLayout.entities[entity].properties[$0] })
        if try isSpared(member, from: name) { continue }
        waiting.append((target, try tables.name(of: member.row) ?? ""))
      }
    }
  }

  /// A dependent of an object.
  private struct Member {
    let model: any PersistentModel
    let entity: Int
    let row: RowName
    /// The property that refers to the owner; nil if there is none.
    let reference: PropertyLayout?
  }

  private func isSpared(_ member: Member, from owner: String) throws -> Bool {
    let layout = mirror.records(ofEntity: member.entity)
    // The deletion came after the backup, and so did the deletions of these dependents.
    if try isRestored(member) { return false }
    if let property = member.reference, property.isOptional, layout.rules.deletion == .editWins {
      mirror.columns.relate(member.model, property, to: nil)
      try noteAwaited(owner, property, member, layout)
      return true
    }
    guard var note = try tables.note(of: member.row), let row = note.object else { return false }
    if note.change > 0, let (_, columns) = try mirror.rows(of: [note], tables)[row] {
      let local = try mirror.local(note, columns, member.entity, tables)
      for field in local.changes(since: note.ancestor) where !HiddenFields.isHidden(field) {
        let lost = LostValue(
          field: field, value: local.values[field], written: local.clocks[field], side: .local)
        try tables.log(.value(lost), note, mirror.surroundings.now())
      }
      return false
    }
    let field = layout.fields.first { $0.property.index == member.reference?.index }
    guard let field, case .reference(let target) = note.ancestor?.values[field.name],
      target != owner
    else { return false }
    // It has another owner now, which has not arrived yet: it is fetched again with that one.
    note.object = nil
    note.tag = nil
    note.fields = []
    note.ancestor = nil
    note.refusal = .deferred("\(note.type) \(note.name)", until: target)
    try tables.save(note)
    try tables.holdBack(note.name, until: target)
    return false
  }

  /// Whether a dependent has a pending change from the backup from which the store was restored.
  private func isRestored(_ member: Member) throws -> Bool {
    let name = try tables.name(of: member.row) ?? tables.chunk(of: member.row)?.name
    return try name.flatMap { try tables.note(named: $0) }.map { mirror.restored.includes($0) }
      ?? false
  }

  /// Restores the reference of an object to its owner if the owner is restored.
  private func noteAwaited(
    _ owner: String, _ property: PropertyLayout, _ member: Member, _ layout: EntityRecordLayout
  ) throws {
    if let chunk = try tables.chunk(of: member.row) {
      return try tables.wait(for: owner, layout.series?.owner ?? "", of: chunk.name)
    }
    guard let name = try tables.name(of: member.row),
      let field = layout.fields.first(where: { $0.property.index == property.index })
    else { return }
    try tables.wait(for: owner, field.name, of: name)
  }
}
