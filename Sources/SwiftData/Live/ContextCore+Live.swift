// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The entities whose rows determine the result of a descriptor; nil if that may be all entities.
  func entitiesRead<T: PersistentModel>(by descriptor: FetchDescriptor<T>) throws -> Set<Int>? {
    guard let entity = store.layout.index(of: T.self) else {
      throw SwiftDataError.notInSchema(T.self)
    }
    let layout = store.layout.entities[entity]
    var tables: Set<String> = [layout.table]
    if let predicate = descriptor.predicate {
      let translated = try PredicateTranslator(
        layout: store.layout, storeIdentifier: store.identifier
      ).translate(predicate, entity: layout, alias: "t")
      if !translated.isExact { return nil }
      tables.formUnion(translated.entities)
    }
    for sort in descriptor.sortBy {
      guard let keyPath = sort.keyPath, layout.indexByKeyPath[keyPath] != nil else { return nil }
    }
    return Set(
      store.layout.entities.indices.filter { tables.contains(store.layout.entities[$0].table) })
  }
}

extension ModelContext {
  /// The observers of the store that has a type's models.
  func observers(of type: any PersistentModel.Type) -> StoreObservers? {
    let store = core(of: type).store
    return container.core.stores.first { $0.store === store }?.observers
  }
}
