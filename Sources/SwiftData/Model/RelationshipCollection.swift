// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A collection of models that can be a to-many relationship.
public protocol RelationshipCollection {
  /// The model that it holds.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The model that the array holds.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// The model that the wrapped collection holds.
  public typealias PersistentElement = Wrapped.PersistentElement
}
