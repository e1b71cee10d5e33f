// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Searches the words of string properties, best matches first.
  ///
  /// ```swift
  /// let matches = try context.search(FullTextDescriptor<Note>("harbour caf*"))
  /// print(matches.map(\.model.title))
  /// ```
  ///
  /// Not in Apple's framework. The search reads saved texts: words of unsaved changes are found
  /// after the next save. The predicate is evaluated as by ``fetch(_:)``, and models whose deletion
  /// is pending are left out. Matches of equal score have the order of their insertion.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if `#FullText` declares no index of the
  ///   properties, ``SwiftDataError/storeIsCorrupt`` if the index is damaged, `CancellationError` if
  ///   the task was cancelled meanwhile, or another ``SwiftDataError``.
  public func search<T: PersistentModel>(_ descriptor: FullTextDescriptor<T>) throws
    -> [FullTextMatch<T>]
  {
    let core = core(of: T.self)
    return try core.cancellable { try core.search(descriptor) }
  }
}

extension ModelContainer {
  /// Builds the full-text indexes of all stores again, from the texts in the stores.
  ///
  /// Not in Apple's framework. Call it if a search throws ``SwiftDataError/storeIsCorrupt``. Other
  /// processes may read meanwhile. It takes some seconds for each 100,000 texts.
  public func rebuildFullTextIndexes() throws {
    for store in core.stores { try store.store.rebuildFullTextIndexes() }
  }
}

extension Store {
  fileprivate func rebuildFullTextIndexes() throws {
    let tables = layout.entities.flatMap { entity in
      entity.ownIndexes.filter(\.isFullText).map { $0.tableName(in: entity) }
    }
    if tables.isEmpty { return }
    try write { connection in
      for table in tables {
        try connection.execute(
          SQLFragment(stringLiteral: FullTextSQL.rebuild(table)), store: name)
      }
    }
  }
}
