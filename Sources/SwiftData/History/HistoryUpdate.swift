// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model that was updated.
public protocol HistoryUpdate<Model>: Sendable {
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

  /// A property of the model.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The properties that were set, or became others; not their values.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}
