// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is known of a model type without a store: its properties, and the inverses of its
/// relationships.
///
/// Made once a type and kept for the life of the process.
package final class ModelDescription: @unchecked Sendable {
  // Immutable once made: metadata holds key paths, metatypes and closures without state.

  /// One relationship; made once, so that passing it on costs a reference.
  package final class Relationship: @unchecked Sendable {
    /// The property's index.
    package let index: Int
    package let name: String
    package let keyPath: AnyKeyPath
    package let access: RelationshipAccess
    package let deleteRule: Schema.Relationship.DeleteRule
    package let isUnique: Bool
    package let declaredInverse: AnyKeyPath?
    package let isOptional: Bool
    /// The least and the greatest number of targets; 0 for none.
    package let minimumCount: Int
    package let maximumCount: Int

    fileprivate let inverse = OnceReference<Inverse>()

    fileprivate init(index: Int, property: Schema.PropertyMetadata, access: RelationshipAccess) {
      let declared = property.metadata as? Schema.Relationship
      self.index = index
      self.name = property.name
      self.keyPath = property.keypath
      self.access = access
      self.deleteRule = declared?.deleteRule ?? .nullify
      self.isUnique = declared?.isUnique ?? false
      self.declaredInverse = declared?.inverseKeyPath
      minimumCount = declared?.minimumModelCount ?? 0
      maximumCount = declared?.maximumModelCount ?? 0
      self.isOptional =
        Swift.type(of: property.keypath).valueType is any OptionalProtocol.Type
    }
  }

  /// What is known of the other end: nothing to find out twice.
  fileprivate final class Inverse: Sendable {
    // Descriptions live as long as the process, so that the two ends may hold each other.
    let relationship: Relationship?

    init(_ relationship: Relationship?) { self.relationship = relationship }
  }

  package let type: any PersistentModel.Type
  package let entityName: String
  package let properties: [Schema.PropertyMetadata]
  package let relationships: [Relationship]
  /// What `#Unique` and `#Index` in the class say.
  let constraints: [any ConstraintList]
  /// The relationship with a property's index, or nil for an attribute.
  private let relationshipByIndex: [Relationship?]

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    entityName = String(describing: type)
    let properties = type.schemaMetadata
    self.properties = properties
    relationshipByIndex = properties.enumerated().map { index, property in
      property.relationship.map { Relationship(index: index, property: property, access: $0) }
    }
    relationships = relationshipByIndex.compactMap(\.self)
    constraints = type._$constraints.compactMap { $0 as? any ConstraintList }
  }

  /// The name of the property that a key path names; nil for any other key path.
  func name(of keyPath: AnyKeyPath) -> String? {
    properties.first { $0.keypath == keyPath }?.name
  }

  package func relationship(at index: Int) -> Relationship? {
    index < relationshipByIndex.count ? relationshipByIndex[index] : nil
  }

  /// The types known so far: chains that only grow, so that a search takes no lock.
  private final class Known: Sendable {
    let identity: ObjectIdentifier?
    let description: ModelDescription?
    let next = OnceReference<Known>()

    init(_ identity: ObjectIdentifier?, _ description: ModelDescription?) {
      self.identity = identity
      self.description = description
    }
  }

  private static let known = (0..<256).map { _ in Known(nil, nil) }

  /// The description of a type.
  package static func of(_ type: any PersistentModel.Type) -> ModelDescription {
    let identity = ObjectIdentifier(type)
    // Metatypes lie at multiples of 8. Links live for ever: no reference is counted on the way.
    var place = Unmanaged.passUnretained(known[Int(UInt(bitPattern: identity) >> 3 & 255)])
    while true {
      let (found, next) = place._withUnsafeGuaranteedRef { place in
        (place.identity == identity ? place.description : nil, place.next.loadUnmanaged())
      }
      if let found { return found }
      guard let next else {
        let new = Known(identity, ModelDescription(type))
        place = place._withUnsafeGuaranteedRef { .passUnretained($0.next.storeIfNil(new)) }
        continue
      }
      place = next
    }
  }

  // MARK: Inverses

  /// The relationship at the other end that mirrors `relationship`, if there is one.
  ///
  /// It is the declared one, of either end; else the only relationship of the target that points
  /// back, if neither it nor this one has another partner.
  package func inverse(of relationship: Relationship) -> Relationship? {
    if let known = relationship.inverse.load() { return known.relationship }
    let target = ModelDescription.of(relationship.access.target)
    let found = findInverse(of: relationship, in: target)
    return relationship.inverse.storeIfNil(Inverse(found)).relationship
  }

  private func findInverse(of relationship: Relationship, in target: ModelDescription)
    -> Relationship?
  {
    if let declared = relationship.declaredInverse {
      return target.relationships.first { $0.keyPath == declared }
    }
    if let declaring = target.relationships.first(where: {
      $0.access.target == type && $0.declaredInverse == relationship.keyPath
    }) {
      return declaring
    }
    let back = target.unclaimed(towards: self)
    let forth = unclaimed(towards: target)
    if target === self {
      // A relationship of a type to itself: two of them are each other's inverse only if one is
      // to-one and the other to-many, as parent and children are.
      guard forth.count == 2, forth[0].access.isToMany != forth[1].access.isToMany else {
        return nil
      }
      return forth.first { $0.index != relationship.index }
    }
    guard back.count == 1, forth.count == 1, forth[0].index == relationship.index else {
      return nil
    }
    return back[0]
  }

  /// The relationships to `other` that no declaration of either end pairs with another.
  private func unclaimed(towards other: ModelDescription) -> [Relationship] {
    relationships.filter { candidate in
      candidate.access.target == other.type && candidate.declaredInverse == nil
        && !other.relationships.contains { $0.declaredInverse == candidate.keyPath }
    }
  }
}

/// An optional, to be asked for without knowing what it wraps.
package protocol OptionalProtocol {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalProtocol {
  package static var wrappedType: Any.Type { Wrapped.self }
}
