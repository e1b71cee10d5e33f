// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData

/// The data of a device, in a form that is comparable across devices.
struct Contents: Equatable {
  struct Item: Equatable {
    let entity: String
    /// The row ID, which differs on each device.
    var key: Int64 = 0
    /// The values by property; a to-one relationship is the identity of its target, nil is "-".
    var fields: [String: String] = [:]

    static func == (lhs: Item, rhs: Item) -> Bool {
      lhs.entity == rhs.entity && lhs.fields == rhs.fields
    }
  }

  /// The objects by identity, such as "Tour 7".
  var items: [String: Item] = [:]
  /// The members of lists in order, by owner and property.
  var lists: [String: [String]] = [:]
  /// The pairs of many-to-many relationships.
  var pairs: Set<String> = []

  /// The identities of an entity, sorted.
  func all(_ entity: String) -> [String] {
    items.filter { $0.value.entity == entity }.keys.sorted()
  }

  /// The contents without entities and fields that a version of the models does not have.
  func known(to version: TourVersion) -> Contents {
    guard version == .old else { return self }
    var known = self
    known.items = known.items.filter { !["Photo", "Mark"].contains($0.value.entity) }
    for id in known.items.keys { known.items[id]?.fields["grade"] = nil }
    known.lists = known.lists.filter { !$0.key.hasSuffix(".photos") }
    return known
  }

  /// Descriptions of the differences to other contents.
  func differences(to other: Contents) -> [String] {
    var lines: [String] = []
    for id in Set(items.keys).union(other.items.keys).sorted() where items[id] != other.items[id] {
      guard let own = items[id], let its = other.items[id] else {
        lines.append("\(id): \(items[id] == nil ? "only there" : "only here")")
        continue
      }
      for field in Set(own.fields.keys).union(its.fields.keys).sorted()
      where own.fields[field] != its.fields[field] {
        lines.append(
          "\(id).\(field): \(own.fields[field] ?? "none") / \(its.fields[field] ?? "none")")
      }
    }
    for list in Set(lists.keys).union(other.lists.keys).sorted()
    where lists[list] ?? [] != other.lists[list] ?? [] {
      lines.append("\(list): \(lists[list] ?? []) / \(other.lists[list] ?? [])")
    }
    let odd = pairs.symmetricDifference(other.pairs)
    if !odd.isEmpty {
      lines.append(
        "pairs: \(odd.sorted().map { "\($0) only \(pairs.contains($0) ? "here" : "there")" })")
    }
    return lines
  }

  /// A description for the trace.
  var words: String {
    let items = items.sorted { $0.key < $1.key }.map { id, item in
      let fields = item.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return "\(id){\(fields.joined(separator: " "))}"
    }
    let lists = lists.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }
    return (items + lists + pairs.sorted()).joined(separator: "; ")
  }
}

extension Contents {
  /// Reads the contents of a store.
  init(of context: ModelContext) throws {
    let layout = context.layout(ofStore: 0)
    self = try context.reading(store: 0) { tables in
      var contents = Contents()
      var names: [String: String] = [:]
      var rows: [(entity: Int, key: Int64, columns: [SQLValue])] = []
      for (index, entity) in layout.entities.enumerated() {
        let identity = entity.properties.first { $0.name == TourVersion.identity(of: entity.name) }
        let keys = try tables.keys(ofEntity: index)
        if keys.isEmpty { continue }
        try tables.rows(ofEntity: index, keys: keys) { key, columns in
          guard let identity else { return }
          names["\(entity.name)/\(key)"] = "\(entity.name) \(Self.word(columns[identity.index]))"
          rows.append((index, key, columns))
        }
      }
      for row in rows { try contents.add(row, layout.entities[row.entity], names, tables) }
      return contents
    }
  }

  static func word(_ value: SQLValue) -> String {
    switch value {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let data): "\(data.count) bytes"
    }
  }

  private mutating func add(
    _ row: (entity: Int, key: Int64, columns: [SQLValue]), _ entity: EntityLayout,
    _ names: [String: String], _ tables: AuxiliaryTables
  ) throws {
    guard let id = names["\(entity.name)/\(row.key)"] else { return }
    var item = Item(entity: entity.name, key: row.key)
    for property in entity.properties {
      switch property.storage {
      case .attribute: item.fields[property.name] = Self.word(row.columns[property.index])
      case .toOne(let destination):
        guard case .integer(let key) = row.columns[property.index] else {
          item.fields[property.name] = "-"
          continue
        }
        item.fields[property.name] = names["\(destination.entity)/\(key)"] ?? "?\(key)"
      // Rows of a series are ordered by a property; other lists have the order of their device.
      case .toManyByForeignKey(let destination, _) where destination.entity == "Mark": continue
      case .toManyByForeignKey(let destination, _):
        lists["\(id).\(property.name)"] = try tables.targets(
          ofEntity: row.entity, property: property.index, key: row.key
        ).map { names["\(destination.entity)/\($0)"] ?? "?\($0)" }
      case .toManyByJoin(let destination, _, _, _):
        guard entity.name == "Tour" else { continue }
        for key in try tables.targets(
          ofEntity: row.entity, property: property.index, key: row.key)
        {
          pairs.insert("\(id)+\(names["\(destination.entity)/\(key)"] ?? "?\(key)")")
        }
      }
    }
    items[id] = item
  }
}
