// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The description of a model class: its name, properties and constraints.
  ///
  /// ```swift
  /// for entity in Schema([Trip.self]).entities {
  ///   print(entity.name, entity.attributesByName.keys.sorted())
  /// }
  /// ```
  ///
  /// ``Schema/entities`` are derived from the model classes. Changing an entity does not change any
  /// store.
  public final class Entity: Codable, Hashable {
    /// The entity's name: the class's name without its module.
    public var name: String
    /// The properties that the class itself declares.
    public var storedProperties: [any SchemaProperty]
    /// The properties that are inherited from the superclass.
    public var inheritedProperties: [any SchemaProperty] = []
    /// The names of the properties of each uniqueness constraint.
    public var uniquenessConstraints: [[String]] = []
    /// The names of the properties of each index.
    public var indices: [[String]] = []
    /// The superclass's entity.
    public var superentity: Entity? {
      get { parent }
      set {
        parent = newValue
        superentityName = newValue?.name
        inheritedProperties = newValue?.properties ?? []
      }
    }
    /// The name of the superclass's entity.
    public var superentityName: String?
    /// The subclasses' entities.
    public var subentities: Set<Entity> = []

    private weak var parent: Entity?

    /// Creates an entity without properties.
    public convenience init(_ name: String) { self.init(name, stored: []) }

    /// Creates an entity without a model class.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name, stored: properties)
    }

    /// Creates an entity with subentities, without a model class.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name, stored: properties)
      self.subentities = Set(subentities)
      for entity in subentities { entity.superentity = self }
    }

    init(_ name: String, stored: [any SchemaProperty]) {
      self.name = name
      storedProperties = stored
      uniquenessConstraints = stored.filter(\.isUnique).map { [$0.name] }
    }

    /// The entity of a model class.
    convenience init(_ description: ModelDescription) {
      let stored = description.ownProperties.indices.map { index in
        let property = description.properties[index]
        if let relationship = description.relationship(at: index) {
          return Relationship(relationship, of: description) as any SchemaProperty
        }
        return Attribute.describing(property)
      }
      self.init(description.entityName, stored: stored)
      let unique = description.constraints.flatMap(\.uniqueKeyPaths)
      uniquenessConstraints += unique.filter { !$0.isEmpty }.map {
        $0.compactMap(description.name(of:))
      }
      let indexes = description.constraints.flatMap(\.indexKeyPaths).filter { !$0.paths.isEmpty }
      indices = indexes.map { $0.paths.compactMap(description.name(of:)) }
    }

    /// The entities of model classes, which must list superclasses before their subclasses.
    static func all(of models: [any PersistentModel.Type]) -> [Entity] {
      var made: [ObjectIdentifier: Entity] = [:]
      return models.map { type in
        let description = ModelDescription.of(type)
        let entity = Entity(description)
        if let superclass = description.superclass,
          let parent = made[ObjectIdentifier(superclass.type)]
        {
          entity.superentity = parent
          parent.subentities.insert(entity)
        }
        made[ObjectIdentifier(type)] = entity
        return entity
      }
    }

    // MARK: Properties

    /// The inherited properties, then the class's own.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// The properties of the class itself, by name.
    public var storedPropertiesByName: [String: any SchemaProperty] {
      get { Self.byName(storedProperties) }
      set { storedProperties = Self.sorted(newValue) }
    }

    /// The inherited properties, by name.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
      get { Self.byName(inheritedProperties) }
      set { inheritedProperties = Self.sorted(newValue) }
    }

    /// The attributes, inherited ones included.
    public var attributes: Set<Attribute> {
      get { Set(properties.compactMap { $0 as? Attribute }) }
      set { replace(Attribute.self, with: Array(newValue)) }
    }

    /// The attributes by name, inherited ones included.
    public var attributesByName: [String: Attribute] {
      get { Self.byName(properties.compactMap { $0 as? Attribute }) }
      set { replace(Attribute.self, with: Array(newValue.values)) }
    }

    /// The relationships, inherited ones included.
    public var relationships: Set<Relationship> {
      get { Set(properties.compactMap { $0 as? Relationship }) }
      set { replace(Relationship.self, with: Array(newValue)) }
    }

    /// The relationships by name, inherited ones included.
    public var relationshipsByName: [String: Relationship] {
      get { Self.byName(properties.compactMap { $0 as? Relationship }) }
      set { replace(Relationship.self, with: Array(newValue.values)) }
    }

    /// Replaces the class's own properties of one kind.
    private func replace<P: SchemaProperty>(_ kind: P.Type, with new: [P]) {
      let inherited = Set(inheritedProperties.map(\.name))
      let kept = storedProperties.filter { !($0 is P) }
      storedProperties =
        kept + new.filter { !inherited.contains($0.name) }.sorted { $0.name < $1.name }
    }

    private static func byName<P>(_ properties: [P]) -> [String: P] {
      Dictionary(
        properties.map { (($0 as? any SchemaProperty)?.name ?? "", $0) }
      ) { first, _ in first }
    }

    private static func sorted(_ properties: [String: any SchemaProperty]) -> [any SchemaProperty] {
      properties.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Coding and comparing

    private enum CodingKeys: String, CodingKey {
      case name, storedProperties, inheritedProperties, uniquenessConstraints, indices
      case superentityName, subentities
    }

    /// Reads an entity that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      storedProperties = try container.decode([CodableProperty].self, forKey: .storedProperties)
        .map(\.property)
      inheritedProperties = try container.decode(
        [CodableProperty].self, forKey: .inheritedProperties
      ).map(\.property)
      uniquenessConstraints = try container.decode(
        [[String]].self, forKey: .uniquenessConstraints)
      indices = try container.decode([[String]].self, forKey: .indices)
      superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
      subentities = try container.decode(Set<Entity>.self, forKey: .subentities)
      for entity in subentities { entity.parent = self }
    }

    /// Writes the entity and its subclasses' entities.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(
        storedProperties.compactMap(CodableProperty.init), forKey: .storedProperties)
      try container.encode(
        inheritedProperties.compactMap(CodableProperty.init), forKey: .inheritedProperties)
      try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      try container.encode(indices, forKey: .indices)
      try container.encodeIfPresent(superentityName, forKey: .superentityName)
      try container.encode(subentities, forKey: .subentities)
    }

    /// Two entities are equal if their names, properties and constraints are.
    public static func == (lhs: Entity, rhs: Entity) -> Bool {
      lhs === rhs
        || (lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
          && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
          && lhs.attributesByName == rhs.attributesByName
          && lhs.relationshipsByName == rhs.relationshipsByName
          && lhs.subentities == rhs.subentities)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

/// A property tagged with its kind, for decoding.
private enum CodableProperty: Codable {
  case attribute(Schema.Attribute)
  case composite(Schema.CompositeAttribute)
  case relationship(Schema.Relationship)

  init?(_ property: any SchemaProperty) {
    switch property {
    case let composite as Schema.CompositeAttribute: self = .composite(composite)
    case let attribute as Schema.Attribute: self = .attribute(attribute)
    case let relationship as Schema.Relationship: self = .relationship(relationship)
    default: return nil
    }
  }

  var property: any SchemaProperty {
    switch self {
    case .attribute(let attribute): attribute
    case .composite(let composite): composite
    case .relationship(let relationship): relationship
    }
  }
}
