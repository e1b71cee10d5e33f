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

  /// The user info of ``ModelContext/didSave`` for a commit; above `limit` models, only a flag that
  /// any model may have changed.
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
  /// Sets a value in a notification's user info under each of the keys that existing code for
  /// Apple's systems uses.
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
