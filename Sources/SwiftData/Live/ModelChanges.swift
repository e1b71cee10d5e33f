// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What one or more saves have changed, each model once. (Not in Apple's framework.)
///
/// It holds no models, and can be sent anywhere: a context makes models of the identifiers.
public struct ModelChanges: Sendable {
  /// The new models.
  public private(set) var inserted: Set<PersistentIdentifier> = []
  /// Those that were there before and some of whose properties were saved.
  public private(set) var updated: Set<PersistentIdentifier> = []
  /// Those that are gone.
  public private(set) var deleted: Set<PersistentIdentifier> = []
  /// Whether all models may be others, and it is not known which are.
  ///
  /// So it is after the store was erased, and after so much that nobody has kept what it was.
  public let isEverything: Bool

  init(isEverything: Bool = false) { self.isEverything = isEverything }

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !isEverything
  }

  /// Takes in what a later commit has changed, of some entities; nil for all.
  mutating func add(_ changes: SavedChanges, of entities: Set<Int>?, in store: Store) {
    func identifiers(_ entity: Int, _ keys: some Sequence<Int64>) -> [PersistentIdentifier] {
      if let entities, !entities.contains(entity) { return [] }
      let name = store.layout.entities[entity].name
      return keys.map {
        PersistentIdentifier(storeIdentifier: store.identifier, entityName: name, key: $0)
      }
    }
    for (entity, keys) in changes.inserted { inserted.formUnion(identifiers(entity, keys)) }
    for (entity, updates) in changes.updated {
      let identifiers = identifiers(entity, updates.map(\.key))
      updated.formUnion(identifiers.lazy.filter { [inserted] in !inserted.contains($0) })
    }
    for (entity, keys) in changes.deleted {
      for identifier in identifiers(entity, keys) {
        updated.remove(identifier)
        // What came and went was never there.
        if inserted.remove(identifier) == nil { deleted.insert(identifier) }
      }
    }
  }
}
