// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What one save, or one ``ModelContext/transaction(block:)``, has changed in a store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The kind of ``token``.
  public typealias TokenType = DefaultHistoryToken
  /// The kind of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64
  /// The kind of ``id``.
  public typealias ID = Int64

  /// The ``ModelContext/author`` of the context that saved.
  public let author: String?
  /// What was changed, each model once: what was inserted, then what was updated, then what was
  /// deleted.
  ///
  /// All that followed from the save is there too: what delete rules deleted or cleared, stored
  /// models that a new one with their unique values replaced, and both ends of relationships. Models
  /// of types that the schema does not have any more are left out.
  public let changes: [HistoryChange]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// When it was saved, by the clock of the machine that did.
  public let timestamp: Date
  /// The place in the history behind this transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction; it grows from each commit of a store to the next, with gaps.
  public let transactionIdentifier: Int64
  /// The name of the program that saved: there are no bundles here.
  public let bundleIdentifier: String
  /// The number of the process that saved, as text.
  public let processIdentifier: String

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }

  /// Transactions are equal if they are the same one of the same store.
  public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier
  }

  /// Hashes the store and the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storeIdentifier)
    hasher.combine(transactionIdentifier)
  }

  /// The same transaction with a token that knows of other stores.
  func with(_ token: DefaultHistoryToken) -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      author: author, changes: changes, storeIdentifier: storeIdentifier, timestamp: timestamp,
      token: token, transactionIdentifier: transactionIdentifier,
      bundleIdentifier: bundleIdentifier, processIdentifier: processIdentifier)
  }
}
