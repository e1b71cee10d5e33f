// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Synchronization

/// The entity and property names to which packed changes refer by index.
struct HistorySchema: Codable, Equatable, Sendable {
  struct Entity: Codable, Equatable, Sendable {
    /// The current name of the entity, updated by each migration; empty if it was removed.
    let name: String
    /// The current names of its properties.
    let properties: [String]
  }

  let entities: [Entity]

  /// Sorts the entities of a layout by name, so that the order of a program's models does not
  /// matter.
  init(_ layout: StoreLayout) {
    entities = layout.entities.map { Entity(name: $0.name, properties: $0.properties.map(\.name)) }
      .sorted { $0.name < $1.name }
  }

  init(_ entities: [Entity]) { self.entities = entities }

  /// The index of each entity of a layout in this schema; -1 if it is missing.
  func entityIndexes(in layout: StoreLayout) -> [Int] {
    let indexes = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return layout.entities.map { indexes[$0.name] ?? -1 }
  }

  /// The current entities for the indexes of this schema.
  func resolved(in layout: StoreLayout) -> [ResolvedEntity?] {
    entities.map { stored in
      guard let index = layout.entities.firstIndex(where: { $0.name == stored.name }) else {
        return nil
      }
      let entity = layout.entities[index]
      let description = ModelDescription.of(entity.type)
      return ResolvedEntity(
        index: index, layout: entity,
        properties: stored.properties.map { name in
          // A read-only store may not have been migrated.
          description.properties.firstIndex { $0.name == name }
            ?? description.properties.firstIndex { $0.earlierName == name && !name.isEmpty }
        })
    }
  }
}

/// An entity of a stored schema, resolved to a current entity.
struct ResolvedEntity: Sendable {
  let index: Int
  let layout: EntityLayout
  /// The current index of each property; nil if the model no longer has it.
  let properties: [Int?]

  /// Converts property bits of the stored schema to current ones.
  func bits(_ stored: UInt64) -> UInt64 {
    properties.enumerated().reduce(0) { bits, property in
      guard stored & _ModelState.bit(property.offset) != 0, let index = property.element else {
        return bits
      }
      return bits | _ModelState.bit(index)
    }
  }
}

/// The cached history schemas of a store.
final class HistorySchemas: Sendable {
  private let known = Mutex<[Int64: [ResolvedEntity?]]>([:])

  func schema(_ id: Int64, of store: Store, _ connection: Store.Connection) throws
    -> [ResolvedEntity?]
  {
    if let schema = known.withLock({ $0[id] }) { return schema }
    var found: [Int64: [ResolvedEntity?]] = [:]
    var texts: [(Int64, String)] = []
    try connection.rows(HistorySQL.schemas, [], store: store.name) { row in
      texts.append((sqlite3_column_int64(row, 0), Store.Connection.text(row, 1) ?? ""))
    }
    for (id, text) in texts {
      var text = text
      let schema = try text.withUTF8 {
        try StoredJSON.decode(HistorySchema.self, from: UnsafeRawBufferPointer($0))
      }
      found[id] = schema.resolved(in: store.layout)
    }
    known.withLock { $0.merge(found) { first, _ in first } }
    guard let schema = found[id] else {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "The history of \(store.name) has lost the names of its schema \(id): restore it from a "
          + "backup, or delete the history.")
    }
    return schema
  }
}
