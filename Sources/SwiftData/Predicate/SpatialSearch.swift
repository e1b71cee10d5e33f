// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bounds that a predicate sets to the properties of an `.rtree` index, and the search of the
/// index that follows from them.
///
/// The search only narrows the rows down: the index holds 32-bit numbers, rounded outwards, and the
/// predicate's own condition decides. An index serves where each of its properties has a bound, for
/// then it has every row in question: it lacks those where one of them is nil.
struct SpatialSearch {
  private let entity: EntityLayout
  private let alias: String
  private var lower: [Int: Double] = [:]
  private var upper: [Int: Double] = [:]

  private init(_ entity: EntityLayout, alias: String) {
    self.entity = entity
    self.alias = alias
  }

  /// The search that a predicate's expression allows; nil if no index helps.
  static func condition<Node: PredicateExpression>(
    _ node: borrowing Node, entity: EntityLayout, alias: String, in translation: Translation
  ) -> SQLFragment? {
    let indexes = entity.indexes.filter(\.isSpatial)
    if indexes.isEmpty { return nil }
    var search = SpatialSearch(entity, alias: alias)
    search.visit(node, in: translation)
    let usable = indexes.first { index in
      index.properties.allSatisfy { search.lower[$0] != nil || search.upper[$0] != nil }
    }
    return usable.map(search.condition)
  }

  private func condition(_ index: IndexLayout) -> SQLFragment {
    var tests: [SQLFragment] = []
    for (place, property) in index.properties.enumerated() {
      // Wider by what the conversion of a large integer can be off.
      if let bound = lower[property] {
        tests.append("\(identifier: "max\(place)") >= \(value: .real(bound.nextDown.nextDown))")
      }
      if let bound = upper[property] {
        tests.append("\(identifier: "min\(place)") <= \(value: .real(bound.nextUp.nextUp))")
      }
    }
    let key = EntityLayout.primaryKey
    return """
      (\(identifier: alias).\(identifier: key) IN (SELECT \(identifier: key) \
      FROM \(identifier: index.tableName(in: entity)) WHERE \(tests.joined(separator: " AND "))))
      """
  }

  // MARK: Bounds

  fileprivate mutating func visit<Node: PredicateExpression>(
    _ node: borrowing Node, in translation: Translation
  ) {
    // The node's type is cast, not the node, which holds the whole tree below it.
    guard let type = Node.self as? any BoundingNode.Type else { return }
    func note<T: BoundingNode>(_ type: T.Type, _ node: UnsafeRawPointer) {
      node.assumingMemoryBound(to: type).pointee.noteBounds(in: &self, translation)
    }
    withUnsafePointer(to: node) { note(type, $0) }
  }

  /// Notes that one operand is not greater than the other.
  fileprivate mutating func note(_ small: Operand, _ large: Operand) {
    if let property = property(large), let bound = number(small) {
      lower[property] = Swift.max(lower[property] ?? bound, bound)
    } else if let property = property(small), let bound = number(large) {
      upper[property] = Swift.min(upper[property] ?? bound, bound)
    }
  }

  /// The property that an operand is, of the row itself.
  private func property(_ operand: Operand) -> Int? {
    guard case .scalar(let scalar) = operand, scalar.path.isEmpty else { return nil }
    return entity.properties.firstIndex { property in
      scalar.sql == .identifier(alias) + "." + .identifier(property.column)
    }
  }

  private func number(_ operand: Operand) -> Double? {
    guard case .constant(let value) = operand else { return nil }
    let number: Double? =
      switch value {
      case let date as Date: date.timeIntervalSinceReferenceDate
      case let number as any BinaryInteger: Double(number)
      case let number as any BinaryFloatingPoint: Double(number)
      default: nil
      }
    return number.flatMap { $0.isNaN ? nil : $0 }
  }
}

/// A node that sets bounds, when it is true.
private protocol BoundingNode {
  func noteBounds(in search: inout SpatialSearch, _ translation: Translation)
}

extension PredicateExpressions.Conjunction: BoundingNode {
  fileprivate func noteBounds(in search: inout SpatialSearch, _ translation: Translation) {
    search.visit(lhs, in: translation)
    search.visit(rhs, in: translation)
  }
}

extension PredicateExpressions.Comparison: BoundingNode {
  fileprivate func noteBounds(in search: inout SpatialSearch, _ translation: Translation) {
    let (lhs, rhs) = (translation.operand(lhs), translation.operand(rhs))
    switch op {
    case .lessThan, .lessThanOrEqual: search.note(lhs, rhs)
    case .greaterThan, .greaterThanOrEqual: search.note(rhs, lhs)
    }
  }
}

extension PredicateExpressions.Equal: BoundingNode {
  fileprivate func noteBounds(in search: inout SpatialSearch, _ translation: Translation) {
    let (lhs, rhs) = (translation.operand(lhs), translation.operand(rhs))
    search.note(lhs, rhs)
    search.note(rhs, lhs)
  }
}

extension PredicateExpressions.RangeExpressionContains: BoundingNode {
  fileprivate func noteBounds(in search: inout SpatialSearch, _ translation: Translation) {
    guard case .range(let lower, let upper, _) = bounds(in: translation) else { return }
    let element = translation.operand(element)
    if let lower { search.note(lower, element) }
    if let upper { search.note(element, upper) }
  }
}
