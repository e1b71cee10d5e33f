// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
  /// Sorts the lists whose members have received positions.
  mutating func sortLists() throws {
    guard !moved.isEmpty else { return }
    if context.hasChanges { try context.save() }
    var lists: [ListName: String] = [:]
    for member in moved.sorted(by: { ($0.name, $0.field) < ($1.name, $1.field) }) {
      guard let note = try tables.note(named: member.name), let row = note.object,
        let entity = mirror.entity(ofType: note.type),
        let field = mirror.records(ofEntity: entity).fields.first(where: {
          $0.positionName == member.field
        }),
        case .toOne(let destination) = field.property.storage, let inverse = destination.inverse
      else { continue }
      var owner: Int64?
      try tables.tables.rows(ofEntity: entity, keys: [row.key]) { _, columns in
        if case .integer(let key) = columns[field.property.index] { owner = key }
      }
      guard let owner else { continue }
      lists[
        ListName(
          table: destination.table, entity: destination.entity, key: owner,
          property: inverse)] = member.field
    }
    moved = []
    for (list, field) in lists.sorted(by: { $0.key < $1.key }) { try sort(list, by: field) }
  }

  private struct ListName: Hashable, Comparable {
    let table: String
    let entity: String
    let key: Int64
    let property: String

    static func < (lhs: ListName, rhs: ListName) -> Bool {
      (lhs.table, lhs.key, lhs.property) < (rhs.table, rhs.key, rhs.property)
    }
  }

  private func sort(_ list: ListName, by field: String) throws {
    guard let entity = mirror.storeLayout.entities.firstIndex(where: { $0.name == list.entity }),
      let property = mirror.storeLayout.entities[entity].properties.first(where: {
        $0.name == list.property
      }),
      let destination = property.destination,
      let target = mirror.storeLayout.entities.firstIndex(where: {
        $0.name == destination.entity
      })
    else { return }
    let keys = try tables.tables.targets(
      ofEntity: entity, property: property.index, key: list.key)
    let places = try keys.map { key -> (position: Position, name: String)? in
      let row = RowName(table: destination.table, key: key)
      guard let note = try tables.note(of: row), case .text(let text) = note.localPlaces[field],
        let position = Position(text)
      else { return nil }
      return (position, note.name)
    }
    // Members from different lists can have equal positions. Members without a position are last,
    // in their current order.
    let sorted = keys.indices.sorted { left, right in
      switch (places[left], places[right]) {
      case (let first?, let second?): first < second
      case (nil, nil): left < right
      case (let first, _): first != nil
      }
    }
    if sorted == Array(keys.indices) { return }
    guard let owner = context.model(ofStore: mirror.store, entity: entity, key: list.key) else {
      return
    }
    let members = sorted.compactMap {
      context.model(ofStore: mirror.store, entity: target, key: keys[$0])
    }
    mirror.columns.relate(owner, property, toAll: members)
  }
}
