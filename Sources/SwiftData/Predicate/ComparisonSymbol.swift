// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A comparison of two values.
enum ComparisonSymbol {
  case equal, less, lessOrEqual, greater, greaterOrEqual

  var sql: SQLFragment {
    switch self {
    case .equal: "="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// The same comparison with its sides exchanged.
  var flipped: ComparisonSymbol {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
