// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PredicateExpressions {
  /// The answer of another predicate.
  public struct PredicateEvaluate<
    Condition: PredicateExpression, each Input: PredicateExpression
  >: PredicateExpression
  where Condition.Output == Predicate<repeat (each Input).Output> {
    /// The answer.
    public typealias Output = Bool

    /// The other predicate.
    public let predicate: Condition
    /// What it is asked about.
    public let input: (repeat each Input)

    /// Makes a node that asks `predicate` about `input`.
    public init(predicate: Condition, input: repeat each Input) {
      self.predicate = predicate
      self.input = (repeat each input)
    }

    /// Asks the predicate about the values that the variables are bound to.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try predicate.evaluate(bindings).evaluate(repeat try (each input).evaluate(bindings))
    }
  }

  /// A node for `predicate.evaluate(input)`.
  public static func build_evaluate<Condition, each Input>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> PredicateEvaluate<Condition, repeat each Input> {
    PredicateEvaluate<Condition, repeat each Input>(predicate: predicate, input: repeat each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: CustomStringConvertible {
  /// The node's name and its operands.
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
