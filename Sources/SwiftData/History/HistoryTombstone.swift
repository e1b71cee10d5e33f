// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What was kept of a deleted model: the values of its attributes with `.preserveValueOnDeletion`.
///
/// ```swift
/// if let code = deletion.tombstone[\.code] as? String { ... }
/// ```
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// A value that was kept.
  public typealias Element = Any

  /// In the order of the properties.
  let values: [(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)]

  /// The value of an attribute; nil if it was nil or is not kept.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// Goes through the values in the order of their properties.
  public func makeIterator() -> Iterator { Iterator(values: values[...]) }

  /// Goes through the values of a tombstone.
  public struct Iterator: IteratorProtocol {
    /// A value that was kept.
    public typealias Element = Any

    fileprivate var values:
      ArraySlice<(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)>

    /// The next value.
    public mutating func next() -> Any? { values.popFirst()?.value }
  }
}
