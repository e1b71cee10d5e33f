// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// A property that contains a value, with the arguments of its `@Attribute`.
  ///
  /// ```swift
  /// let name = Schema([Trip.self]).entity(for: Trip.self)?.attributesByName["name"]
  /// print(name?.isUnique ?? false, name?.valueType ?? Any.self)
  /// ```
  public class Attribute: SchemaProperty {
    /// The property's name.
    public var name: String
    /// The property's name in an earlier version of the schema; ``name`` unless it was renamed.
    public var originalName: String {
      get { earlierName ?? name }
      set { earlierName = newValue }
    }
    /// The property's type, `Optional` included.
    public var valueType: any Any.Type
    /// The attribute's options.
    public var options: [Option]
    /// A value that distinguishes this version of the attribute from an otherwise equal one.
    public var hashModifier: String?
    /// The declared default value, evaluated at each access; nil if there is none.
    public var defaultValue: Any? {
      get { makeDefault?() }
      set { makeDefault = newValue.map { value in { value } } }
    }
    /// The declared original name, if there is one.
    package var earlierName: String?
    private var makeDefault: (() -> Any)?

    /// Creates an attribute from the arguments of `@Attribute`.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      name = ""
      earlierName = originalName
      valueType = Any.self
      self.options = options
      self.hashModifier = hashModifier
    }

    /// Creates an attribute without a model class.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      earlierName = originalName
      self.options = options
      self.valueType = valueType
      self.hashModifier = hashModifier
      makeDefault = defaultValue.map { value in { value } }
    }

    /// Creates the attribute of a model's property.
    init(_ property: PropertyMetadata, valueType: any Any.Type) {
      let declared = property.metadata as? Attribute
      name = property.name
      earlierName = declared?.earlierName
      options = declared?.options ?? []
      self.valueType = valueType
      hashModifier = declared?.hashModifier
      makeDefault = property.makeDefault
    }

    /// True.
    public var isAttribute: Bool { true }
    /// True with the option ``Option/unique``.
    public var isUnique: Bool { options.contains(.unique) }
    /// True with the option ``Option/ephemeral``: changes are tracked, but not saved.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// True with an option that names a value transformer.
    public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
    /// True with the option ``Option/codable``.
    public var isCodable: Bool { options.contains(.codable) }

    // MARK: Coding and comparing

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, valueType, hashModifier, defaultValue
    }

    /// Reads an attribute that ``encode(to:)`` wrote.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      earlierName = try container.decodeIfPresent(String.self, forKey: .originalName)
      options = try container.decode([Option].self, forKey: .options)
      valueType = try container.decode(CodableType.self, forKey: .valueType).type
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      if container.contains(.defaultValue), let type = valueType as? any Decodable.Type {
        defaultValue = try container.decode(type, forKey: .defaultValue)
      }
    }

    /// Writes everything but a default value that is not `Encodable`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(earlierName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(CodableType(valueType), forKey: .valueType)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      if let value = defaultValue as? any Encodable {
        try container.encode(value, forKey: .defaultValue)
      }
    }

    /// Two attributes are equal if everything but their default values is equal.
    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
      lhs === rhs || lhs.isEqual(to: rhs)
    }

    func isEqual(to other: Attribute) -> Bool {
      type(of: self) == type(of: other) && name == other.name
        && originalName == other.originalName && options == other.options
        && CodableType(valueType) == CodableType(other.valueType)
        && hashModifier == other.hashModifier
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(originalName)
    }
  }
}

extension Schema.Attribute {
  /// An option of an attribute.
  ///
  /// ```swift
  /// @Model
  /// final class Image {
  ///   @Attribute(.unique) var name = ""
  ///   @Attribute(.externalStorage) var data = Data()
  ///
  ///   init() {}
  /// }
  /// ```
  public struct Option: Codable, Hashable, Sendable {
    private enum Kind: Codable, Hashable, Sendable {
      case unique, externalStorage, preserveValueOnDeletion, ephemeral, allowsCloudEncryption
      case spotlight, codable
      case transformable(String)
    }

    private let kind: Kind

    /// The value is unique: saving a second model with the value updates the stored row.
    public static var unique: Option { Option(kind: .unique) }

    /// Large `Data` (over 128 KiB) is stored in a file beside the store.
    public static var externalStorage: Option { Option(kind: .externalStorage) }

    /// The store's history preserves the value of a deleted model.
    public static var preserveValueOnDeletion: Option { Option(kind: .preserveValueOnDeletion) }

    /// Changes are tracked, but never saved.
    public static var ephemeral: Option { Option(kind: .ephemeral) }

    /// CloudKit mirroring encrypts the value.
    public static var allowsCloudEncryption: Option { Option(kind: .allowsCloudEncryption) }

    /// The value is indexed by Spotlight; the option is recorded, but has no effect here.
    public static var spotlight: Option { Option(kind: .spotlight) }

    /// The value is stored as one column by its `Codable` encoding.
    public static var codable: Option { Option(kind: .codable) }

    /// The value is stored as transformed by the transformer with a registered name.
    public static func transformable(by transformerName: String) -> Option {
      Option(kind: .transformable(transformerName))
    }

    /// The name of the transformer, for ``transformable(by:)``.
    package var transformerName: String? {
      if case .transformable(let name) = kind { name } else { nil }
    }
  }
}
