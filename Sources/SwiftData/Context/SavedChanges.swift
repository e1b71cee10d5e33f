// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a save has changed in the store, by the entity's index.
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
  var count: Int {
    inserted.values.reduce(0) { $0 + $1.count } + updated.values.reduce(0) { $0 + $1.count }
      + deleted.values.reduce(0) { $0 + $1.count }
  }

  /// Adds what a later flush of the same transaction has changed.
  mutating func append(_ other: SavedChanges) {
    inserted.merge(other.inserted, uniquingKeysWith: +)
    updated.merge(other.updated, uniquingKeysWith: +)
    deleted.merge(other.deleted, uniquingKeysWith: +)
  }

  /// What ``ModelContext/didSave`` says; with very many models only that everything may be other.
  func userInfo(of store: Store) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    func set(_ key: ModelContext.NotificationKey, _ value: Any) {
      info[key.rawValue] = value
      // Code that is in use on Apple's systems asks by any of these.
      info[key] = value
      if let name = key.shortName { info[name] = value }
    }
    if count > 1_000_000 {
      set(.invalidatedAllIdentifiers, true)
      return info
    }
    func identifiers(_ groups: [Int: [Int64]]) -> [PersistentIdentifier] {
      var identifiers: [PersistentIdentifier] = []
      identifiers.reserveCapacity(groups.values.reduce(0) { $0 + $1.count })
      for (entity, keys) in groups.sorted(by: { $0.key < $1.key }) {
        let name = store.layout.entities[entity].name
        for key in keys {
          identifiers.append(
            PersistentIdentifier(storeIdentifier: store.identifier, entityName: name, key: key))
        }
      }
      return identifiers
    }
    set(.insertedIdentifiers, identifiers(inserted))
    set(.updatedIdentifiers, identifiers(updated.mapValues { $0.map(\.key) }))
    set(.deletedIdentifiers, identifiers(deleted))
    return info
  }
}

extension ModelContext.NotificationKey {
  fileprivate var shortName: String? {
    switch self {
    case .insertedIdentifiers: "inserted"
    case .updatedIdentifiers: "updated"
    case .deletedIdentifiers: "deleted"
    case .invalidatedAllIdentifiers, .queryGeneration, .historyTokens, .error: nil
    }
  }
}
