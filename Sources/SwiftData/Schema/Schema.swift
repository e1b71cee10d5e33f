// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The models that a container keeps.
///
/// ```swift
/// let schema = Schema([Trip.self, Stop.self])
/// let container = try ModelContainer(for: schema, configurations: [ModelConfiguration()])
/// ```
///
/// Models that are reached through relationships belong to the schema without being listed, and so
/// do the superclasses of models. Subclasses are to be listed.
/// A schema made from entities, or read from a file, describes models; a container needs one that
/// is made from the model classes.
public final class Schema: Sendable {
  /// The version that the caller gave to this set of models.
  public let version: Version
  /// Whether somebody has said which version it is.
  let isVersioned: Bool
  /// The version of the encoding that the schema was read from, or would be written in.
  public let encodingVersion: Version
  /// The version of the encoding that schemas are written in.
  public static let schemaEncodingVersion = Version(1, 0, 0)
  /// The listed models and those reached from them, in that order.
  package let models: [any PersistentModel.Type]
  /// The entities of a schema that was not made from models; those of models are made when they
  /// are asked for.
  private let described: Mutex<Entities?>

  /// An empty schema.
  public convenience init() { self.init([any PersistentModel.Type]()) }

  /// The schema of the given models and all that they relate to.
  public convenience init(
    _ types: [any PersistentModel.Type], version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version, isVersioned: version != Version(1, 0, 0))
  }

  /// The same, with a version that may be the default one.
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
      waiting += description.relationships.map(\.access.target)
    }
    self.models = models
  }

  /// The schema of the given models and all that they relate to.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// A schema of entities that are described by hand, with their subentities.
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

  /// The entity of a model type; nil if the schema does not have it.
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

  /// Entities are objects that can be changed, as Apple's are; the list of them can't.
  ///
  /// Sendable because no part of the framework changes one, or reads one after it was handed out.
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
  /// Throws `DecodingError.dataCorrupted` for one that a newer version wrote.
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
    // Entities with a superclass are written with it.
    try container.encode(entities.filter { $0.superentity == nil }, forKey: .entities)
  }

  /// Writes the schema to a file, as JSON.
  ///
  /// What stood in the file is replaced when the whole schema is written.
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
