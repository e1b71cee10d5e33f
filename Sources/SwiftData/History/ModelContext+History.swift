// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// The name that history keeps with what this context saves; nil for none.
  ///
  /// It tells an importer's changes from the user's, or one's own from those of others.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// The transactions of the container's stores that match, oldest first unless the descriptor says
  /// otherwise.
  ///
  /// Throws ``SwiftDataError/historyTokenExpired`` if the predicate asks for what came after a token
  /// and some of that has been deleted, and ``SwiftDataError/invalidTransactionFetchRequest`` for
  /// transactions of another type than ``DefaultHistoryTransaction``.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    let found = try fetch(descriptor).run()
    return found as? [T] ?? []
  }

  /// Forgets the transactions that match, of all stores.
  ///
  /// Each store's are forgotten in one transaction; inside ``transaction(block:)`` that is a part of
  /// it, and undone with it. Tokens from before the last one that was forgotten have expired.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    try fetch(descriptor).delete()
  }

  private func fetch<T>(_ descriptor: HistoryDescriptor<T>) throws -> HistoryFetch {
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
      throw SwiftDataError.invalidTransactionFetchRequest.saying(
        "The container's stores keep no \(T.self): ask for DefaultHistoryTransaction.")
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
