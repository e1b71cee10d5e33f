// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The metadata of a model type: its properties, and the inverses of its relationships.
///
/// A description is independent of any store. It is created once for each type and lives as long as
/// the process.
package final class ModelDescription: @unchecked Sendable {
  // Immutable: metadata contains key paths, metatypes and stateless closures.

  /// A relationship; a class, so that passing it costs one reference.
  package final class Relationship: @unchecked Sendable {
    /// The property's index.
    package let index: Int
    package let name: String
    package let keyPath: AnyKeyPath
    /// The model type at the other end.
    package let target: any PersistentModel.Type
    package let isToMany: Bool
    let access: any RelationshipAccess
    package let deleteRule: Schema.Relationship.DeleteRule
    package let isUnique: Bool
    package let declaredInverse: AnyKeyPath?
    package let isOptional: Bool
    /// The class that declares it; its subclasses inherit it.
    package let owner: any PersistentModel.Type
    /// The minimum number of targets; 0 for no bound.
    package let minimumCount: Int
    /// The maximum number of targets; 0 for no bound.
    package let maximumCount: Int

    fileprivate let inverse = OnceReference<Inverse>()

    fileprivate init(
      index: Int, property: Schema.PropertyMetadata, access: any RelationshipAccess,
      owner: any PersistentModel.Type
    ) {
      self.owner = owner
      let declared = property.metadata as? Schema.Relationship
      self.index = index
      self.name = property.name
      self.keyPath = property.keypath
      target = access.target
      isToMany = access.isToMany
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

  /// The cached result of the search for an inverse.
  fileprivate final class Inverse: Sendable {
    // Descriptions live as long as the process, so the two ends may retain each other.
    let relationship: Relationship?

    init(_ relationship: Relationship?) { self.relationship = relationship }
  }

  package let type: any PersistentModel.Type
  package let entityName: String
  /// The entity's former name, if an earlier version of the schema had another.
  package let originalEntityName: String?
  /// The description of the superclass, if that is a model.
  package let superclass: ModelDescription?
  /// The inherited properties, then the class's own.
  package let properties: [Schema.PropertyMetadata]
  /// The number of inherited properties.
  package let inheritedCount: Int
  /// The key paths from the class to its properties, in order.
  ///
  /// The key path of an inherited property differs from the superclass's own.
  let keyPaths: [AnyKeyPath]
  /// The key paths from an optional instance to the properties, in order; empty for a class with a
  /// superclass that is a model.
  let optionalKeyPaths: [AnyKeyPath]
  package let relationships: [Relationship]
  /// The constraints and indexes that the class itself declares by `#Unique` and `#Index`.
  let constraints: [any ConstraintList]
  /// The relationships by property index; nil for an attribute.
  private let relationshipByIndex: [Relationship?]

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    entityName = String(describing: type)
    let inheritance = type._$inheritance
    // A former name that a superclass declares is only its own.
    originalEntityName =
      inheritance == nil ? type.originalEntityName : inheritance?.originalEntityName
    let parent = inheritance.map { ModelDescription.of($0.superclass) }
    let inherited = parent?.properties.count ?? 0
    let own = type.schemaMetadata.dropFirst(inherited)
    superclass = parent
    inheritedCount = inherited
    properties = (parent?.properties ?? []) + own
    keyPaths = (inheritance?.keyPaths ?? []) + own.map(\.keypath)
    // A subclass inherits the array of its superclass, whose key paths begin at the superclass.
    optionalKeyPaths = parent == nil ? type._$optionalKeyPaths : []
    // Inherited relationships are the superclass's instances.
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

  /// True for the class itself and for its superclasses that are models.
  func isA(_ other: any PersistentModel.Type) -> Bool {
    type == other || superclass?.isA(other) == true
  }

  /// The name of the property of a key path; nil for any other key path.
  package func name(of keyPath: AnyKeyPath) -> String? {
    index(of: keyPath).map { properties[$0].name }
  }

  /// The index of the property of a key path from the class or a superclass.
  func index(of keyPath: AnyKeyPath) -> Int? {
    keyPaths.firstIndex(of: keyPath) ?? superclass?.index(of: keyPath)
  }

  package func relationship(at index: Int) -> Relationship? {
    index >= 0 && index < relationshipByIndex.count ? relationshipByIndex[index] : nil
  }

  /// A node in a hash chain of descriptions; chains only grow, so lookups need no lock.
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
    // Metatype addresses are multiples of 8. Nodes are immortal, so the walk retains none of them.
    var node = Unmanaged.passUnretained(known[Int(UInt(bitPattern: identity) >> 3 & 255)])
    while true {
      let (found, next) = node._withUnsafeGuaranteedRef { node in
        (node.identity == identity ? node.description : nil, node.next.loadUnmanaged())
      }
      if let found { return found }
      guard let next else {
        let new = Known(identity, ModelDescription(type))
        node = node._withUnsafeGuaranteedRef { .passUnretained($0.next.storeIfNil(new)) }
        continue
      }
      node = next
    }
  }

  // MARK: Inverses

  /// The inverse of a relationship, if there is one.
  ///
  /// The inverse is declared at either end. Otherwise it is the only relationship from the target
  /// back to this type, if neither relationship has another declared inverse.
  package func inverse(of relationship: Relationship) -> Relationship? {
    if let known = relationship.inverse.load() { return known.relationship }
    let target = ModelDescription.of(relationship.target)
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
      $0.target == type && $0.declaredInverse == relationship.keyPath
    }) {
      return declaring
    }
    let back = target.unclaimed(towards: self)
    let forth = unclaimed(towards: target)
    if target === self {
      // Two relationships of a type to itself are inverses only if one is to-one and the other is
      // to-many, as parent and children are.
      guard forth.count == 2, forth[0].isToMany != forth[1].isToMany else { return nil }
      return forth.first { $0.index != relationship.index }
    }
    guard back.count == 1, forth.count == 1, forth[0].index == relationship.index else {
      return nil
    }
    return back[0]
  }

  /// The relationships to `other` without a declared inverse at either end.
  private func unclaimed(towards other: ModelDescription) -> [Relationship] {
    ownRelationships.filter { candidate in
      candidate.target == other.type && candidate.declaredInverse == nil
        && !other.relationships.contains { $0.declaredInverse == candidate.keyPath }
    }
  }
}

/// A type-erased view of `Optional` types.
package protocol OptionalProtocol {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalProtocol {
  package static var wrappedType: Any.Type { Wrapped.self }
}
