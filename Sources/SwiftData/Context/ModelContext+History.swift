// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// The author name that the history records for this context's saves; nil for none.
  ///
  /// An author name distinguishes an importer's changes from the user's, or a program's own changes
  /// from others.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// Fetches the transactions of the container's stores that match a descriptor, oldest first by
  /// default.
  ///
  /// Throws ``SwiftDataError/historyTokenExpired`` if the predicate has a token and some
  /// transactions after it have been deleted, and ``SwiftDataError/invalidTransactionFetchRequest``
  /// for transactions of another type than ``DefaultHistoryTransaction``.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    let custom = try customHistory(descriptor)
    let isDefault = T.self == DefaultHistoryTransaction.self
    if cores.allSatisfy({ $0.store.custom != nil }) || !isDefault && !custom.isEmpty {
      return custom
    }
    let found = try fetch(descriptor).run()
    return (found as? [T] ?? []) + custom
  }

  /// Deletes the transactions of all stores that match a descriptor.
  ///
  /// Each store's transactions are deleted in one transaction, which is part of a running
  /// ``transaction(block:)`` and rolled back with it. Tokens before the last deleted transaction
  /// expire.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    if try deleteCustomHistory(descriptor), T.self != DefaultHistoryTransaction.self { return }
    if cores.allSatisfy({ $0.store.custom != nil }) { return }
    try fetch(descriptor).delete()
  }

  private func fetch<T>(_ descriptor: HistoryDescriptor<T>) throws -> HistoryFetch {
    let cores = cores.filter { $0.store.custom == nil }
    let running = cores.compactMap { core in
      core.transaction.map { (core.store.identifier, $0) }
    }
    return HistoryFetch(
      cores.map(\.store), try known(descriptor),
      in: Dictionary(running, uniquingKeysWith: { first, _ in first }))
  }

  private func known<T>(_ descriptor: HistoryDescriptor<T>) throws
    -> HistoryDescriptor<DefaultHistoryTransaction>
  {
    guard let known = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      throw SwiftDataError.invalidTransactionFetchRequest.withMessage(
        "The container's stores record no \(T.self). Fetch DefaultHistoryTransaction instead.")
    }
    return known
  }
}

extension Store: HistoryProviding {
  package static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  package func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  {
    try HistoryFetch([self], descriptor).run()
  }

  package func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try HistoryFetch([self], descriptor).delete()
  }
}
