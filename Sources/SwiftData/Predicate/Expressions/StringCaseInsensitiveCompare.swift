// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PredicateExpressions {
  /// The order of two strings, ignoring case.
  public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The order.
    public typealias Output = ComparisonResult

    /// The receiver of the method.
    public let root: Root
    /// The argument of the method.
    public let other: Other

    /// Creates an expression for two strings.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Calls the method with the bound values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
    }
  }

  /// Creates an expression for a call of `caseInsensitiveCompare(_:)`.
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringCaseInsensitiveCompare<Root, Other> {
    StringCaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: CustomStringConvertible {
  /// The expression's name and operands.
  public var description: String {
    "StringCaseInsensitiveCompare(root: \(root), other: \(other))"
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {
  /// Encodes both operands, in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(other)
  }

  /// Decodes both operands, in order.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(root: try container.decode(Root.self), other: try container.decode(Other.self))
  }
}
