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
  /// A function of two strings that answers 0 or 1.
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

// An element or a part of a captured collection is known now, unless it is out of bounds; of a
// stored one Swift finds it.

extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant = translation.operand(wrapped),
      case .constant = translation.operand(index),
      let element = try? evaluate(PredicateBindings())
    else { return stored(in: translation) }
    return .value(element)
  }

  /// An element of a stored array; one that is out of bounds throws.
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
