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
  package var count: Int {
    inserted.values.reduce(0) { $0 + $1.count } + updated.values.reduce(0) { $0 + $1.count }
      + deleted.values.reduce(0) { $0 + $1.count }
  }

  /// Adds what a later flush of the same transaction has changed.
  mutating func append(_ other: SavedChanges) {
    inserted.merge(other.inserted, uniquingKeysWith: +)
    updated.merge(other.updated, uniquingKeysWith: +)
    deleted.merge(other.deleted, uniquingKeysWith: +)
  }

  /// What ``ModelContext/didSave`` says of a commit with a number; with very many models only that
  /// everything may be other.
  func userInfo(of store: Store, number: Int64, limit: Int) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    ModelContext.NotificationKey.queryGeneration.set(number, in: &info)
    ModelContext.NotificationKey.historyTokens.set(
      [store.identifier: DefaultHistoryToken(store: store.identifier, number: number)], in: &info)
    if count > limit {
      ModelContext.NotificationKey.invalidatedAllIdentifiers.set(true, in: &info)
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
    ModelContext.NotificationKey.insertedIdentifiers.set(
      identifiers(inserted), in: &info)
    ModelContext.NotificationKey.updatedIdentifiers.set(
      identifiers(updated.mapValues { $0.map(\.key) }), in: &info)
    ModelContext.NotificationKey.deletedIdentifiers.set(
      identifiers(deleted), in: &info)
    return info
  }
}

extension ModelContext.NotificationKey {
  /// Sets a value in a notification's user info, by each of the forms in which code that is in use
  /// on Apple's systems asks for it.
  func set(_ value: Any, in info: inout [AnyHashable: Any]) {
    info[rawValue] = value
    info[self] = value
    if let shortName { info[shortName] = value }
  }

  private var shortName: String? {
    switch self {
    case .insertedIdentifiers: "inserted"
    case .updatedIdentifiers: "updated"
    case .deletedIdentifiers: "deleted"
    case .invalidatedAllIdentifiers, .queryGeneration, .historyTokens, .error: nil
    }
  }
}
