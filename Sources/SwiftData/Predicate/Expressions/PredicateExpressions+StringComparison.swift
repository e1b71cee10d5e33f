// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let (text, part) = (translation.operand(root), translation.operand(other))
    return .condition(
      SubstringSearch.condition(text, part)
        ?? translation.strings("cairn_localized_standard_contains", text, part))
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.order("cairn_case_insensitive_compare", root, other)
  }
}

extension PredicateExpressions.StringLocalizedCompare: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.order("cairn_localized_compare", root, other)
  }
}

extension Translation {
  /// An SQL function of two strings that returns the raw value of a `ComparisonResult`.
  fileprivate func order(
    _ function: SQLFragment, _ lhs: any PredicateExpression, _ rhs: any PredicateExpression
  ) -> Operand {
    guard let one = operand(lhs).scalar(like: .text)?.flattened,
      let two = operand(rhs).scalar(like: .text)?.flattened, one.type == .text, two.type == .text
    else { return .unknown }
    return .scalar(
      Scalar(
        sql: "\(function)(\(one.sql), \(two.sql))", isNullable: one.canBeNil || two.canBeNil,
        type: .integer, swiftType: ComparisonResult.self,
        requirements: one.requirements + two.requirements))
  }
}

// Regular expressions are matched in Swift.

extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .condition(.unknown) }
}
