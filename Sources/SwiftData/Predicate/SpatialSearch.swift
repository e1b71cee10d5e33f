// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bounds of a predicate on the properties of an `.rtree` index, and the resulting index
/// search.
///
/// The search is a prefilter: the index contains 32-bit numbers, rounded outwards, and the
/// predicate's own condition decides. An index is usable if each of its properties has a bound,
/// since it lacks the rows in which one of them is nil.
struct SpatialSearch {
  private let entity: EntityLayout
  private let alias: String
  private var lower: [Int: Double] = [:]
  private var upper: [Int: Double] = [:]

  private init(_ entity: EntityLayout, alias: String) {
    self.entity = entity
    self.alias = alias
  }

  /// The index search for a predicate's expression; nil if no index is usable.
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
    for (dimension, property) in index.properties.enumerated() {
      // Widened by the rounding error of converting a large integer.
      if let bound = lower[property] {
        tests.append("\(identifier: "max\(dimension)") >= \(value: .real(bound.nextDown.nextDown))")
      }
      if let bound = upper[property] {
        tests.append("\(identifier: "min\(dimension)") <= \(value: .real(bound.nextUp.nextUp))")
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
    // The cast is of the node's type: a cast of the node would copy the whole subtree.
    guard let type = Node.self as? any BoundingNode.Type else { return }
    func addBounds<T: BoundingNode>(_ type: T.Type, _ node: UnsafeRawPointer) {
      node.assumingMemoryBound(to: type).pointee.addBounds(to: &self, translation)
    }
    withUnsafePointer(to: node) { addBounds(type, $0) }
  }

  /// Adds the bound that one operand is not greater than the other.
  fileprivate mutating func addBound(_ small: Operand, _ large: Operand) {
    if let property = property(large), let bound = number(small) {
      lower[property] = Swift.max(lower[property] ?? bound, bound)
    } else if let property = property(small), let bound = number(large) {
      upper[property] = Swift.min(upper[property] ?? bound, bound)
    }
  }

  /// The index of the property of the row that an operand is.
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

/// A node that implies bounds if it is true.
private protocol BoundingNode {
  func addBounds(to search: inout SpatialSearch, _ translation: Translation)
}

extension PredicateExpressions.Conjunction: BoundingNode {
  fileprivate func addBounds(to search: inout SpatialSearch, _ translation: Translation) {
    search.visit(lhs, in: translation)
    search.visit(rhs, in: translation)
  }
}

extension PredicateExpressions.Comparison: BoundingNode {
  fileprivate func addBounds(to search: inout SpatialSearch, _ translation: Translation) {
    let (lhs, rhs) = (translation.operand(lhs), translation.operand(rhs))
    switch op {
    case .lessThan, .lessThanOrEqual: search.addBound(lhs, rhs)
    case .greaterThan, .greaterThanOrEqual: search.addBound(rhs, lhs)
    }
  }
}

extension PredicateExpressions.Equal: BoundingNode {
  fileprivate func addBounds(to search: inout SpatialSearch, _ translation: Translation) {
    let (lhs, rhs) = (translation.operand(lhs), translation.operand(rhs))
    search.addBound(lhs, rhs)
    search.addBound(rhs, lhs)
  }
}

extension PredicateExpressions.RangeExpressionContains: BoundingNode {
  fileprivate func addBounds(to search: inout SpatialSearch, _ translation: Translation) {
    guard case .range(let lower, let upper, _) = bounds(in: translation) else { return }
    let element = translation.operand(element)
    if let lower { search.addBound(lower, element) }
    if let upper { search.addBound(element, upper) }
  }
}
