// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The SQL translation of a predicate on transactions.
struct HistoryCondition {
  /// A condition that is true for every matching transaction.
  let sql: SQLFragment
  /// Whether the condition is false for all other transactions.
  let isExact: Bool
  /// The tokens that are lower bounds of the predicate.
  let lowerBounds: [DefaultHistoryToken]
  /// All tokens in comparisons.
  let tokens: [DefaultHistoryToken]

  init(_ predicate: Predicate<DefaultHistoryTransaction>?, in store: Store) {
    guard let predicate else {
      self.init(sql: "1", isExact: true)
      return
    }
    let scope = HistoryScope(variable: predicate.variable.key, store: store.identifier)
    switch predicate.expression.historyOperand(scope) {
    case .condition(let sql, let isExact):
      self.init(sql: sql, isExact: isExact, scope)
    case .value(let value):
      let isTrue = value as? Bool
      self.init(sql: isTrue == false ? "0" : "1", isExact: isTrue != nil)
    case .transaction, .column, .unknown:
      self.init(sql: "1", isExact: false, scope)
    }
  }

  private init(sql: SQLFragment, isExact: Bool, _ scope: HistoryScope? = nil) {
    self.sql = sql
    self.isExact = isExact
    lowerBounds = scope?.lowerBounds ?? []
    tokens = scope?.tokens ?? []
  }
}

/// The shared state of one predicate's translation.
final class HistoryScope {
  let variable: PredicateExpressions.VariableID
  /// The identifier of the queried store.
  let store: String
  fileprivate(set) var lowerBounds: [DefaultHistoryToken] = []
  fileprivate(set) var tokens: [DefaultHistoryToken] = []
  /// Whether the current node is negated.
  private var isNegated = false

  init(variable: PredicateExpressions.VariableID, store: String) {
    self.variable = variable
    self.store = store
  }

  fileprivate func negated<R>(_ body: () -> R) -> R {
    isNegated.toggle()
    defer { isNegated.toggle() }
    return body()
  }

  fileprivate func record(_ token: DefaultHistoryToken, _ symbol: ComparisonSymbol) {
    tokens.append(token)
    let isLower = symbol == .greater || symbol == .greaterOrEqual
    if isLower != isNegated { lowerBounds.append(token) }
  }
}

/// The translation of a predicate node.
enum HistoryOperand {
  enum Column: String {
    case number, timestamp, author, token
  }

  case transaction
  case column(Column)
  case value(Any)
  /// A condition that is true for at least the matching transactions, and only for them if it is
  /// exact.
  case condition(SQLFragment, isExact: Bool)
  case unknown
}

/// A predicate node that may have an SQL translation.
protocol HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand
}

extension PredicateExpression {
  fileprivate func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    (self as? any HistoryExpression)?.historyOperand(scope) ?? .unknown
  }
}

extension PredicateExpressions.Variable: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    key == scope.variable ? .transaction : .unknown
  }
}

extension PredicateExpressions.Value: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand { .value(value) }
}

extension PredicateExpressions.Captured: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand { .value(value) }
}

extension PredicateExpressions.NilLiteral: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand { .value(Any?.none as Any) }
}

extension PredicateExpressions.KeyPath: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    guard case .transaction = (root as any PredicateExpression).historyOperand(scope) else {
      return .unknown
    }
    switch keyPath as AnyKeyPath {
    case \DefaultHistoryTransaction.token: return .column(.token)
    case \DefaultHistoryTransaction.author: return .column(.author)
    case \DefaultHistoryTransaction.timestamp: return .column(.timestamp)
    case \DefaultHistoryTransaction.transactionIdentifier, \DefaultHistoryTransaction.id:
      return .column(.number)
    default: return .unknown
    }
  }
}

// MARK: Conditions

extension PredicateExpressions.Comparison: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    let symbol: ComparisonSymbol =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      }
    switch (lhs.historyOperand(scope), rhs.historyOperand(scope)) {
    case (.column(let column), .value(let value)): return scope.compare(column, symbol, value)
    case (.value(let value), .column(let column)):
      return scope.compare(column, symbol.flipped, value)
    default: return .unknown
    }
  }
}

extension PredicateExpressions.Equal: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    scope.equal(lhs.historyOperand(scope), rhs.historyOperand(scope))
  }
}

extension PredicateExpressions.NotEqual: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    scope.equal(lhs.historyOperand(scope), rhs.historyOperand(scope)).negated
  }
}

extension PredicateExpressions.Conjunction: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    let (left, right) = (lhs.historyOperand(scope).parts, rhs.historyOperand(scope).parts)
    return .condition("(\(left.sql) AND \(right.sql))", isExact: left.isExact && right.isExact)
  }
}

extension PredicateExpressions.Disjunction: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    let (left, right) = (lhs.historyOperand(scope).parts, rhs.historyOperand(scope).parts)
    return .condition("(\(left.sql) OR \(right.sql))", isExact: left.isExact && right.isExact)
  }
}

extension PredicateExpressions.Negation: HistoryExpression {
  func historyOperand(_ scope: HistoryScope) -> HistoryOperand {
    scope.negated { wrapped.historyOperand(scope) }.negated
  }
}

extension HistoryOperand {
  /// The operand as a condition; an unknown operand is true for all transactions.
  fileprivate var parts: (sql: SQLFragment, isExact: Bool) {
    switch self {
    case .condition(let sql, let isExact): return (sql, isExact)
    case .value(let value):
      guard let isTrue = value as? Bool else { return ("1", false) }
      return (isTrue ? "1" : "0", true)
    case .transaction, .column, .unknown: return ("1", false)
    }
  }

  fileprivate var negated: HistoryOperand {
    let (sql, isExact) = parts
    return isExact ? .condition("(NOT \(sql))", isExact: true) : .unknown
  }
}

extension HistoryScope {
  fileprivate func compare(
    _ column: HistoryOperand.Column, _ symbol: ComparisonSymbol, _ value: Any
  ) -> HistoryOperand {
    let operand: SQLValue
    switch (column, value) {
    case (.token, let token as DefaultHistoryToken):
      record(token, symbol)
      operand = .integer(token.position(in: store))
    case (.number, let number as Int64): operand = .integer(number)
    case (.timestamp, let date as Date): operand = .real(date.timeIntervalSinceReferenceDate)
    default: return .unknown
    }
    let name = SQLFragment(stringLiteral: column == .token ? "number" : column.rawValue)
    return .condition("(\(name) \(symbol.sql) \(value: operand))", isExact: true)
  }

  fileprivate func equal(_ left: HistoryOperand, _ right: HistoryOperand) -> HistoryOperand {
    switch (left, right) {
    case (.column(let column), .value(let value)), (.value(let value), .column(let column)):
      let operand: SQLValue
      switch (column, unwrapped(value)) {
      case (.token, let token as DefaultHistoryToken):
        tokens.append(token)
        return .unknown
      case (.author, let name as String) where name.utf8.allSatisfy { $0 < 0x80 }:
        operand = .text(name)
      case (.author, nil): operand = .null
      case (.number, let number as Int64): operand = .integer(number)
      case (.timestamp, let date as Date): operand = .real(date.timeIntervalSinceReferenceDate)
      default: return .unknown
      }
      let name = SQLFragment(stringLiteral: column.rawValue)
      return .condition("(\(name) IS \(value: operand))", isExact: true)
    default: return .unknown
    }
  }
}
