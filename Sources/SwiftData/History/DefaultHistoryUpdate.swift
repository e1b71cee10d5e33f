// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model some of whose properties became others.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// The kind of ``changeIdentifier``.
  public typealias ChangeIdentifier = Int64
  /// The kind of ``transactionIdentifier``.
  public typealias TransactionIdentifier = Int64
  /// A property of the model.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The place of the change in the store's history.
  public let changeIdentifier: Int64
  /// Which model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The transaction that the change is part of.
  public let transactionIdentifier: Int64
  /// The properties that were set, or became others; not their values.
  ///
  /// Relationships are among them: a to-many one if a target came, went or got another place. Of a
  /// model with more than 64 properties the 64th and all behind it are named together.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether a property is among ``updatedAttributes``.
  public func containsAttribute(_ attribute: any PartialKeyPath<Model> & Sendable) -> Bool {
    updatedAttributes.contains { $0 == attribute }
  }
}
