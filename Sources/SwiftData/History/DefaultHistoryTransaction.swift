// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The changes of one save, or one ``ModelContext/transaction(block:)``, in a store.
///
/// ```swift
/// for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
///   print(transaction.timestamp, transaction.author ?? "unknown", transaction.changes.count)
/// }
/// ```
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The type of ``token``.
  public typealias TokenType = DefaultHistoryToken
  /// The type of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64
  /// The type of ``id``.
  public typealias ID = Int64

  /// The ``ModelContext/author`` of the context that saved.
  public let author: String?
  /// The changes, each model once: insertions, then updates, then deletions.
  ///
  /// The changes include all effects of the save: models that delete rules deleted or updated,
  /// stored models that new models with their unique values replaced, and both ends of
  /// relationships. Models of types that are no longer in the schema are omitted.
  public let changes: [HistoryChange]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The time of the save, by the clock of the machine that saved.
  public let timestamp: Date
  /// The history position after this transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction, which increases from commit to commit of a store, with gaps.
  public let transactionIdentifier: Int64
  /// The name of the program that saved; Linux has no bundles.
  public let bundleIdentifier: String
  /// The process ID of the program that saved, as a string.
  public let processIdentifier: String

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }

  /// Transactions are equal if they have the same number and store.
  public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier
  }

  /// Hashes the store and the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storeIdentifier)
    hasher.combine(transactionIdentifier)
  }

  /// A copy of the transaction with a token for several stores.
  func with(_ token: DefaultHistoryToken) -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      author: author, changes: changes, storeIdentifier: storeIdentifier, timestamp: timestamp,
      token: token, transactionIdentifier: transactionIdentifier,
      bundleIdentifier: bundleIdentifier, processIdentifier: processIdentifier)
  }
}

/// The insertion of a model.
///
/// ```swift
/// func newTrips(in transaction: DefaultHistoryTransaction) -> [PersistentIdentifier] {
///   transaction.changes.compactMap { change in
///     guard case .insert(let insert as DefaultHistoryInsert<Trip>) = change else { return nil }
///     return insert.changedPersistentIdentifier
///   }
/// }
/// ```
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The type of ``changeIdentifier``.
  public typealias ChangeIdentifier = Int64
  /// The type of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64

  /// The position of the change in the store's history.
  public let changeIdentifier: Int64
  /// The identifier of the changed model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that contains the change.
  public let transactionIdentifier: Int64
}

/// An update of a model's properties.
///
/// ```swift
/// func isRenamed(in transaction: DefaultHistoryTransaction) -> Bool {
///   transaction.changes.contains { change in
///     guard case .update(let update as DefaultHistoryUpdate<Trip>) = change else { return false }
///     return update.containsAttribute(\.name)
///   }
/// }
/// ```
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// The type of ``changeIdentifier``.
  public typealias ChangeIdentifier = Int64
  /// The type of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64
  /// A property of the model.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The position of the change in the store's history.
  public let changeIdentifier: Int64
  /// The identifier of the changed model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that contains the change.
  public let transactionIdentifier: Int64
  /// The updated properties, without their values.
  ///
  /// Relationships are included: a to-many relationship if a target was added, removed or moved.
  /// For a model with more than 64 properties, the 64th and all later ones are reported together.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether a property is among ``updatedAttributes``.
  public func containsAttribute(_ attribute: any PartialKeyPath<Model> & Sendable) -> Bool {
    updatedAttributes.contains { $0 == attribute }
  }
}

/// The deletion of a model.
///
/// ```swift
/// func deletedTrips(in transaction: DefaultHistoryTransaction) -> [PersistentIdentifier] {
///   transaction.changes.compactMap { change in
///     guard case .delete(let deletion as DefaultHistoryDelete<Trip>) = change else { return nil }
///     return deletion.changedPersistentIdentifier
///   }
/// }
/// ```
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The type of ``changeIdentifier``.
  public typealias ChangeIdentifier = Int64
  /// The type of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64

  /// The position of the change in the store's history.
  public let changeIdentifier: Int64
  /// The identifier of the changed model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that contains the change.
  public let transactionIdentifier: Int64
  /// The preserved values of the model's `.preserveValueOnDeletion` attributes.
  public let tombstone: HistoryTombstone<Model>
}
