// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PredicateExpressions {
  /// An expression that evaluates another predicate.
  public struct PredicateEvaluate<
    Condition: PredicateExpression, each Input: PredicateExpression
  >: PredicateExpression
  where Condition.Output == Predicate<repeat (each Input).Output> {
    /// The result of the predicate.
    public typealias Output = Bool

    /// The predicate to evaluate.
    public let predicate: Condition
    /// The input of the predicate.
    public let input: (repeat each Input)

    /// Creates an expression that evaluates `predicate` with `input`.
    public init(predicate: Condition, input: repeat each Input) {
      self.predicate = predicate
      self.input = (repeat each input)
    }

    /// Evaluates the predicate with the bound values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try predicate.evaluate(bindings).evaluate(repeat try (each input).evaluate(bindings))
    }
  }

  /// Creates an expression for `predicate.evaluate(input)`.
  public static func build_evaluate<Condition, each Input>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> PredicateEvaluate<Condition, repeat each Input> {
    PredicateEvaluate<Condition, repeat each Input>(predicate: predicate, input: repeat each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: CustomStringConvertible {
  /// The expression's name and operands.
  public var description: String {
    "PredicateEvaluate(predicate: \(predicate), input: \(input))"
  }
}

extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where Condition: StandardPredicateExpression, repeat each Input: StandardPredicateExpression {}

extension PredicateExpressions.PredicateEvaluate: Sendable
where Condition: Sendable, repeat each Input: Sendable {}

extension PredicateExpressions.PredicateEvaluate: Codable
where Condition: Codable, repeat each Input: Codable {
  /// Encodes the predicate, then the inputs in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(predicate)
    repeat try container.encode(each input)
  }

  /// Decodes the predicate, then the inputs in order.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.predicate = try container.decode(Condition.self)
    self.input = (repeat try container.decode((each Input).self))
  }
}
