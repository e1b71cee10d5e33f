// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation

/// A predicate's format taken apart.
indirect enum PredicateTree: Sendable, Hashable {
  case value(Bool)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)
  case comparison(Comparison)
  /// A format that can't be understood, in words; it is true of nothing.
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

    /// What is meant of a list on the left.
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
    /// A field, or a path of names.
    case key(String)
    /// The record itself.
    case itself
    /// Nil stands for `nil`.
    case value(StoredValue?)
    case list([Operand])
    /// `distanceToLocation:fromLocation:`, in metres.
    case distance(Operand, Operand)
  }
}

extension PredicateTree {
  /// The tree of a predicate; nil for a block of somebody's own.
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

  /// True for `NSPredicate(value:)`: others are not equal to one.
  private static func isConstant(_ predicate: NSPredicate) -> Bool {
    predicate == NSPredicate(value: true) || predicate == NSPredicate(value: false)
  }
}

/// What a predicate that was made from a format writes its tree into, instead of being evaluated.
final class PredicateProbe {
  var tree: PredicateTree?
}
