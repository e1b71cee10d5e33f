// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  private var customStores: [CustomStore] { cores.compactMap(\.store.custom) }

  /// Fetches the transactions of the custom stores whose transactions have a type.
  ///
  /// Throws if no store of the context records transactions of the type.
  func customHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    let found = try customStores.compactMap { custom in
      try custom.locked { try custom.fetchHistory(descriptor) }
    }
    if found.isEmpty, customStores.count == cores.count { throw unrecorded(T.self) }
    return found.flatMap(\.self)
  }

  /// Deletes the transactions of the custom stores whose transactions have a type; false if there
  /// is none.
  ///
  /// Throws if no store of the context records transactions of the type.
  func deleteCustomHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool
  {
    let deleted = try customStores.filter { custom in
      try custom.locked { try custom.deleteHistory(descriptor) }
    }
    if deleted.isEmpty, customStores.count == cores.count { throw unrecorded(T.self) }
    return !deleted.isEmpty
  }

  private func unrecorded(_ type: Any.Type) -> SwiftDataError {
    SwiftDataError.invalidTransactionFetchRequest.withMessage(
      "The container's stores record no \(type). Fetch the transaction type of a store that "
        + "conforms to HistoryProviding.")
  }
}
