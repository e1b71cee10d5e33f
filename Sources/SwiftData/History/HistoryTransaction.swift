// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The changes of one save in a store.
///
/// ```swift
/// func authors(of transactions: [some HistoryTransaction]) -> Set<String> {
///   Set(transactions.compactMap(\.author))
/// }
/// ```
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of ``token``.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The ``ModelContext/author`` of the context that saved.
  var author: String? { get }
  /// The changes, each model once.
  var changes: [HistoryChange] { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The time of the save.
  var timestamp: Date { get }
  /// The history position after this transaction.
  var token: TokenType { get }
  /// The number of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
}

/// A query for transactions of the history.
///
/// ```swift
/// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
///   predicate: #Predicate { $0.token > last && $0.author == "importer" })
/// descriptor.fetchLimit = 100
/// let transactions = try context.fetchHistory(descriptor)
/// ```
public struct HistoryDescriptor<TransactionType: HistoryTransaction>: Sendable {
  /// The predicate; nil for all transactions.
  ///
  /// SQLite evaluates comparisons of the token, author, timestamp and number; Swift evaluates the
  /// rest.
  public var predicate: Predicate<TransactionType>?
  /// The maximum number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0
  /// The sort order; oldest first by default.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Creates a query for matching transactions, oldest first.
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// Creates a query for matching transactions in an order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// A store with a history of its changes.
///
/// ```swift
/// func latest<Store: HistoryProviding>(in store: Store) throws -> Store.HistoryType? {
///   try store.fetchHistory(HistoryDescriptor<Store.HistoryType>()).last
/// }
/// ```
public protocol HistoryProviding {
  /// The type of the store's transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of the store's transactions.
  static var historyType: HistoryType.Type { get }

  /// Fetches the transactions that match a descriptor.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that match a descriptor.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
