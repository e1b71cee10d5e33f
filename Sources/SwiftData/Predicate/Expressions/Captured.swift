// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PredicateExpressions {
  /// A value that the predicate captured when it was created.
  ///
  /// Unlike Foundation's `Value`, the value need not be `Codable`. `#Predicate` creates this
  /// expression for models, arrays of models, and predicates. Encoding it throws if the value is
  /// not `Encodable`.
  public struct Captured<Output>: StandardPredicateExpression, @unchecked Sendable {
    // Unchecked, since a predicate compares only the identity of captured models. Foundation's
    // Value is unchecked as well.

    /// The captured value.
    public let value: Output

    /// Creates an expression for a value.
    public init(_ value: Output) { self.value = value }

    /// Returns the captured value.
    public func evaluate(_ bindings: PredicateBindings) -> Output { value }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
      guard let value = value as? any Encodable else {
        throw EncodingError.invalidValue(
          self.value,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "The predicate captured a \(Output.self), which is not Encodable."))
      }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    /// Decodes a value.
    public init(from decoder: any Decoder) throws {
      guard let type = Output.self as? any Decodable.Type else {
        throw DecodingError.typeMismatch(
          Output.self,
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "The predicate captured a \(Output.self), which is not Decodable."))
      }
      let decoded = try decoder.singleValueContainer().decode(type)
      guard let value = decoded as? Output else {
        throw DecodingError.typeMismatch(
          Output.self,
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "Not a \(Output.self)."))
      }
      self.value = value
    }
  }

  /// Creates an expression for a captured predicate or expression.
  public static func build_captured<Output>(_ value: Output) -> Captured<Output> {
    Captured(value)
  }

  /// Creates an expression for a captured model.
  public static func build_Arg<Model: PersistentModel>(_ value: Model) -> Captured<Model> {
    Captured(value)
  }

  /// Creates an expression for a captured optional model.
  public static func build_Arg<Model: PersistentModel>(_ value: Model?) -> Captured<Model?> {
    Captured(value)
  }

  /// Creates an expression for captured models.
  public static func build_Arg<Model: PersistentModel>(_ value: [Model]) -> Captured<[Model]> {
    Captured(value)
  }
}

extension PredicateExpressions.Captured: CustomStringConvertible {
  /// The type and the value.
  public var description: String {
    "Captured<\(Output.self)>(\(String(reflecting: value)))"
  }
}
