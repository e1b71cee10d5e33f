// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The uniqueness constraints that `#Unique` declares.
  ///
  /// ```swift
  /// @Model
  /// final class Ticket {
  ///   #Unique<Ticket>([\.number], [\.row, \.seat])
  ///   var number = 0
  ///   var row = ""
  ///   var seat = 0
  ///
  ///   init() {}
  /// }
  /// ```
  public final class Unique<T: PersistentModel>: SchemaProperty {
    /// The keys of the encoding.
    public enum CodingKeys: CodingKey {
      /// The names of the properties of each constraint.
      case constraints
    }

    /// The key paths of each constraint.
    public let constraints: [[PartialKeyPath<T>]]
    /// The constraint's name: empty unless set.
    public var name = ""
    /// The constraint's former name: empty unless set.
    public var originalName = ""
    /// The model's type.
    public var valueType: any Any.Type = T.self

    /// Creates constraints from the arguments of `#Unique<T>(constraints)`.
    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
    }

    /// True.
    public var isUnique: Bool { true }

    /// Reads the constraints that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try container.decode([[String]].self, forKey: .constraints)
        .map { try ConstraintPaths.paths($0, in: decoder) }
    }

    /// Writes the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(
        constraints.map { try ConstraintPaths.names($0, in: encoder) }, forKey: .constraints)
    }

    /// Two are equal if their constraints are.
    public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }

    /// Hashes the constraints.
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
  }
}

extension Schema.Unique: ConstraintList {
  var uniqueKeyPaths: [[AnyKeyPath]] { constraints }
}

/// The constraints and indexes of a `#Unique`, `#Index` or `#FullText`, without the model's type.
protocol ConstraintList {
  /// The properties of each uniqueness constraint.
  var uniqueKeyPaths: [[AnyKeyPath]] { get }
  /// The properties of each index, and its kind.
  var indexKeyPaths: [(paths: [AnyKeyPath], kind: IndexLayout.Kind)] { get }
}

extension ConstraintList {
  var uniqueKeyPaths: [[AnyKeyPath]] { [] }
  var indexKeyPaths: [(paths: [AnyKeyPath], kind: IndexLayout.Kind)] { [] }
}

/// Converts the key paths of a constraint to names in an encoded schema, and back.
enum ConstraintPaths {
  static func names<T: PersistentModel>(_ paths: [PartialKeyPath<T>], in encoder: any Encoder)
    throws -> [String]
  {
    try paths.map { path in
      if let name = ModelDescription.of(T.self).name(of: path) { return name }
      throw EncodingError.invalidValue(
        path,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(path) is not a persisted property of \(T.self)"))
    }
  }

  static func paths<T: PersistentModel>(_ names: [String], in decoder: any Decoder) throws
    -> [PartialKeyPath<T>]
  {
    try names.map { name in
      let property = ModelDescription.of(T.self).properties.first { $0.name == name }
      if let path = property?.keypath as? PartialKeyPath<T> { return path }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(T.self) has no persisted property \"\(name)\""))
    }
  }
}
