// Cairn
// SPDX-License-Identifier: Apache-2.0

import FoundationMacrosUnderTest
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Complete expansions, each beside its source. `PE` abbreviates
/// `FoundationEssentials.PredicateExpressions`.
@Suite struct PredicateMacroTests {
  @Test func `a comparison expands to key path and argument nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.name == name }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        return PE.build_Equal(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.name), rhs: PE.build_Arg(name))
      })
      """#)
  }

  @Test func `a typed parameter becomes a variable node`() {
    expectExpansion(
      #"""
      #Predicate { (trip: Trip) -> Bool in trip.isDone }
      """#,
      #"""
      FoundationEssentials.Predicate({ (trip: PE.Variable<Trip>) in
        return PE.build_KeyPath(root: trip, keyPath: \.isDone)
      })
      """#)
  }

  @Test func `logical operators expand to a statement for each operand`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { trip in trip.name == name && trip.end != nil || !trip.isDone }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ trip in
        let _$e0 = PE.build_Equal(lhs: PE.build_KeyPath(root: trip, keyPath: \.name), rhs: PE.build_Arg(name))
        let _$e1 = PE.build_NotEqual(lhs: PE.build_KeyPath(root: trip, keyPath: \.end), rhs: PE.build_NilLiteral())
        let _$e2 = PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        let _$e3 = PE.build_KeyPath(root: trip, keyPath: \.isDone)
        let _$e4 = PE.build_Negation(_$e3)
        return PE.build_Disjunction(lhs: _$e2, rhs: _$e4)
      })
      """#)
  }

  @Test func `implicit members become value nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.kind == .trail && $0.start > .now && $0.miles > -1.5 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_Equal(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.kind), rhs: PE.Value(.trail))
        let _$e1 = PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.start), rhs: PE.Value(.now), op: .greaterThan)
        let _$e2 = PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        let _$e3 = PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.miles), rhs: PE.Value(-1.5), op: .greaterThan)
        return PE.build_Conjunction(lhs: _$e2, rhs: _$e3)
      })
      """#)
  }

  @Test func `optional chaining expands to flatMap`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.owner?.boss?.name == name }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        return PE.build_Equal(lhs: PE.build_flatMap(PE.build_flatMap(PE.build_KeyPath(root: _$v0, keyPath: \.owner)) { _$v1 in PE.build_KeyPath(root: _$v1, keyPath: \.boss) }) { _$v2 in PE.build_KeyPath(root: _$v2, keyPath: \.name) }, rhs: PE.build_Arg(name))
      })
      """#)
  }

  @Test func `a call in an optional chain expands inside flatMap`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.note?.contains("x") == true }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        return PE.build_Equal(lhs: PE.build_flatMap(PE.build_KeyPath(root: _$v0, keyPath: \.note)) { _$v1 in PE.build_contains(_$v1, PE.Value("x")) }, rhs: PE.Value(true))
      })
      """#)
  }

  @Test func `a nested closure expands with its own variable`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { trip in trip.stops.contains { $0.name == trip.name && $0.order > 1 } }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ trip in
        return PE.build_contains(PE.build_KeyPath(root: trip, keyPath: \.stops), where: { _$v0 in
          let _$e0 = PE.build_Equal(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.name), rhs: PE.build_KeyPath(root: trip, keyPath: \.name))
          let _$e1 = PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.order), rhs: PE.Value(1), op: .greaterThan)
          return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        })
      })
      """#)
  }

  @Test func `a key path argument expands to a closure`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.stops.contains(where: \.isLast) && $0.stops.allSatisfy(\.city?.isOpen!) }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_contains(PE.build_KeyPath(root: _$v0, keyPath: \.stops), where: { _$v1 in PE.build_KeyPath(root: _$v1, keyPath: \.isLast) })
        let _$e1 = PE.build_allSatisfy(PE.build_KeyPath(root: _$v0, keyPath: \.stops), { _$v2 in PE.build_flatMap(PE.build_KeyPath(root: _$v2, keyPath: \.city)) { _$v3 in PE.build_ForcedUnwrap(PE.build_KeyPath(root: _$v3, keyPath: \.isOpen)) } })
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `calls without the input are captured`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { ids.map { $0.id }.contains($0.id) && $0.start > Date() - 60 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_contains(PE.build_Arg(ids.map { $0.id }), PE.build_KeyPath(root: _$v0, keyPath: \.id))
        let _$e1 = PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.start), rhs: PE.build_Arg(Date() - 60), op: .greaterThan)
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `expressions that can trap expand to nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { limit == nil || $0.miles / 2 < limit! && names[0] == $0.name }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_Comparison(lhs: PE.build_Division(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.miles), rhs: PE.Value(2)), rhs: PE.build_ForcedUnwrap(PE.build_Arg(limit)), op: .lessThan)
        let _$e1 = PE.build_Equal(lhs: PE.build_subscript(PE.build_Arg(names), PE.Value(0)), rhs: PE.build_KeyPath(root: _$v0, keyPath: \.name))
        let _$e2 = PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        return PE.build_Disjunction(lhs: PE.build_Arg(limit == nil), rhs: _$e2)
      })
      """#)
  }

  @Test func `ranges expand to range nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { (1...5).contains($0.count) && (low..<high).contains($0.count) }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_contains(PE.build_ClosedRange(lower: PE.Value(1), upper: PE.Value(5)), PE.build_KeyPath(root: _$v0, keyPath: \.count))
        let _$e1 = PE.build_contains(PE.build_Range(lower: PE.build_Arg(low), upper: PE.build_Arg(high)), PE.build_KeyPath(root: _$v0, keyPath: \.count))
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `an optional binding expands to flatMap with a fallback`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { if let owner = $0.owner, owner.isActive, let name { owner.name == name } else { $0.isDone } }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        return PE.build_NilCoalesce(lhs: PE.build_flatMap(PE.build_KeyPath(root: _$v0, keyPath: \.owner)) { owner in
          let _$e0 = PE.build_KeyPath(root: owner, keyPath: \.isActive)
          return PE.build_Conditional(_$e0, PE.build_NilCoalesce(lhs: PE.build_flatMap(PE.build_Arg(name)) { name in PE.build_Equal(lhs: PE.build_KeyPath(root: owner, keyPath: \.name), rhs: name) }, rhs: PE.build_KeyPath(root: _$v0, keyPath: \.isDone)), PE.build_KeyPath(root: _$v0, keyPath: \.isDone))
        }, rhs: PE.build_KeyPath(root: _$v0, keyPath: \.isDone))
      })
      """#)
  }

  @Test func `if and else expand to conditional nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { if $0.isDone { return $0.count > 1 } else if $0.isOld { return true } else { return false } }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_KeyPath(root: _$v0, keyPath: \.isOld)
        let _$e1 = PE.build_KeyPath(root: _$v0, keyPath: \.isDone)
        return PE.build_Conditional(_$e1, PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.count), rhs: PE.Value(1), op: .greaterThan), PE.build_Conditional(_$e0, PE.Value(true), PE.Value(false)))
      })
      """#)
  }

  @Test func `the ternary operator expands to a conditional node`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.isDone ? $0.count > 1 : $0.count % 2 == 0 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_KeyPath(root: _$v0, keyPath: \.isDone)
        return PE.build_Conditional(_$e0, PE.build_Comparison(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.count), rhs: PE.Value(1), op: .greaterThan), PE.build_Equal(lhs: PE.build_Remainder(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.count), rhs: PE.Value(2)), rhs: PE.Value(0)))
      })
      """#)
  }

  @Test func `local constants remain declarations`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { let count = $0.stops.count; let limit: Int = 3; return count > limit }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let count = PE.build_KeyPath(root: PE.build_KeyPath(root: _$v0, keyPath: \.stops), keyPath: \.count)
        let limit: Int = 3
        return PE.build_Comparison(lhs: count, rhs: PE.build_Arg(limit), op: .greaterThan)
      })
      """#)
  }

  @Test func `a call of evaluate expands to an evaluation node`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { recent.evaluate($0) && $0.extra.evaluate($0.count) }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_evaluate(PE.build_captured(recent), _$v0)
        let _$e1 = PE.build_evaluate(PE.build_KeyPath(root: _$v0, keyPath: \.extra), PE.build_KeyPath(root: _$v0, keyPath: \.count))
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `casts and type checks expand to nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { ($0.thing as? Int) == 3 && $0.thing is String && ($0.thing as! Double) > 1 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_Equal(lhs: PE.ConditionalCast<_, Int>(PE.build_KeyPath(root: _$v0, keyPath: \.thing)), rhs: PE.Value(3))
        let _$e1 = PE.TypeCheck<_, String>(PE.build_KeyPath(root: _$v0, keyPath: \.thing))
        let _$e2 = PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        let _$e3 = PE.build_Comparison(lhs: PE.ForceCast<_, Double>(PE.build_KeyPath(root: _$v0, keyPath: \.thing)), rhs: PE.Value(1), op: .greaterThan)
        return PE.build_Conjunction(lhs: _$e2, rhs: _$e3)
      })
      """#)
  }

  @Test func `string comparison methods expand to nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.name.localizedStandardContains(text) && $0.name.caseInsensitiveCompare(text) == .orderedSame }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_localizedStandardContains(PE.build_KeyPath(root: _$v0, keyPath: \.name), PE.build_Arg(text))
        let _$e1 = PE.build_Equal(lhs: PE.build_caseInsensitiveCompare(PE.build_KeyPath(root: _$v0, keyPath: \.name), PE.build_Arg(text)), rhs: PE.Value(.orderedSame))
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `arithmetic and nil coalescing expand to nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { ($0.count + 1) * -$0.miles > 2 && ($0.note ?? "") == "" }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_Comparison(lhs: PE.build_Arithmetic(lhs: PE.build_Arithmetic(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.count), rhs: PE.Value(1), op: .add), rhs: PE.build_UnaryMinus(PE.build_KeyPath(root: _$v0, keyPath: \.miles)), op: .multiply), rhs: PE.Value(2), op: .greaterThan)
        let _$e1 = PE.build_Equal(lhs: PE.build_NilCoalesce(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.note), rhs: PE.Value("")), rhs: PE.Value(""))
        return PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
      })
      """#)
  }

  @Test func `subscripts and filters expand to nodes`() {
    expectExpansion(
      #"""
      #Predicate<Trip> { $0.list[3] == 1 && $0.map["a", default: 2] == 3 && $0.list.filter { $0 > 1 }.count == 2 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        let _$e0 = PE.build_Equal(lhs: PE.build_subscript(PE.build_KeyPath(root: _$v0, keyPath: \.list), PE.Value(3)), rhs: PE.Value(1))
        let _$e1 = PE.build_Equal(lhs: PE.build_subscript(PE.build_KeyPath(root: _$v0, keyPath: \.map), PE.Value("a"), default: PE.Value(2)), rhs: PE.Value(3))
        let _$e2 = PE.build_Conjunction(lhs: _$e0, rhs: _$e1)
        let _$e3 = PE.build_Equal(lhs: PE.build_KeyPath(root: PE.build_filter(PE.build_KeyPath(root: _$v0, keyPath: \.list), { _$v1 in PE.build_Comparison(lhs: _$v1, rhs: PE.Value(1), op: .greaterThan) }), keyPath: \.count), rhs: PE.Value(2))
        return PE.build_Conjunction(lhs: _$e2, rhs: _$e3)
      })
      """#)
  }

  @Test func `a constant result expands to a value node`() {
    expectExpansion(
      """
      #Predicate<Trip> { _ in true }
      """,
      """
      FoundationEssentials.Predicate<Trip>({ _ in
        return PE.Value(true)
      })
      """)
  }

  @Test func `a closure in parentheses expands as a trailing one`() {
    expectExpansion(
      #"""
      #Predicate<Trip>({ $0.name.isEmpty })
      """#,
      #"""
      FoundationEssentials.Predicate<Trip>({ _$v0 in
        return PE.build_KeyPath(root: PE.build_KeyPath(root: _$v0, keyPath: \.name), keyPath: \.isEmpty)
      })
      """#)
  }

  @Test func `a predicate of two inputs has two variables`() {
    expectExpansion(
      #"""
      #Predicate<Trip, Owner> { $0.owner == $1 }
      """#,
      #"""
      FoundationEssentials.Predicate<Trip, Owner>({ _$v0, _$v1 in
        return PE.build_Equal(lhs: PE.build_KeyPath(root: _$v0, keyPath: \.owner), rhs: _$v1)
      })
      """#)
  }

  @Test func `the expression macro expands to nodes`() {
    expectExpansion(
      #"""
      #Expression<Trip, Int> { $0.stops.count + 1 }
      """#,
      #"""
      FoundationEssentials.Expression<Trip, Int>({ _$v0 in
        return PE.build_Arithmetic(lhs: PE.build_KeyPath(root: PE.build_KeyPath(root: _$v0, keyPath: \.stops), keyPath: \.count), rhs: PE.Value(1), op: .add)
      })
      """#)
  }
}
