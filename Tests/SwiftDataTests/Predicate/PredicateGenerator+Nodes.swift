// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// Each function opens the existential types of its operands, so that nodes can be combined at run
// time.

typealias AnyNode<Value> = any StandardPredicateExpression<Value>

func key<Root: StandardPredicateExpression, Value>(
  _ root: Root, _ path: any KeyPath<Root.Output, Value> & Sendable
) -> PredicateExpressions.KeyPath<Root, Value> {
  PredicateExpressions.build_KeyPath(root: root, keyPath: path)
}

extension PredicateGenerator {
  func and(_ one: AnyNode<Bool>, _ two: AnyNode<Bool>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<Bool>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<Bool>) -> AnyNode<Bool> {
        Nodes.build_Conjunction(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func or(_ one: AnyNode<Bool>, _ two: AnyNode<Bool>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<Bool>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<Bool>) -> AnyNode<Bool> {
        Nodes.build_Disjunction(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func not(_ one: AnyNode<Bool>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<Bool>) -> AnyNode<Bool> {
      Nodes.build_Negation(one)
    }
    return first(one)
  }

  func equal<T: Equatable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
        Nodes.build_Equal(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func unequal<T: Equatable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
        Nodes.build_NotEqual(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  /// `==` or `!=`.
  mutating func same<T: Equatable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<Bool> {
    random.below(2) == 0 ? equal(one, two) : unequal(one, two)
  }

  func isNil<T>(_ one: AnyNode<T?>) -> AnyNode<Bool> where T: Equatable {
    func first(_ one: some StandardPredicateExpression<T?>) -> AnyNode<Bool> {
      Nodes.build_Equal(lhs: one, rhs: Nodes.build_NilLiteral())
    }
    return first(one)
  }

  /// One of `<`, `<=`, `>`, `>=`.
  mutating func comparison<T: Comparable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<Bool> {
    let all: [PredicateExpressions.ComparisonOperator] = [
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]
    return comparison(one, two, random.pick(all))
  }

  private func comparison<T: Comparable>(
    _ one: AnyNode<T>, _ two: AnyNode<T>, _ op: PredicateExpressions.ComparisonOperator
  ) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
        Nodes.build_Comparison(lhs: one, rhs: two, op: op)
      }
      return second(two)
    }
    return first(one)
  }

  func choose<T>(_ test: AnyNode<Bool>, _ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<T> {
    func first(_ test: some StandardPredicateExpression<Bool>) -> AnyNode<T> {
      func second(_ one: some StandardPredicateExpression<T>) -> AnyNode<T> {
        func third(_ two: some StandardPredicateExpression<T>) -> AnyNode<T> {
          Nodes.build_Conditional(test, one, two)
        }
        return third(two)
      }
      return second(one)
    }
    return first(test)
  }

  func unwrap<T>(_ one: AnyNode<T?>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T?>) -> AnyNode<T> {
      Nodes.build_ForcedUnwrap(one)
    }
    return first(one)
  }

  func flatMap<T, R>(_ one: AnyNode<T?>, _ transform: Expression<T, R>) -> AnyNode<R?> {
    func first(_ one: some StandardPredicateExpression<T?>) -> AnyNode<R?> {
      Nodes.build_flatMap(one) {
        Nodes.build_evaluate(Nodes.build_captured(transform), $0)
      }
    }
    return first(one)
  }

  func ask<T>(_ predicate: Predicate<T>, _ one: AnyNode<T>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
      Nodes.build_evaluate(Nodes.build_captured(predicate), one)
    }
    return first(one)
  }

  func isEmpty<T: Collection>(_ one: AnyNode<T>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Bool> {
      key(one, \.isEmpty)
    }
    return first(one)
  }

  func coalesce<T>(_ one: AnyNode<T?>, _ two: AnyNode<T>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T?>) -> AnyNode<T> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<T> {
        Nodes.build_NilCoalesce(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func contains(_ one: AnyNode<String>, _ two: AnyNode<String>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
        Nodes.build_contains(one, two)
      }
      return second(two)
    }
    return first(one)
  }

  func starts(_ one: AnyNode<String>, _ two: AnyNode<String>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
        Nodes.build_starts(one, with: two)
      }
      return second(two)
    }
    return first(one)
  }

  func standardContains(_ one: AnyNode<String>, _ two: AnyNode<String>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
        Nodes.build_localizedStandardContains(one, two)
      }
      return second(two)
    }
    return first(one)
  }

  func insensitive(_ one: AnyNode<String>, _ two: AnyNode<String>, _ order: ComparisonResult)
    -> AnyNode<Bool>
  {
    func first(_ one: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
        Nodes.build_Equal(
          lhs: Nodes.build_caseInsensitiveCompare(one, two), rhs: Nodes.build_captured(order))
      }
      return second(two)
    }
    return first(one)
  }

  func localized(_ one: AnyNode<String>, _ two: AnyNode<String>, _ order: ComparisonResult)
    -> AnyNode<Bool>
  {
    func first(_ one: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<String>) -> AnyNode<Bool> {
        Nodes.build_Equal(
          lhs: Nodes.build_localizedCompare(one, two), rhs: Nodes.build_captured(order))
      }
      return second(two)
    }
    return first(one)
  }

  func add<T: Numeric & Sendable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<T> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<T> {
        Nodes.build_Arithmetic(lhs: one, rhs: two, op: .add)
      }
      return second(two)
    }
    return first(one)
  }

  func subtract<T: Numeric & Sendable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<T> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<T> {
        Nodes.build_Arithmetic(lhs: one, rhs: two, op: .subtract)
      }
      return second(two)
    }
    return first(one)
  }

  func multiply<T: Numeric & Sendable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<T> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<T> {
        Nodes.build_Arithmetic(lhs: one, rhs: two, op: .multiply)
      }
      return second(two)
    }
    return first(one)
  }

  func minus<T: SignedNumeric & Sendable>(_ one: AnyNode<T>) -> AnyNode<T> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<T> {
      Nodes.build_UnaryMinus(one)
    }
    return first(one)
  }

  func count<T: Collection>(_ one: AnyNode<T>) -> AnyNode<Int> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Int> {
      key(one, \.count)
    }
    return first(one)
  }

  func slice(_ one: AnyNode<[String]>, _ two: AnyNode<Range<Int>>) -> AnyNode<ArraySlice<String>> {
    func first(_ one: some StandardPredicateExpression<[String]>) -> AnyNode<ArraySlice<String>> {
      func second(_ two: some StandardPredicateExpression<Range<Int>>)
        -> AnyNode<ArraySlice<String>>
      {
        Nodes.build_subscript(one, two)
      }
      return second(two)
    }
    return first(one)
  }

  func divide(_ one: AnyNode<Int>, _ two: AnyNode<Int>) -> AnyNode<Int> {
    func first(_ one: some StandardPredicateExpression<Int>) -> AnyNode<Int> {
      func second(_ two: some StandardPredicateExpression<Int>) -> AnyNode<Int> {
        Nodes.build_Division(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func remainder(_ one: AnyNode<Int>, _ two: AnyNode<Int>) -> AnyNode<Int> {
    func first(_ one: some StandardPredicateExpression<Int>) -> AnyNode<Int> {
      func second(_ two: some StandardPredicateExpression<Int>) -> AnyNode<Int> {
        Nodes.build_Remainder(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func quotient(_ one: AnyNode<Double>, _ two: AnyNode<Double>) -> AnyNode<Double> {
    func first(_ one: some StandardPredicateExpression<Double>) -> AnyNode<Double> {
      func second(_ two: some StandardPredicateExpression<Double>) -> AnyNode<Double> {
        Nodes.build_Division(lhs: one, rhs: two)
      }
      return second(two)
    }
    return first(one)
  }

  func element<S: Sequence>(of one: AnyNode<S>, _ two: AnyNode<S.Element>) -> AnyNode<Bool>
  where S.Element: Equatable {
    func first(_ one: some StandardPredicateExpression<S>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<S.Element>) -> AnyNode<Bool> {
        Nodes.build_contains(one, two)
      }
      return second(two)
    }
    return first(one)
  }

  func within<R: RangeExpression>(_ one: AnyNode<R>, _ two: AnyNode<R.Bound>) -> AnyNode<Bool> {
    func first(_ one: some StandardPredicateExpression<R>) -> AnyNode<Bool> {
      func second(_ two: some StandardPredicateExpression<R.Bound>) -> AnyNode<Bool> {
        Nodes.build_contains(one, two)
      }
      return second(two)
    }
    return first(one)
  }

  func closed<T: Comparable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<ClosedRange<T>> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<ClosedRange<T>> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<ClosedRange<T>> {
        Nodes.build_ClosedRange(lower: one, upper: two)
      }
      return second(two)
    }
    return first(one)
  }

  func halfOpen<T: Comparable>(_ one: AnyNode<T>, _ two: AnyNode<T>) -> AnyNode<Range<T>> {
    func first(_ one: some StandardPredicateExpression<T>) -> AnyNode<Range<T>> {
      func second(_ two: some StandardPredicateExpression<T>) -> AnyNode<Range<T>> {
        Nodes.build_Range(lower: one, upper: two)
      }
      return second(two)
    }
    return first(one)
  }
}
