// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Synchronization

/// The names of the entities and properties by whose places packed changes name them.
struct HistorySchema: Codable, Equatable, Sendable {
  struct Entity: Codable, Equatable, Sendable {
    /// Its name among the models of today, which each migration changes; empty if it is gone.
    let name: String
    /// The same for its properties.
    let properties: [String]
  }

  let entities: [Entity]

  /// The entities of a layout by name, so that the order in which a program lists its models does
  /// not matter.
  init(_ layout: StoreLayout) {
    entities = layout.entities.map { Entity(name: $0.name, properties: $0.properties.map(\.name)) }
      .sorted { $0.name < $1.name }
  }

  init(_ entities: [Entity]) { self.entities = entities }

  /// The place of each entity of the layout.
  func places(in layout: StoreLayout) -> [Int] {
    let places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return layout.entities.map { places[$0.name] ?? -1 }
  }

  /// What the places stand for among the models of today.
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
          // A store that is only read may not have been migrated.
          description.properties.firstIndex { $0.name == name }
            ?? description.properties.firstIndex { $0.earlierName == name && !name.isEmpty }
        })
    }
  }
}

/// An entity of a stored schema among the models of today.
struct ResolvedEntity: Sendable {
  let index: Int
  let layout: EntityLayout
  /// The index of each property; nil for one that the model does not have any more.
  let properties: [Int?]

  /// The bits of today's properties for those of the stored schema.
  func bits(_ stored: UInt64) -> UInt64 {
    properties.enumerated().reduce(0) { bits, property in
      guard stored & _ModelState.bit(property.offset) != 0, let index = property.element else {
        return bits
      }
      return bits | _ModelState.bit(index)
    }
  }
}

/// The schemas that a store's history was written with, read once.
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
      throw SwiftDataError.storeIsCorrupt.saying(
        "The history of \(store.name) has lost the names of its schema \(id): restore it from a "
          + "backup, or delete the history.")
    }
    return schema
  }
}
