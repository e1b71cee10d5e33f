// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What has been committed to a store.
enum StoreNews: Sendable {
  /// These rows.
  case changes(SavedChanges)
  /// It is not known which rows.
  case everything

  /// Whether rows of one of the entities are among them; nil stands for all entities.
  func concerns(_ entities: Set<Int>?) -> Bool {
    guard case .changes(let changes) = self, let entities else { return true }
    return entities.contains { changes.touches($0) }
  }
}

extension SavedChanges {
  /// Whether rows of an entity are among them.
  func touches(_ entity: Int) -> Bool {
    inserted[entity] != nil || updated[entity] != nil || deleted[entity] != nil
  }

  /// The entities of the rows.
  var entities: Set<Int> { Set(inserted.keys).union(updated.keys).union(deleted.keys) }
}
