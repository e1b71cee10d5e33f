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
    /// The class that declares it, whose subclasses have it too.
    package let owner: any PersistentModel.Type
    /// The least and the greatest number of targets; 0 for none.
    package let minimumCount: Int
    package let maximumCount: Int

    fileprivate let inverse = OnceReference<Inverse>()

    fileprivate init(
      index: Int, property: Schema.PropertyMetadata, access: RelationshipAccess,
      owner: any PersistentModel.Type
    ) {
      self.owner = owner
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
  /// The name that the entity had in an earlier version of the schema, if that was another.
  package let originalEntityName: String?
  /// The description of the superclass, if that is a model.
  package let superclass: ModelDescription?
  /// Those of the superclass, then those that the class itself declares.
  package let properties: [Schema.PropertyMetadata]
  /// How many of the properties come from the superclass.
  package let inheritedCount: Int
  /// The paths from the class to its properties, in their order: those to inherited ones are not
  /// equal to the ones that the superclass has.
  let keyPaths: [AnyKeyPath]
  package let relationships: [Relationship]
  /// What `#Unique` and `#Index` in the class itself say.
  let constraints: [any ConstraintList]
  /// The relationship with a property's index, or nil for an attribute.
  private let relationshipByIndex: [Relationship?]

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    entityName = String(describing: type)
    let inheritance = type._$inheritance
    // What a superclass says is its own name.
    originalEntityName =
      inheritance == nil ? type.originalEntityName : inheritance?.originalEntityName
    let parent = inheritance.map { ModelDescription.of($0.superclass) }
    let inherited = parent?.properties.count ?? 0
    let own = type.schemaMetadata.dropFirst(inherited)
    superclass = parent
    inheritedCount = inherited
    properties = (parent?.properties ?? []) + own
    keyPaths = (inheritance?.keyPaths ?? []) + own.map(\.keypath)
    // Inherited relationships are the superclass's own.
    relationshipByIndex =
      (parent?.relationshipByIndex ?? [])
      + own.enumerated().map { index, property in
        property.relationship.map {
          Relationship(index: inherited + index, property: property, access: $0, owner: type)
        }
      }
    relationships = relationshipByIndex.compactMap(\.self)
    constraints = type._$constraints.compactMap { $0 as? any ConstraintList }
  }

  /// The properties that the class itself declares.
  package var ownProperties: ArraySlice<Schema.PropertyMetadata> {
    properties.dropFirst(inheritedCount)
  }

  /// The relationships that the class itself declares.
  private var ownRelationships: [Relationship] {
    relationships.filter { $0.index >= inheritedCount }
  }

  /// True for the class itself and its subclasses, as far as they are models.
  func isA(_ other: any PersistentModel.Type) -> Bool {
    type == other || superclass?.isA(other) == true
  }

  /// The name of the property that a key path names; nil for any other key path.
  package func name(of keyPath: AnyKeyPath) -> String? {
    index(of: keyPath).map { properties[$0].name }
  }

  /// The index of the property that a key path from the class or a superclass names.
  func index(of keyPath: AnyKeyPath) -> Int? {
    keyPaths.firstIndex(of: keyPath) ?? superclass?.index(of: keyPath)
  }

  package func relationship(at index: Int) -> Relationship? {
    index >= 0 && index < relationshipByIndex.count ? relationshipByIndex[index] : nil
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
    let owner = relationship.owner == type ? self : ModelDescription.of(relationship.owner)
    let found = owner.findInverse(of: relationship, in: target)
    return relationship.inverse.storeIfNil(Inverse(found)).relationship
  }

  private func findInverse(of relationship: Relationship, in target: ModelDescription)
    -> Relationship?
  {
    if let declared = relationship.declaredInverse {
      return target.index(of: declared).flatMap { target.relationship(at: $0) }
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
    ownRelationships.filter { candidate in
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
