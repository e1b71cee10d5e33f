// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The models that a container stores.
///
/// ```swift
/// let schema = Schema([Trip.self, Stop.self])
/// let container = try ModelContainer(for: schema, configurations: [ModelConfiguration()])
/// ```
///
/// The schema also includes the models that are reachable through relationships, and the
/// superclasses of models. Subclasses must be listed.
///
/// A schema that is created from entities, or read from a file, only describes models. A container
/// requires a schema that is created from the model classes.
public final class Schema: Sendable {
  /// The version of the set of models.
  public let version: Version
  /// True if the version was given explicitly.
  let isVersioned: Bool
  /// The version of the encoding that the schema was decoded from; the current one otherwise.
  public let encodingVersion: Version
  /// The version of the encoding of schemas.
  public static let schemaEncodingVersion = Version(1, 0, 0)
  /// The listed models, then the models reachable from them.
  package let models: [any PersistentModel.Type]
  /// The entities; those of model classes are created at the first access.
  private let described: Mutex<Entities?>

  /// Creates an empty schema.
  public convenience init() { self.init([any PersistentModel.Type]()) }

  /// Creates the schema of the given models and of all models reachable from them.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version, isVersioned: version != Version(1, 0, 0))
  }

  /// Creates a schema that records whether its version was given explicitly.
  init(_ types: [any PersistentModel.Type], version: Schema.Version, isVersioned: Bool) {
    self.version = version
    self.isVersioned = isVersioned
    encodingVersion = Self.schemaEncodingVersion
    described = Mutex(nil)
    var models: [any PersistentModel.Type] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = types[...]
    while let type = waiting.popFirst() {
      let description = ModelDescription.of(type)
      if let superclass = description.superclass?.type,
        !seen.contains(ObjectIdentifier(superclass))
      {
        // Superclasses come first.
        waiting = [superclass, type] + waiting
        continue
      }
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      models.append(type)
      waiting += description.relationships.map(\.target)
    }
    self.models = models
  }

  /// Creates the schema of the given models and of all models reachable from them.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates a schema of entities and their subentities, without model classes.
  public convenience init(
    _ entities: Schema.Entity..., version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(entities, version: version, encodingVersion: Self.schemaEncodingVersion)
  }

  private init(_ roots: [Entity], version: Version, encodingVersion: Version) {
    self.version = version
    isVersioned = true
    self.encodingVersion = encodingVersion
    models = []
    var list: [Entity] = []
    var waiting = roots[...]
    while let entity = waiting.popFirst() {
      if list.contains(where: { $0 === entity || $0.name == entity.name }) { continue }
      list.append(entity)
      waiting += entity.subentities.sorted { $0.name < $1.name }
    }
    described = Mutex(Entities(list: list))
  }

  // MARK: Entities

  /// The entities of all models, in the order of the models.
  public var entities: [Entity] { allEntities.list }

  /// The entities of all models, by name.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity of a model type; nil if the schema does not contain it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[Self.entityName(for: type)]
  }

  /// The name of the entity and table of a model type: the type's name without its module.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    ModelDescription.of(type).entityName
  }

  private var allEntities: Entities {
    if let known = described.withLock({ $0 }) { return known }
    let made = Entities(list: Entity.all(of: models))
    return described.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }

  /// An immutable list of entities, which are mutable objects as in Apple's framework.
  ///
  /// The list is Sendable because the framework never changes an entity, and never reads one after
  /// returning it to the caller.
  private struct Entities: @unchecked Sendable {
    let list: [Entity]
  }
}

extension Schema: Hashable {
  /// Two schemas are equal if they have the same version and equal entities.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    if lhs === rhs { return true }
    guard lhs.version == rhs.version else { return false }
    if !lhs.models.isEmpty, !rhs.models.isEmpty {
      return Set(lhs.models.map(ObjectIdentifier.init))
        == Set(rhs.models.map(ObjectIdentifier.init))
    }
    return lhs.entitiesByName == rhs.entitiesByName
  }

  /// Hashes the version and the entities' names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(entities.map(\.name)))
  }
}

extension Schema: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, encodingVersion, entities
  }

  /// Reads a schema that ``encode(to:)`` wrote.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a schema in a newer encoding.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
    guard encodingVersion <= Self.schemaEncodingVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .encodingVersion, in: container,
        debugDescription: "The schema is written in encoding \(encodingVersion); this program "
          + "reads up to \(Self.schemaEncodingVersion). Update the program.")
    }
    self.init(
      try container.decode([Entity].self, forKey: .entities),
      version: try container.decode(Version.self, forKey: .version),
      encodingVersion: encodingVersion)
  }

  /// Writes the version and the entities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(Self.schemaEncodingVersion, forKey: .encodingVersion)
    // The encoding of an entity includes its subentities.
    try container.encode(entities.filter { $0.superentity == nil }, forKey: .entities)
  }

  /// Writes the schema to a JSON file.
  ///
  /// An existing file is replaced atomically.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` wrote.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }
}

extension Schema: CustomDebugStringConvertible {
  /// The version and the entities' names.
  public var debugDescription: String {
    "Schema \(version): \(entities.map(\.name).joined(separator: ", "))"
  }
}

extension Schema {
  /// A version of a schema: major, minor and patch number.
  ///
  /// ```swift
  /// let version = Schema.Version(2, 0, 0)
  /// let schema = Schema([Trip.self, Stop.self], version: version)
  /// ```
  public struct Version: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The first number: raised when old programs can't read the store.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// The version `major.minor.patch`.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// The three numbers with points between them.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by major, then minor, then patch number.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
  }
}
