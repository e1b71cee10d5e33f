// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model that was deleted.
public protocol HistoryDelete<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The kind of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// The kind of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The place of the change in the store's history.
  var changeIdentifier: ChangeIdentifier { get }
  /// Which model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that the change is part of.
  var transactionIdentifier: TransactionIdentifier { get }

  /// The values that were kept of the model.
  var tombstone: HistoryTombstone<Model> { get }
}
