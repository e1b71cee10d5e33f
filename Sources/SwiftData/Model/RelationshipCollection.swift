// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A collection of models that can be a to-many relationship.
///
/// ```swift
/// func element<Collection: RelationshipCollection>(of _: Collection.Type) -> String {
///   Schema.entityName(for: Collection.PersistentElement.self)
/// }
/// let name = element(of: [Stop].self)
/// ```
public protocol RelationshipCollection {
  /// The model type of the elements.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The model type of the array's elements.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// The model type of the wrapped collection's elements.
  public typealias PersistentElement = Wrapped.PersistentElement
}
