// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The structure of a predicate without its captured values.
///
/// A program evaluates each `#Predicate` expression many times, with other values. The type of an expression has
/// its structure, apart from key paths, operators and values. Predicates of one shape therefore have the same SQL, if
/// their values are bound and have a single representation in SQL. Other predicates have no shape.
struct PredicateShape: Hashable {
  private let type: ObjectIdentifier
  /// The addresses of the key paths, and the operators, in the order of evaluation.
  fileprivate var parts: [Int] = []

  fileprivate init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }
}

/// The values of a predicate, and the key paths of its shape.
struct ShapedPredicate {
  private(set) var shape: PredicateShape
  /// Retained as long as the shape is known, so that their addresses identify them.
  fileprivate var keyPaths: [AnyKeyPath] = []
  fileprivate var values: [SQLValue] = []
  fileprivate let variable: PredicateExpressions.VariableID
  private var depth = 0
  private static let deepest = 64

  private init(_ shape: PredicateShape, _ variable: PredicateExpressions.VariableID) {
    self.shape = shape
    self.variable = variable
  }

  /// Determines the shape of a predicate's expression; nil if it has none.
  static func of<Node: PredicateExpression>(
    _ node: borrowing Node, _ variable: PredicateExpressions.VariableID
  ) -> ShapedPredicate? {
    var predicate = ShapedPredicate(PredicateShape(Node.self), variable)
    return predicate.visit(node) ? predicate : nil
  }

  /// Adds a node; false if it has no shape.
  fileprivate mutating func visit<Node: PredicateExpression>(_ node: borrowing Node) -> Bool {
    // The cast is of the node's type: a cast of the node would copy the whole subtree.
    guard depth < Self.deepest, let type = Node.self as? any ShapedNode.Type else { return false }
    depth += 1
    defer { depth -= 1 }
    func add<T: ShapedNode>(_ type: T.Type, _ node: UnsafeRawPointer) -> Bool {
      node.assumingMemoryBound(to: type).pointee.add(to: &self)
    }
    return withUnsafePointer(to: node) { add(type, $0) }
  }

  fileprivate mutating func add(_ part: Int) { shape.parts.append(part) }

  /// Adds a captured value; nil is a part of the shape.
  fileprivate mutating func add<Value>(_ value: Value?, _ convert: (Value) -> SQLValue?) -> Bool {
    shape.parts.append(value == nil ? 1 : 0)
    guard let value else { return true }
    guard let stored = convert(value) else { return false }
    values.append(stored)
    return true
  }

  fileprivate mutating func add(_ keyPath: AnyKeyPath) {
    shape.parts.append(Int(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
    keyPaths.append(keyPath)
  }
}

/// The translations of predicates over one entity, by shape.
final class TranslatedShapes: Sendable {
  private struct Translated: @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.

    /// The SQL before, between and after the bound values.
    let texts: [String]
    let isExact: Bool
    let entities: Set<String>
    let keyPaths: [AnyKeyPath]
  }

  /// The maximum number of shapes.
  private static let limit = 256
  private let known = Mutex<[PredicateShape: Translated]>([:])

  /// The translation of a predicate whose shape is known.
  func translation(of predicate: ShapedPredicate) -> TranslatedPredicate? {
    guard let known = known.withLock({ $0[predicate.shape] }) else { return nil }
    var segments: [SQLFragment.Segment] = []
    segments.reserveCapacity(2 * known.texts.count)
    for (index, text) in known.texts.enumerated() {
      if index > 0 { segments.append(.binding(predicate.values[index - 1])) }
      if !text.isEmpty { segments.append(.text(text)) }
    }
    return TranslatedPredicate(
      condition: SQLFragment(segments: segments), isExact: known.isExact, entities: known.entities)
  }

  /// Records the translation of a predicate, if its values are bound in the order of evaluation.
  func record(_ translated: TranslatedPredicate, of predicate: ShapedPredicate) {
    // Equal values would not show which of them is bound where.
    guard Set(predicate.values).count == predicate.values.count else { return }
    let (sql, bindings) = translated.condition.prepare()
    guard bindings == predicate.values else { return }
    let texts = Self.split(sql)
    guard texts.count == bindings.count + 1 else { return }
    let entry = Translated(
      texts: texts, isExact: translated.isExact, entities: translated.entities,
      keyPaths: predicate.keyPaths)
    known.withLock { known in
      if known.count == Self.limit { known = [:] }
      known[predicate.shape] = entry
    }
  }

  /// Splits SQL at its parameters.
  private static func split(_ sql: String) -> [String] {
    var texts: [String] = []
    var text: [UInt8] = []
    var quote: UInt8?
    for byte in sql.utf8 {
      if let open = quote {
        // A doubled quote closes the text and opens it again.
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "?") {
        texts.append(String(decoding: text, as: UTF8.self))
        text = []
        continue
      }
      text.append(byte)
    }
    return texts + [String(decoding: text, as: UTF8.self)]
  }
}

/// A node whose translation depends on nothing but its type, key paths, operators and bound values.
private protocol ShapedNode {
  func add(to predicate: inout ShapedPredicate) -> Bool
}

extension PredicateExpressions.Variable: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool { key == predicate.variable }
}

extension PredicateExpressions.KeyPath: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    guard predicate.visit(root) else { return false }
    predicate.add(keyPath)
    return true
  }
}

extension PredicateExpressions.Value: ShapedNode {
  /// Adds the value if it has a single representation.
  ///
  /// A text with other forms of Unicode is compared with all of them, a truth value makes a term superfluous, and an
  /// enumeration has conditions of several kinds.
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    switch ObjectIdentifier(Output.self) {
    case ObjectIdentifier(String.self), ObjectIdentifier(String?.self):
      predicate.add(value as? String) { text in
        text.utf8.allSatisfy { $0 < 0x80 } ? .text(text) : nil
      }
    case ObjectIdentifier(Int.self), ObjectIdentifier(Int?.self):
      predicate.add(value as? Int) { .integer(Int64($0)) }
    case ObjectIdentifier(Double.self), ObjectIdentifier(Double?.self):
      predicate.add(value as? Double) { $0.isNaN ? nil : .real($0) }
    case ObjectIdentifier(Date.self), ObjectIdentifier(Date?.self):
      predicate.add((value as? Date)?.timeIntervalSinceReferenceDate) { $0.isNaN ? nil : .real($0) }
    default: false
    }
  }
}

extension PredicateExpressions.NilLiteral: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool { true }
}

extension PredicateExpressions.Conjunction: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    predicate.visit(lhs) && predicate.visit(rhs)
  }
}

extension PredicateExpressions.Disjunction: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    predicate.visit(lhs) && predicate.visit(rhs)
  }
}

extension PredicateExpressions.Negation: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool { predicate.visit(wrapped) }
}

extension PredicateExpressions.Equal: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    predicate.visit(lhs) && predicate.visit(rhs)
  }
}

extension PredicateExpressions.NotEqual: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    predicate.visit(lhs) && predicate.visit(rhs)
  }
}

extension PredicateExpressions.Comparison: ShapedNode {
  fileprivate func add(to predicate: inout ShapedPredicate) -> Bool {
    switch op {
    case .lessThan: predicate.add(0)
    case .lessThanOrEqual: predicate.add(1)
    case .greaterThan: predicate.add(2)
    case .greaterThanOrEqual: predicate.add(3)
    }
    return predicate.visit(lhs) && predicate.visit(rhs)
  }
}
