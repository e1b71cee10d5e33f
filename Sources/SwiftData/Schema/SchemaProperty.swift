// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of an entity's description: an attribute, a relationship, a constraint or an index.
///
/// ```swift
/// let entity = Schema([Trip.self]).entity(for: Trip.self)
/// let required = entity?.properties.filter { !$0.isOptional }.map { $0.name }
/// ```
public protocol SchemaProperty: Codable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// The property's name in an earlier version of the schema; ``name`` unless it was renamed.
  var originalName: String { get set }
  /// The property's type, `Optional` included.
  var valueType: any Any.Type { get set }
  /// True for attributes.
  var isAttribute: Bool { get }
  /// True if the property may be nil.
  var isOptional: Bool { get }
  /// True for relationships.
  var isRelationship: Bool { get }
  /// True for an attribute whose values are not stored.
  var isTransient: Bool { get }
  /// True if the property's values must be unique.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// True only for attributes.
  public var isAttribute: Bool { false }
  /// True if ``valueType`` is an `Optional`.
  public var isOptional: Bool { valueType is any OptionalProtocol.Type }
  /// True only for relationships.
  public var isRelationship: Bool { false }
  /// True only for attributes with the option ``Schema/Attribute/Option/ephemeral``.
  public var isTransient: Bool { false }
}

/// A type encoded by its mangled name, so that a program that contains the type can resolve it.
struct CodableType: Codable, Hashable {
  private let name: String
  private let isOptional: Bool

  init(_ type: any Any.Type) {
    name = _mangledTypeName(type) ?? String(reflecting: type)
    isOptional = type is any OptionalProtocol.Type
  }

  /// The type; `Any` or `Any?` in a program that does not contain it.
  var type: any Any.Type {
    _typeByName(name) ?? (isOptional ? Any?.self : Any.self)
  }
}
