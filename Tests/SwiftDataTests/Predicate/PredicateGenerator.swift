// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Generates random trees of the nodes of `#Predicate`, with matching types.
///
/// No tree traps when Swift evaluates it: operands of integer arithmetic are small, divisors are
/// not 0, and range bounds are in order. Trees may throw (`nil!`, an index out of bounds).
struct PredicateGenerator {
  typealias Node<Value> = any StandardPredicateExpression<Value>
  typealias Nodes = PredicateExpressions
  typealias Root = PredicateExpressions.Variable<Trek>

  var random: SeededRandom
  let authors: [Author]
  let labels: [SwiftDataPredicateTests.Label]

  mutating func predicate(depth: Int) -> Predicate<Trek> {
    Predicate<Trek> { trip in bool(depth, trip) }
  }

  // MARK: Booleans

  mutating func bool(_ depth: Int, _ trip: Root) -> Node<Bool> {
    if depth <= 0 { return leaf(trip) }
    let next = depth - 1
    switch random.below(20) {
    case 0, 1: return and(bool(next, trip), bool(next, trip))
    case 2, 3: return or(bool(next, trip), bool(next, trip))
    case 4: return not(bool(next, trip))
    case 5: return equal(bool(next, trip), bool(next, trip))
    case 6: return choose(bool(next, trip), bool(next, trip), bool(next, trip))
    case 7: return coalesce(maybeBool(next, trip), bool(next, trip))
    case 8: return equal(maybeBool(next, trip), Nodes.Value(random.pick([true, false, nil])))
    case 9: return comparison(int(next, trip), int(next, trip))
    case 10: return comparison(text(next, trip), text(next, trip))
    case 11: return comparison(real(next, trip), real(next, trip))
    case 12: return comparison(date(next, trip), date(next, trip))
    case 13: return same(maybeText(next, trip), maybeText(next, trip))
    case 14: return same(maybeInt(next, trip), maybeInt(next, trip))
    case 15: return same(maybeReal(next, trip), maybeReal(next, trip))
    case 16: return texts(next, trip)
    case 17: return lists(next, trip)
    case 18: return relationships(next, trip)
    default: return ranges(next, trip)
    }
  }

  private mutating func leaf(_ trip: Root) -> Node<Bool> {
    switch random.below(12) {
    case 0: return key(trip, \.isDone)
    case 1: return key(key(trip, \.gear), \.isNew)
    case 2: return unwrap(key(trip, \.isPublic))
    case 3: return Nodes.Value(random.pick([true, false]))
    case 4: return equal(key(trip, \.mood), Nodes.Value(random.pick([Mood.calm, .glad, .wild])))
    case 5: return comparison(key(trip, \.level), Nodes.Value(random.pick([Effort.easy, .hard])))
    case 6: return same(key(trip, \.otherSurface), Nodes.Value(maybe { $0.pick(Surface.allCases) }))
    case 7: return isNil(key(trip, \.author))
    case 8: return isNil(key(trip, \.spare))
    case 9: return key(key(trip, \.surface), \.isSoft)
    case 10: return equal(key(trip, \.form), Nodes.Value(Form.square))
    default: return same(key(trip, \.otherCost), Nodes.Value(maybe { $0.decimal() }))
    }
  }

  private mutating func maybeBool(_ depth: Int, _ trip: Root) -> Node<Bool?> {
    switch random.below(4) {
    case 0: return key(trip, \.isPublic)
    case 1: return Nodes.build_flatMap(key(trip, \.author)) { key($0, \.isActive) }
    case 2: return Nodes.build_flatMap(key(trip, \.spare)) { key(key($0, \.gearMaker), \.isOpen) }
    default:
      let inner = #Expression<String, Bool> { $0.isEmpty }
      return flatMap(maybeText(depth - 1, trip), inner)
    }
  }

  // MARK: Texts

  mutating func text(_ depth: Int, _ trip: Root) -> Node<String> {
    switch random.below(depth <= 0 ? 4 : 9) {
    case 0: return key(trip, \.name)
    case 1: return Nodes.Value(random.text())
    case 2: return key(key(trip, \.gear), \.brand)
    case 3: return key(key(key(trip, \.kit), \.maker), \.city)
    case 4: return coalesce(maybeText(depth - 1, trip), text(depth - 1, trip))
    case 5: return choose(bool(depth - 1, trip), text(depth - 1, trip), text(depth - 1, trip))
    case 6: return unwrap(maybeText(depth - 1, trip))
    case 7:
      return Nodes.build_subscript(key(trip, \.tags), Nodes.Value(random.below(3)))
    default:
      return Nodes.build_subscript(
        key(trip, \.names), Nodes.Value(1), default: Nodes.Value(random.text()))
    }
  }

  mutating func maybeText(_ depth: Int, _ trip: Root) -> Node<String?> {
    switch random.below(depth <= 0 ? 8 : 9) {
    case 0: return key(trip, \.note)
    case 1: return Nodes.Value(maybe { $0.text() })
    case 2: return Nodes.build_flatMap(key(trip, \.author)) { key($0, \.name) }
    case 3: return Nodes.build_flatMap(key(trip, \.reviewer)) { key($0, \.email) }
    case 4: return Nodes.build_flatMap(key(trip, \.spare)) { key(key($0, \.gearMaker), \.city) }
    case 5: return key(key(trip, \.tags), \.first)
    case 6: return Nodes.build_subscript(key(trip, \.names), Nodes.Value(random.pick([1, -2, 3])))
    case 7:
      return Nodes.build_flatMap(key(trip, \.author)) { author in
        Nodes.build_flatMap(key(author, \.boss)) { key($0, \.name) }
      }
    default: return choose(bool(depth - 1, trip), maybeText(0, trip), maybeText(0, trip))
    }
  }

  private mutating func texts(_ depth: Int, _ trip: Root) -> Node<Bool> {
    let (one, two) = (text(depth, trip), text(depth, trip))
    switch random.below(7) {
    case 0: return contains(one, two)
    case 1: return starts(one, two)
    case 2: return standardContains(one, two)
    case 3: return insensitive(one, two, random.pick([.orderedSame, .orderedAscending]))
    case 4: return localized(one, two, random.pick([.orderedSame, .orderedDescending]))
    case 5: return isEmpty(one)
    default:
      let pattern = #Predicate<String> { $0.contains(#/[a-eS]/#) }
      return ask(pattern, one)
    }
  }

  // MARK: Numbers

  /// Any integer, for comparisons only.
  mutating func int(_ depth: Int, _ trip: Root) -> Node<Int> {
    switch random.below(depth <= 0 ? 4 : 7) {
    case 0: return key(trip, \.steps)
    case 1: return Nodes.Value(random.integer())
    case 2, 3: return small(depth - 1, trip)
    case 4: return coalesce(maybeInt(depth - 1, trip), int(depth - 1, trip))
    case 5: return unwrap(maybeInt(depth - 1, trip))
    default: return choose(bool(depth - 1, trip), int(depth - 1, trip), small(depth - 1, trip))
    }
  }

  /// An integer between about -1000 and 1000; each level of depth multiplies the range by 100.
  private mutating func small(_ depth: Int, _ trip: Root) -> Node<Int> {
    switch random.below(depth <= 0 ? 8 : 15) {
    case 0: return key(key(trip, \.gear), \.weight)
    case 1: return Nodes.Value(random.pick([-3, 0, 1, 2, 80]))
    case 2: return key(key(trip, \.name), \.count)
    case 3: return key(key(trip, \.stops), \.count)
    case 4: return key(key(trip, \.tags), \.count)
    case 5: return key(key(trip, \.gear), \.renamed)
    case 6: return key(key(trip, \.data), \.count)
    case 7: return count(part(trip))
    case 13: return minus(small(depth - 1, trip))
    case 14: return add(small(depth - 1, trip), small(depth - 1, trip))
    case 8: return subtract(small(depth - 1, trip), small(depth - 1, trip))
    case 9: return multiply(small(0, trip), small(0, trip))
    case 10: return divide(small(depth - 1, trip), Nodes.Value(random.pick([-3, 2, 7])))
    case 11: return remainder(small(depth - 1, trip), Nodes.Value(random.pick([-3, 2, 7])))
    default:
      let title = random.text()
      let count = #Expression<Trek, Int> { $0.labels.filter { $0.title != title }.count }
      return Nodes.build_evaluate(Nodes.build_captured(count), trip)
    }
  }

  mutating func maybeInt(_ depth: Int, _ trip: Root) -> Node<Int?> {
    switch random.below(10) {
    case 0: return key(trip, \.optional)
    case 1: return Nodes.Value(maybe { $0.pick([0, 1, 3, .max]) })
    case 2: return Nodes.build_flatMap(key(trip, \.author)) { key($0, \.age) }
    case 3: return key(key(key(trip, \.kit), \.maker), \.zip)
    case 4: return Nodes.build_max(key(trip, \.numbers))
    case 8: return Nodes.build_min(key(trip, \.numbers))
    case 9: return Nodes.build_min(Nodes.Value(random.list { $0.integer() }))
    case 5: return key(key(trip, \.numbers), \.last)
    case 6:
      return Nodes.build_subscript(key(trip, \.table), Nodes.Value(random.pick(["one", "x"])))
    default:
      let count = #Expression<String, Int> { $0.count }
      return flatMap(maybeText(depth - 1, trip), count)
    }
  }

  mutating func real(_ depth: Int, _ trip: Root) -> Node<Double> {
    switch random.below(depth <= 0 ? 4 : 10) {
    case 0: return key(trip, \.miles)
    case 1: return Nodes.Value(random.below(5) == 0 ? .nan : random.double())
    case 9: return minus(real(depth - 1, trip))
    case 2: return key(key(trip, \.gear), \.price)
    case 3: return key(key(trip, \.kit), \.ratio)
    case 4: return add(real(depth - 1, trip), real(depth - 1, trip))
    case 5: return subtract(real(depth - 1, trip), real(depth - 1, trip))
    case 6: return multiply(real(depth - 1, trip), real(depth - 1, trip))
    case 7: return quotient(real(depth - 1, trip), Nodes.Value(random.double()))
    default: return coalesce(maybeReal(depth - 1, trip), real(depth - 1, trip))
    }
  }

  mutating func maybeReal(_ depth: Int, _ trip: Root) -> Node<Double?> {
    switch random.below(5) {
    case 0: return key(trip, \.load)
    case 1: return Nodes.Value(maybe { $0.pick([0.1, 2.5, .infinity, .nan]) })
    case 2: return key(key(trip, \.kit), \.share)
    case 3: return Nodes.build_flatMap(key(trip, \.spare)) { key($0, \.ratio) }
    default: return Nodes.build_flatMap(key(trip, \.spare)) { key($0, \.share) }
    }
  }

  mutating func date(_ depth: Int, _ trip: Root) -> Node<Date> {
    switch random.below(5) {
    case 0: return key(trip, \.start)
    case 1: return Nodes.Value(random.date())
    case 2: return key(key(trip, \.gear), \.bought)
    case 3: return unwrap(key(trip, \.end))
    default: return coalesce(key(trip, \.end), date(0, trip))
    }
  }

  // MARK: Collections

  private mutating func lists(_ depth: Int, _ trip: Root) -> Node<Bool> {
    switch random.below(13) {
    case 10: return element(of: part(trip), text(depth, trip))
    case 11: return isEmpty(part(trip))
    case 12:
      let list: [Double] = random.list { $0.pick([.nan, 0, 2.5, .infinity]) }
      return element(of: Nodes.Value(list), real(depth, trip))
    case 0: return element(of: Nodes.Value(random.list { $0.text() }), text(depth, trip))
    case 1: return element(of: Nodes.Value(random.list { $0.integer() }), int(depth, trip))
    case 2:
      let list: [Int?] = random.list { $0.optional { $0.integer() } }
      return element(of: Nodes.Value(list), maybeInt(depth, trip))
    case 3: return element(of: key(trip, \.tags), text(depth, trip))
    case 4: return element(of: key(key(trip, \.kit), \.sizes), int(depth, trip))
    case 5: return element(of: key(key(trip, \.kit), \.flags), small(depth, trip))
    case 6:
      let limit = random.text()
      return Nodes.build_contains(key(trip, \.tags)) {
        Nodes.build_Comparison(lhs: $0, rhs: Nodes.Value(limit), op: .lessThan)
      }
    case 7:
      let zip = random.integer()
      let test = #Predicate<Maker> { $0.zip == zip || $0.isOpen && $0.city != "a" }
      return Nodes.build_allSatisfy(key(key(trip, \.kit), \.makers)) {
        Nodes.build_evaluate(Nodes.build_captured(test), $0)
      }
    case 8: return element(of: Nodes.Value([Mood.calm, .wild]), key(trip, \.mood))
    default: return isEmpty(key(key(trip, \.kit), \.tags))
    }
  }

  /// A slice of a list, possibly out of bounds.
  private mutating func part(_ trip: Root) -> Node<ArraySlice<String>> {
    let low = random.below(2)
    let range = Nodes.Value(low..<low + random.below(3))
    switch random.below(4) {
    case 0: return slice(Nodes.Value(random.list { $0.text() }), range)
    case 1:
      return slice(key(trip, \.tags), halfOpen(Nodes.Value(0), key(key(trip, \.tags), \.count)))
    default: return slice(key(trip, \.tags), range)
    }
  }

  private mutating func relationships(_ depth: Int, _ trip: Root) -> Node<Bool> {
    let (number, title) = (random.below(4), random.text())
    let author: Author? = maybe { [authors] in $0.pick(authors) }
    let camp = #Predicate<Camp> {
      $0.order > number || $0.nights == nil || ($0.host?.name ?? "") == title
    }
    // The test covers this operator.
    // swift-format-ignore: NeverForceUnwrap
    let throwing = #Predicate<Camp> { $0.nights! > number }
    switch random.below(9) {
    case 0: return isEmpty(key(trip, \.stops))
    case 1:
      return Nodes.build_contains(key(trip, \.stops)) {
        Nodes.build_evaluate(Nodes.build_captured(camp), $0)
      }
    case 2:
      return Nodes.build_allSatisfy(key(trip, \.stops)) {
        Nodes.build_evaluate(Nodes.build_captured(camp), $0)
      }
    case 3:
      return Nodes.build_contains(key(trip, \.stops)) {
        Nodes.build_evaluate(Nodes.build_captured(throwing), $0)
      }
    case 4: return same(key(trip, \.author), Nodes.build_Arg(author))
    case 5: return same(key(trip, \.author), key(trip, \.reviewer))
    case 6: return element(of: key(trip, \.labels), Nodes.build_Arg(random.pick(labels)))
    case 7:
      let active = #Predicate<Author> { $0.isActive || $0.team.isEmpty }
      return ask(active, unwrap(key(trip, \.author)))
    default:
      let identifiers = authors.prefix(3).map(\.persistentModelID)
      let predicate = #Predicate<Trek> {
        $0.author.flatMap { identifiers.contains($0.persistentModelID) } ?? false
      }
      return ask(predicate, trip)
    }
  }

  private mutating func ranges(_ depth: Int, _ trip: Root) -> Node<Bool> {
    let low = random.integer()
    let high = low < Int.max - 200 ? low + random.below(200) : low
    switch random.below(4) {
    case 0: return within(Nodes.Value(low...high), int(depth, trip))
    case 1: return within(Nodes.Value(low..<high), int(depth, trip))
    case 2: return within(closed(int(depth, trip), Nodes.Value(Int.max)), int(depth, trip))
    default: return within(halfOpen(Nodes.Value(Int.min), int(depth, trip)), int(depth, trip))
    }
  }

  private mutating func maybe<T>(_ make: (inout SeededRandom) -> T) -> T? { random.optional(make) }
}

extension Kit {
  /// An alias, so that the generator uses two different key paths.
  var gearMaker: Maker { maker }
}
