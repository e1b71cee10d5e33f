// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Range: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .range(
      lower: translation.operand(lower), upper: translation.operand(upper), includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .range(
      lower: translation.operand(lower), upper: translation.operand(upper), includesUpper: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let element = translation.operand(self.element)
    guard case .range(let lower, let upper, let includesUpper) = bounds(in: translation) else {
      return .condition(.unknown)
    }
    var result = Condition.always
    if let lower { result = result && ComparisonSQL.compare(lower, element, .lessOrEqual) }
    if let upper {
      result = result && ComparisonSQL.compare(element, upper, includesUpper ? .lessOrEqual : .less)
    }
    // A range that the predicate creates throws if its bounds are in the wrong order.
    if let lower, let upper, !(self.range is any ConstantNode) {
      let order = ComparisonSQL.compare(lower, upper, .lessOrEqual)
      guard order.isTotal else { return .condition(order.isExact ? result : .unknown) }
      if order.whenTrue != .true {
        return .condition(result.requiring([order.whenTrue]))
      }
    }
    return .condition(result)
  }

  /// The operand of the range; ``Operand/unknown`` if SQL can't express it.
  func bounds(in translation: Translation) -> Operand {
    switch translation.operand(range) {
    case .constant(let value): (value as? any RangeBounds)?.operand ?? .unknown
    case let other: other
    }
  }
}

/// An expression with a constant value.
private protocol ConstantNode {}
extension PredicateExpressions.Value: ConstantNode {}
extension PredicateExpressions.Captured: ConstantNode {}

/// A type-erased view of ranges.
private protocol RangeBounds {
  var operand: Operand { get }
}

extension Swift.Range: RangeBounds {
  fileprivate var operand: Operand {
    .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: false)
  }
}

extension Swift.ClosedRange: RangeBounds {
  fileprivate var operand: Operand {
    .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: true)
  }
}

extension PartialRangeFrom: RangeBounds {
  fileprivate var operand: Operand {
    .range(lower: .constant(lowerBound), upper: nil, includesUpper: false)
  }
}

extension PartialRangeThrough: RangeBounds {
  fileprivate var operand: Operand {
    .range(lower: nil, upper: .constant(upperBound), includesUpper: true)
  }
}

extension PartialRangeUpTo: RangeBounds {
  fileprivate var operand: Operand {
    .range(lower: nil, upper: .constant(upperBound), includesUpper: false)
  }
}
