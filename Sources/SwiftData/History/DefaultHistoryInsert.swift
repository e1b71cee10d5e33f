// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model that was inserted.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The kind of ``changeIdentifier``.
  public typealias ChangeIdentifier = Int64
  /// The kind of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64

  /// The place of the change in the store's history.
  public let changeIdentifier: Int64
  /// Which model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that the change is part of.
  public let transactionIdentifier: Int64
}
