// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The changes of a save, by entity index.
package struct SavedChanges: Sendable {
  package struct Update: Sendable {
    package let key: Int64
    /// One bit for each property, as in ``_ModelState``.
    package let properties: UInt64
  }

  package var inserted: [Int: [Int64]] = [:]
  package var updated: [Int: [Update]] = [:]
  package var deleted: [Int: [Int64]] = [:]

  /// The number of models.
  package var count: Int {
    inserted.values.reduce(0) { $0 + $1.count } + updated.values.reduce(0) { $0 + $1.count }
      + deleted.values.reduce(0) { $0 + $1.count }
  }

  /// Adds the changes of a later flush of the same transaction.
  mutating func append(_ other: SavedChanges) {
    inserted.merge(other.inserted, uniquingKeysWith: +)
    updated.merge(other.updated, uniquingKeysWith: +)
    deleted.merge(other.deleted, uniquingKeysWith: +)
  }

  /// Whether the changes include rows of an entity.
  func touches(_ entity: Int) -> Bool {
    inserted[entity] != nil || updated[entity] != nil || deleted[entity] != nil
  }

  /// The entities of the changed rows.
  var entities: Set<Int> { Set(inserted.keys).union(updated.keys).union(deleted.keys) }
}

/// The changes of one or more commits to a store.
enum StoreChanges: Sendable {
  /// The changed rows.
  case changes(SavedChanges)
  /// The changed rows are unknown.
  case everything

  /// Whether the changes include rows of one of the entities; nil means all entities.
  func concerns(_ entities: Set<Int>?) -> Bool {
    guard case .changes(let changes) = self, let entities else { return true }
    return entities.contains { changes.touches($0) }
  }
}
