// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// A property that refers to other models, with the arguments of its `@Relationship`.
  ///
  /// ```swift
  /// let stops = Schema([Trip.self]).entity(for: Trip.self)?.relationshipsByName["stops"]
  /// print(stops?.destination ?? "", stops?.deleteRule ?? .nullify)
  /// ```
  public final class Relationship: SchemaProperty {
    /// The property's name.
    public var name: String
    /// The property's name in an earlier version of the schema; ``name`` unless it was renamed.
    public var originalName: String {
      get { earlierName ?? name }
      set { earlierName = newValue }
    }
    /// The property's type: a model, an array of models, or an `Optional` of either.
    public var valueType: any Any.Type
    /// The name of the entity at the other end.
    public var destination: String
    /// The key path from the model to the property.
    public var keypath: AnyKeyPath?
    /// The name of the inverse relationship.
    public var inverseName: String?
    /// The key path of the inverse relationship.
    public var inverseKeyPath: AnyKeyPath?
    /// The effect on the targets when the owner is deleted.
    public var deleteRule: DeleteRule
    /// The minimum number of targets; 0 and nil mean no bound.
    public var minimumModelCount: Int?
    /// The maximum number of targets; 0 and nil mean no bound.
    public var maximumModelCount: Int?
    /// The relationship's options.
    public var options: [Option]
    /// A value that distinguishes this version of the relationship from an otherwise equal one.
    public var hashModifier: String?
    /// The declared original name, if there is one.
    package var earlierName: String?

    /// Creates a relationship from the arguments of `@Relationship`.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      name = ""
      earlierName = originalName
      valueType = Any.self
      destination = ""
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      inverseKeyPath = inverse
      self.hashModifier = hashModifier
    }

    /// Creates the relationship of a model's property.
    init(_ relationship: ModelDescription.Relationship, of description: ModelDescription) {
      let property = description.properties[relationship.index]
      let declared = property.metadata as? Relationship
      let inverse = description.inverse(of: relationship)
      name = relationship.name
      earlierName = declared?.earlierName
      valueType = type(of: relationship.keyPath).valueType
      destination = ModelDescription.of(relationship.target).entityName
      keypath = relationship.keyPath
      inverseName = inverse?.name
      inverseKeyPath = inverse?.keyPath
      deleteRule = relationship.deleteRule
      minimumModelCount = declared?.minimumModelCount ?? 0
      maximumModelCount = declared?.maximumModelCount ?? 0
      options = declared?.options ?? []
      hashModifier = declared?.hashModifier
    }

    /// True.
    public var isRelationship: Bool { true }
    /// True if the relationship has at most one target.
    public var isToOneRelationship: Bool {
      let wrapped = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
      return !(wrapped is any ArrayProtocol.Type)
    }
    /// True with the option ``Option/unique``.
    public var isUnique: Bool { options.contains(.unique) }

    // MARK: Coding and comparing

    private enum CodingKeys: String, CodingKey {
      case name, originalName, valueType, destination, inverseName, deleteRule, minimumModelCount
      case maximumModelCount, options, hashModifier
    }

    /// Reads a relationship that ``encode(to:)`` wrote, without key paths.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      earlierName = try container.decodeIfPresent(String.self, forKey: .originalName)
      valueType = try container.decode(CodableType.self, forKey: .valueType).type
      destination = try container.decode(String.self, forKey: .destination)
      inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
      deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
      minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      options = try container.decode([Option].self, forKey: .options)
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
    }

    /// Writes everything but the key paths.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(earlierName, forKey: .originalName)
      try container.encode(CodableType(valueType), forKey: .valueType)
      try container.encode(destination, forKey: .destination)
      try container.encodeIfPresent(inverseName, forKey: .inverseName)
      try container.encode(deleteRule, forKey: .deleteRule)
      try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
      try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
      try container.encode(options, forKey: .options)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
    }

    /// Two relationships are equal if everything but their key paths is equal.
    public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
      lhs === rhs
        || (lhs.name == rhs.name && lhs.originalName == rhs.originalName
          && CodableType(lhs.valueType) == CodableType(rhs.valueType)
          && lhs.destination == rhs.destination && lhs.inverseName == rhs.inverseName
          && lhs.deleteRule == rhs.deleteRule && lhs.minimumModelCount == rhs.minimumModelCount
          && lhs.maximumModelCount == rhs.maximumModelCount && lhs.options == rhs.options
          && lhs.hashModifier == rhs.hashModifier)
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(originalName)
      hasher.combine(destination)
    }
  }
}

extension Schema.Relationship {
  /// An option of a relationship.
  public struct Option: Codable, Hashable, Sendable {
    private let name: String

    /// No two owners have the same target.
    public static var unique: Option { Option(name: "unique") }
  }

  /// The effect on the targets when the owner is deleted.
  ///
  /// ```swift
  /// @Model
  /// final class Album {
  ///   @Relationship(deleteRule: .cascade) var pages: [Sheet] = []
  ///
  ///   init() {}
  /// }
  /// @Model
  /// final class Sheet {
  ///   var number = 0
  ///
  ///   init() {}
  /// }
  /// ```
  public enum DeleteRule: String, Codable, Sendable {
    /// The targets are deleted as well.
    case cascade
    /// Their reference to the owner is cleared.
    case nullify
    /// The owner can't be deleted while it has targets.
    case deny
    /// No effect; the caller updates the targets.
    case noAction
  }
}

/// A type-erased view of `Array` types.
protocol ArrayProtocol {}

extension Array: ArrayProtocol {}
