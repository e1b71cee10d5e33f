// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What one save has changed in a store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The kind of ``token``.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The kind of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The ``ModelContext/author`` of the context that saved.
  var author: String? { get }
  /// What was changed, each model once.
  var changes: [HistoryChange] { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// When it was saved.
  var timestamp: Date { get }
  /// The place in the history behind this transaction.
  var token: TokenType { get }
  /// The number of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
}
