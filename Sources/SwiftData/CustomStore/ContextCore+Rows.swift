// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Loads the rows of keys that the row cache of a custom store lacks.
  func loadRows(_ keys: some Sequence<Int64>, _ entity: Int, _ custom: CustomStore) throws {
    try custom.locked { try custom.load(keys, entity: entity, for: self) }
  }
}

extension CustomStore {
  /// Deletes all models of the custom store, before the row cache is erased.
  func erase() throws {
    try locked {
      try eraseStore()
      for table in tables { table.restore(rows: []) }
      pendingTargets = [:]
    }
  }
}

extension ContainerCore {
  /// Throws if two stores have the same identifier, so that identifiers of models are ambiguous.
  func checkIdentifiers() throws {
    var names: [String: String] = [:]
    for open in stores where open.store.custom != nil {
      let name = open.configuration.name
      guard let other = names.updateValue(name, forKey: open.store.identifier) else { continue }
      throw SwiftDataError.duplicateConfiguration.withMessage(
        "The stores of the configurations \"\(other)\" and \"\(name)\" have the same identifier, "
          + "\(open.store.identifier): give each store its own.")
    }
  }
}
