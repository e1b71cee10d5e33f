// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of an entity's description: an attribute, a relationship, or what `#Unique` or `#Index`
/// say.
public protocol SchemaProperty: Codable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// The name that the property had in an earlier version of the schema; ``name`` if it had none.
  var originalName: String { get set }
  /// The property's type, `Optional` included.
  var valueType: any Any.Type { get set }
  /// True for attributes.
  var isAttribute: Bool { get }
  /// True if the property may be nil.
  var isOptional: Bool { get }
  /// True for relationships.
  var isRelationship: Bool { get }
  /// True for an attribute whose values are not written to the store.
  var isTransient: Bool { get }
  /// True if no two models may have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// False, but for attributes.
  public var isAttribute: Bool { false }
  /// True if ``valueType`` is an `Optional`.
  public var isOptional: Bool { valueType is any OptionalProtocol.Type }
  /// False, but for relationships.
  public var isRelationship: Bool { false }
  /// False, but for attributes with the option ``Schema/Attribute/Option/ephemeral``.
  public var isTransient: Bool { false }
}

/// A type that can be written to a schema's file and found again by a program that has it.
struct CodableType: Codable, Hashable {
  private let name: String
  private let isOptional: Bool

  init(_ type: any Any.Type) {
    name = _mangledTypeName(type) ?? String(reflecting: type)
    isOptional = type is any OptionalProtocol.Type
  }

  /// The type; `Any`, or `Any?`, in a program that does not have it.
  var type: any Any.Type {
    _typeByName(name) ?? (isOptional ? Any?.self : Any.self)
  }
}
