// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// An attribute whose value is a structure, with the structure's properties.
  public final class CompositeAttribute: Attribute {
    /// The structure's encoded properties.
    public final var properties: [Attribute] = []

    /// Creates a composite attribute without a model class.
    public override init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    override init(_ property: PropertyMetadata, valueType: any Any.Type) {
      super.init(property, valueType: valueType)
    }

    private enum CodingKeys: String, CodingKey {
      case properties
    }

    /// Reads an attribute that ``encode(to:)`` wrote.
    public required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      properties = try decoder.container(keyedBy: CodingKeys.self)
        .decode([Attribute].self, forKey: .properties)
    }

    /// Writes everything but a default value that is not `Encodable`.
    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties, forKey: .properties)
    }

    override func isEqual(to other: Attribute) -> Bool {
      super.isEqual(to: other) && properties == (other as? CompositeAttribute)?.properties
    }
  }
}
