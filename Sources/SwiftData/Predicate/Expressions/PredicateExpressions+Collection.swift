// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      translation.strings("cairn_contains", translation.operand(base), translation.operand(other)))
  }
}

extension Translation {
  /// The condition of an SQL function of two strings that returns 0 or 1.
  func strings(_ function: SQLFragment, _ lhs: Operand, _ rhs: Operand) -> Condition {
    guard let one = lhs.scalar(like: .text), let two = rhs.scalar(like: .text),
      one.type == .text, two.type == .text
    else { return .unknown }
    if two.path.isEmpty && !two.isNullable {
      return one.condition("\(function)(\(one.sql), \(two.sql))").requiring(two.requirements)
    }
    let (left, right) = (one.flattened, two.flattened)
    return left.condition("COALESCE(\(function)(\(left.sql), \(right.sql)), 0)")
      .requiring(right.requirements)
  }
}

// An element of a captured collection is a constant, unless it is out of bounds. A range of a
// stored collection is evaluated in Swift.

extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant = translation.operand(wrapped),
      case .constant = translation.operand(index),
      let element = try? evaluate(PredicateBindings())
    else { return stored(in: translation) }
    return .value(element)
  }

  /// An element of a stored array; evaluation throws for an index out of bounds.
  private func stored(in translation: Translation) -> Operand {
    guard case .scalar(let list) = translation.operand(wrapped), let length = list.listLength,
      case .constant(let index) = translation.operand(self.index), let index = index as? Int,
      case .scalar(var element) = StoredList.element(String(Swift.max(index, 0)), of: list)
    else { return .unknown }
    if index < 0 { return .failure }
    let isThere = Scalar(
      sql: length, path: list.path, isNullable: list.isNullable, type: .integer,
      swiftType: Int.self
    ).condition("\(length) > \(value: .integer(Int64(index)))")
    element.requirements.append(isThere.whenTrue)
    return .scalar(element)
  }
}

extension PredicateExpressions.CollectionRangeSubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .unknown }
}
