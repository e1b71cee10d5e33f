// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation

/// The syntax tree of a predicate.
indirect enum PredicateTree: Sendable, Hashable {
  case value(Bool)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)
  case comparison(Comparison)
  /// An invalid format with its error message; it matches nothing.
  case invalid(String)

  struct Comparison: Sendable, Hashable {
    enum Operator: String, Sendable {
      case equal = "=="
      case notEqual = "!="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case between = "BETWEEN"
      case beginsWith = "BEGINSWITH"
      case endsWith = "ENDSWITH"
      case contains = "CONTAINS"
      case `in` = "IN"
      case like = "LIKE"
      case matches = "MATCHES"
      case tokenMatches = "TOKENMATCHES"
    }

    /// The quantifier of a list on the left side.
    enum Quantifier: Sendable {
      case direct, any, all, none
    }

    struct Options: OptionSet, Sendable, Hashable {
      let rawValue: Int
      static let caseInsensitive = Options(rawValue: 1)
      static let diacriticInsensitive = Options(rawValue: 2)
    }

    var left: Operand
    var sign: Operator
    var right: Operand
    var quantifier: Quantifier = .direct
    var options: Options = []
  }

  indirect enum Operand: Sendable, Hashable {
    /// A field or a key path.
    case key(String)
    /// The record itself.
    case itself
    /// A constant; nil for `nil`.
    case value(StoredValue?)
    case list([Operand])
    /// `distanceToLocation:fromLocation:`, in metres.
    case distance(Operand, Operand)
  }
}

extension PredicateTree {
  /// The syntax tree of a predicate; nil for a custom block.
  init?(_ predicate: NSPredicate) {
    if let compound = predicate as? NSCompoundPredicate {
      let parts = compound.subpredicates.compactMap { PredicateTree($0) }
      guard parts.count == compound.subpredicates.count else { return nil }
      switch compound.compoundPredicateType {
      case .and: self = .and(parts)
      case .or: self = .or(parts)
      case .not:
        guard let part = parts.first else { return nil }
        self = .not(part)
      }
      return
    }
    let probe = PredicateProbe()
    let isTrue = predicate.evaluate(with: probe)
    if let tree = probe.tree {
      self = tree
    } else if PredicateTree.isConstant(predicate) {
      self = .value(isTrue)
    } else {
      return nil
    }
  }

  /// Whether the predicate is an `NSPredicate(value:)`.
  private static func isConstant(_ predicate: NSPredicate) -> Bool {
    predicate == NSPredicate(value: true) || predicate == NSPredicate(value: false)
  }
}

/// Passed to a predicate for evaluation, it receives the predicate's syntax tree instead.
final class PredicateProbe {
  var tree: PredicateTree?
}
