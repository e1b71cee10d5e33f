// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The change of one model in a transaction.
///
/// ```swift
/// for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
///   for change in transaction.changes {
///     switch change {
///     case .insert: print("inserted", change.changedPersistentIdentifier)
///     case .update: print("updated", change.changedPersistentIdentifier)
///     case .delete: print("deleted", change.changedPersistentIdentifier)
///     }
///   }
/// }
/// ```
public enum HistoryChange: Sendable {
  /// The model was inserted.
  case insert(any HistoryInsert)
  /// Properties of the model were set, or updated because of changes to related models.
  case update(any HistoryUpdate)
  /// The model was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the changed model.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let insert): insert.changedPersistentIdentifier
    case .update(let update): update.changedPersistentIdentifier
    case .delete(let delete): delete.changedPersistentIdentifier
    }
  }
}

/// The insertion of a model.
///
/// ```swift
/// func insertedTrip(_ change: HistoryChange) -> PersistentIdentifier? {
///   guard case .insert(let insert as any HistoryInsert<Trip>) = change else { return nil }
///   return insert.changedPersistentIdentifier
/// }
/// ```
public protocol HistoryInsert<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The position of the change in the store's history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the changed model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that contains the change.
  var transactionIdentifier: TransactionIdentifier { get }
}

/// An update of a model's properties.
///
/// ```swift
/// func isRenamed(_ change: HistoryChange) -> Bool {
///   guard case .update(let update as any HistoryUpdate<Trip>) = change else { return false }
///   return update.updatedAttributes.contains { $0 == \Trip.name }
/// }
/// ```
public protocol HistoryUpdate<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The position of the change in the store's history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the changed model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that contains the change.
  var transactionIdentifier: TransactionIdentifier { get }

  /// A property of the model.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The updated properties, without their values.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
///
/// ```swift
/// func codeOfDeletedTrip(_ change: HistoryChange) -> String? {
///   guard case .delete(let delete as any HistoryDelete<Trip>) = change else { return nil }
///   return delete.tombstone[\.code] as? String
/// }
/// ```
public protocol HistoryDelete<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The position of the change in the store's history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identifier of the changed model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The transaction that contains the change.
  var transactionIdentifier: TransactionIdentifier { get }

  /// The preserved values of the model.
  var tombstone: HistoryTombstone<Model> { get }
}

/// The preserved values of a deleted model's attributes with `.preserveValueOnDeletion`.
///
/// ```swift
/// func codes(in transaction: DefaultHistoryTransaction) -> [String] {
///   transaction.changes.compactMap { change in
///     guard case .delete(let deletion as DefaultHistoryDelete<Trip>) = change else { return nil }
///     return deletion.tombstone[\.code] as? String
///   }
/// }
/// ```
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// A preserved value.
  public typealias Element = Any

  /// The values in property order.
  let values: [(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)]

  /// The value of an attribute; nil if it was nil or is not preserved.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// Creates an iterator over the values in property order.
  public func makeIterator() -> Iterator { Iterator(values: values[...]) }

  /// Iterates over the values of a tombstone.
  public struct Iterator: IteratorProtocol {
    /// A preserved value.
    public typealias Element = Any

    fileprivate var values:
      ArraySlice<(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)>

    /// The next value.
    public mutating func next() -> Any? { values.popFirst()?.value }
  }
}
