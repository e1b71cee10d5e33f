// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The models that a container keeps.
///
/// ```swift
/// let schema = Schema([Trip.self, Stop.self])
/// let container = try ModelContainer(for: schema, configurations: [ModelConfiguration()])
/// ```
///
/// Models that are reached through relationships belong to the schema without being listed.
public final class Schema: Sendable {
  /// The version that the caller gave to this set of models.
  public let version: Version
  /// The listed models and those reached from them, in that order.
  package let models: [any PersistentModel.Type]

  /// An empty schema.
  public convenience init() { self.init([]) }

  /// The schema of the given models and all that they relate to.
  public init(
    _ types: [any PersistentModel.Type], version: Schema.Version = Version(1, 0, 0)
  ) {
    self.version = version
    var models: [any PersistentModel.Type] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = types
    while !waiting.isEmpty {
      let type = waiting.removeFirst()
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      models.append(type)
      waiting += ModelDescription.of(type).relationships.map(\.access.target)
    }
    self.models = models
  }

  /// The schema of the given models and all that they relate to.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Schema.Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// The name of the entity and table of a model type: the type's name without its module.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    ModelDescription.of(type).entityName
  }
}

extension Schema: Hashable {
  /// Two schemas are equal if they have the same version and models.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs.version == rhs.version
      && Set(lhs.models.map(ObjectIdentifier.init)) == Set(rhs.models.map(ObjectIdentifier.init))
  }

  /// Hashes the version and the models.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(models.map(ObjectIdentifier.init)))
  }
}

extension Schema {
  /// A version of a schema: major, minor and patch number.
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
