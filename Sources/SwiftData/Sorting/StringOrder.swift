// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The orders of `String.StandardComparator`.
enum StringOrder: Hashable, Sendable {
  case lexical, localized, localizedStandard

  /// The order of a comparator, without its direction.
  init(_ comparator: String.StandardComparator) {
    let forward = String.StandardComparator(comparator)
    self =
      forward == .localizedStandard
      ? .localizedStandard : forward == .localized ? .localized : .lexical
  }

  /// The comparator of the order.
  var comparator: String.StandardComparator {
    switch self {
    case .lexical: .lexical
    case .localized: .localized
    case .localizedStandard: .localizedStandard
    }
  }

  /// The sort key of a text in SQL.
  func key(of text: SQLFragment) -> SQLFragment {
    let function = SQLFragment(stringLiteral: keyFunction)
    if self != .localizedStandard { return "\(function)(\(text))" }
    return "\(function)(\(text), \(Self.rules))"
  }

  /// The rules of the keys; a literal, since SQLite compares the expression with those of indexes.
  private static let rules = SQLFragment(
    stringLiteral: EntitySQL.literal(StringCollator.localizedStandard.rules))

  /// The SQL function that returns the sort keys of the order.
  var keyFunction: String {
    switch self {
    case .lexical: "cairn_lexical_key"
    case .localized: "cairn_localized_key"
    case .localizedStandard: "cairn_localized_standard_key"
    }
  }

  func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    switch self {
    case .lexical: String.StandardComparator.lexical.compare(lhs, rhs)
    case .localized: StringCollator.localized.compare(lhs, rhs)
    case .localizedStandard: StringCollator.localizedStandard.compare(lhs, rhs)
    }
  }
}

/// A comparator of strings in one of the standard orders, for Foundation's generic functions.
struct StringOrderComparator: SortComparator {
  let standard: StringOrder
  var order: SortOrder

  init(_ comparator: String.StandardComparator) {
    standard = StringOrder(comparator)
    order = comparator.order
  }

  func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    order == .forward ? standard.compare(lhs, rhs) : standard.compare(rhs, lhs)
  }
}
