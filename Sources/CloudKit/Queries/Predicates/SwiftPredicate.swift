// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Translates a `#Predicate` on a ``CKRecordFieldProviding`` type into a syntax tree.
struct SwiftPredicate {
  struct Failure: Error {
    let reason: String
  }

  /// The field names by property.
  fileprivate let names: [AnyKeyPath: String]

  /// Returns the syntax tree of a predicate; unsupported ones are ``PredicateTree/invalid(_:)``.
  static func tree<Model: CKRecordFieldProviding>(
    _ predicate: Predicate<Model>
  ) -> PredicateTree {
    var names: [AnyKeyPath: String] = [:]
    for (name, path) in Model.recordFields { names[path] = name }
    do {
      return try SwiftPredicate(names: names).condition(predicate.expression, isNegated: false)
    } catch let failure as Failure {
      return .invalid("Servers don't support \(failure.reason) in a predicate.")
    } catch let failure as PredicateParser.Failure {
      return .invalid("The predicate is invalid: \(failure.reason).")
    } catch {
      return .invalid("The predicate is invalid: \(error).")
    }
  }

  /// Translates a Boolean expression.
  fileprivate func condition(
    _ expression: any PredicateExpression, isNegated: Bool
  ) throws -> PredicateTree {
    if let value = Self.constant(expression) as? Bool { return .value(value != isNegated) }
    if let condition = expression as? any ConditionExpression {
      return try condition.tree(self, isNegated: isNegated)
    }
    // A Boolean property.
    let (operand, fallback) = try operand(expression)
    return try comparison(
      operand, isNegated ? .notEqual : .equal, .value(.int64(1)), fallback: fallback)
  }

  /// Translates a field or a value, with the default for a missing field.
  fileprivate func operand(
    _ expression: any PredicateExpression
  ) throws -> (PredicateTree.Operand, fallback: PredicateTree.Operand?) {
    if let operand = expression as? any OperandExpression {
      if let read = try operand.operand(self) { return read }
    }
    guard let value = Self.constant(expression) else {
      throw Failure(reason: Self.name(of: expression))
    }
    return (try Self.operand(of: value), nil)
  }

  static func operand(of value: Any) throws -> PredicateTree.Operand {
    try PredicateParser.operand(Self.unwrapped(value))
  }

  /// Returns the field of a property.
  fileprivate func field(_ path: AnyKeyPath) throws -> PredicateTree.Operand {
    guard let name = names[path] else {
      throw Failure(
        reason: "the property \(path), which recordFields doesn't name,")
    }
    return .key(name)
  }

  /// Translates a comparison with at most one field, which has `fallback` as its default.
  ///
  /// Servers return records without the field only for `!=`, and for `NOT` with a list or a string:
  /// other comparisons can't match records that lack it.
  fileprivate func comparison(
    _ left: PredicateTree.Operand, _ sign: PredicateTree.Comparison.Operator,
    _ right: PredicateTree.Operand, fallback: PredicateTree.Operand?, isNegated: Bool = false
  ) throws -> PredicateTree {
    let comparison = PredicateTree.Comparison(left: left, sign: sign, right: right)
    let tree: PredicateTree = isNegated ? .not(.comparison(comparison)) : .comparison(comparison)
    guard let fallback else { return tree }
    var filled = comparison
    if case .key = left { filled.left = fallback } else { filled.right = fallback }
    let isMetWithout = PredicateTree.comparison(filled).evaluate(with: nil) != isNegated
    guard isMetWithout == (isNegated || sign == .notEqual) else {
      throw Failure(reason: "a default after ?? that makes the comparison \(isMetWithout)")
    }
    return tree
  }

  // MARK: Values

  /// Returns the value of an expression without properties; nil if it contains one.
  fileprivate static func constant(_ expression: any PredicateExpression) -> Any? {
    try? value(of: expression)
  }

  private static func value(of expression: some PredicateExpression) throws -> Any {
    try expression.evaluate(PredicateBindings())
  }

  /// Unwraps nested optionals; nil stays nil.
  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap { unwrapped($0) }
  }

  private static func name(of expression: any PredicateExpression) -> String {
    "\(type(of: expression))".prefix { $0 != "<" }.description
  }
}

private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { map { $0 } }
}

// MARK: Boolean expressions

private protocol ConditionExpression {
  func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree
}

extension PredicateExpressions.Conjunction: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    let parts = [
      try reader.condition(lhs, isNegated: isNegated),
      try reader.condition(rhs, isNegated: isNegated),
    ]
    return isNegated ? .or(parts) : .and(parts)
  }
}

extension PredicateExpressions.Disjunction: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    let parts = [
      try reader.condition(lhs, isNegated: isNegated),
      try reader.condition(rhs, isNegated: isNegated),
    ]
    return isNegated ? .and(parts) : .or(parts)
  }
}

extension PredicateExpressions.Negation: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    try reader.condition(wrapped, isNegated: !isNegated)
  }
}

extension SwiftPredicate {
  /// Translates a comparison in which at most one side has a default after `??`.
  fileprivate func compare(
    _ lhs: any PredicateExpression, _ sign: PredicateTree.Comparison.Operator,
    _ rhs: any PredicateExpression
  ) throws -> PredicateTree {
    let (left, first) = try operand(lhs)
    let (right, second) = try operand(rhs)
    return try comparison(left, sign, right, fallback: first ?? second)
  }
}

extension PredicateExpressions.Equal: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    try reader.compare(lhs, isNegated ? .notEqual : .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    try reader.compare(lhs, isNegated ? .equal : .notEqual, rhs)
  }
}

extension PredicateExpressions.Comparison: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    let sign: PredicateTree.Comparison.Operator =
      switch (op, isNegated) {
      case (.lessThan, false), (.greaterThanOrEqual, true): .less
      case (.lessThanOrEqual, false), (.greaterThan, true): .lessOrEqual
      case (.greaterThan, false), (.lessThanOrEqual, true): .greater
      case (.greaterThanOrEqual, false), (.lessThan, true): .greaterOrEqual
      @unknown default: throw SwiftPredicate.Failure(reason: "a comparison of this kind")
      }
    return try reader.compare(lhs, sign, rhs)
  }
}

extension PredicateExpressions.SequenceContains: ConditionExpression {
  /// Translates `contains` of a list field, or of a list of values for a field.
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    let (list, first) = try reader.operand(sequence)
    let (value, second) = try reader.operand(element)
    if case .key = list {
      return try reader.comparison(list, .contains, value, fallback: first, isNegated: isNegated)
    }
    return try reader.comparison(value, .in, list, fallback: second, isNegated: isNegated)
  }
}

extension PredicateExpressions.SequenceStartsWith: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    let (text, fallback) = try reader.operand(base)
    let (start, _) = try reader.operand(prefix)
    guard case .value(.string) = start else {
      throw SwiftPredicate.Failure(reason: "starts(with:) of a value other than a string")
    }
    return try reader.comparison(
      text, .beginsWith, start, fallback: fallback, isNegated: isNegated)
  }
}

extension PredicateExpressions.RangeExpressionContains: ConditionExpression {
  fileprivate func tree(_ reader: SwiftPredicate, isNegated: Bool) throws -> PredicateTree {
    guard let range = SwiftPredicate.constant(range) as? any BoundedRange else {
      throw SwiftPredicate.Failure(reason: "a range without two bounds")
    }
    guard !isNegated else { throw SwiftPredicate.Failure(reason: "NOT of a range") }
    let (value, fallback) = try reader.operand(element)
    let (low, high) = try range.ends()
    return .and([
      try reader.comparison(value, .greaterOrEqual, low, fallback: fallback),
      try reader.comparison(value, range.upperSign, high, fallback: nil),
    ])
  }
}

private protocol BoundedRange {
  var upperSign: PredicateTree.Comparison.Operator { get }
  func ends() throws -> (PredicateTree.Operand, PredicateTree.Operand)
}

extension ClosedRange: BoundedRange {
  fileprivate var upperSign: PredicateTree.Comparison.Operator { .lessOrEqual }

  fileprivate func ends() throws -> (PredicateTree.Operand, PredicateTree.Operand) {
    (try SwiftPredicate.operand(of: lowerBound), try SwiftPredicate.operand(of: upperBound))
  }
}

extension Range: BoundedRange {
  fileprivate var upperSign: PredicateTree.Comparison.Operator { .less }

  fileprivate func ends() throws -> (PredicateTree.Operand, PredicateTree.Operand) {
    (try SwiftPredicate.operand(of: lowerBound), try SwiftPredicate.operand(of: upperBound))
  }
}

// MARK: Fields and values

private protocol OperandExpression {
  /// Returns the operand; nil for an expression without properties, which is a value.
  func operand(
    _ reader: SwiftPredicate
  ) throws -> (PredicateTree.Operand, fallback: PredicateTree.Operand?)?
}

extension PredicateExpressions.KeyPath: OperandExpression {
  fileprivate func operand(
    _ reader: SwiftPredicate
  ) throws -> (PredicateTree.Operand, fallback: PredicateTree.Operand?)? {
    if SwiftPredicate.constant(root) != nil { return nil }
    guard root is PredicateExpressions.Variable<Root.Output> else {
      throw SwiftPredicate.Failure(reason: "the property \(keyPath) of a property")
    }
    return (try reader.field(keyPath), nil)
  }
}

extension PredicateExpressions.ForcedUnwrap: OperandExpression {
  fileprivate func operand(
    _ reader: SwiftPredicate
  ) throws -> (PredicateTree.Operand, fallback: PredicateTree.Operand?)? {
    if SwiftPredicate.constant(self) != nil { return nil }
    return try reader.operand(inner)
  }
}

extension PredicateExpressions.NilCoalesce: OperandExpression {
  fileprivate func operand(
    _ reader: SwiftPredicate
  ) throws -> (PredicateTree.Operand, fallback: PredicateTree.Operand?)? {
    if SwiftPredicate.constant(self) != nil { return nil }
    let (value, fallback) = try reader.operand(lhs)
    guard case .key = value, fallback == nil, let other = SwiftPredicate.constant(rhs) else {
      throw SwiftPredicate.Failure(reason: "?? with an expression other than a value")
    }
    return (value, try SwiftPredicate.operand(of: other))
  }
}
