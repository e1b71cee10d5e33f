// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

/// A node of a predicate that has a counterpart in SQL.
///
/// Conformances are unconditional, in files named as Foundation's, and ask their operands by a
/// cast: so a node translates whatever it is made of.
protocol SQLTranslatable {
  func translate(in translation: Translation) -> Operand
}

/// The state of one translation: what the variables stand for, and which names are taken.
final class Translation {
  let layout: StoreLayout
  let storeIdentifier: String
  var variables: [PredicateExpressions.VariableID: Operand] = [:]
  /// The tables of all entities that were mentioned.
  var entities: Set<String> = []
  /// True if a part of the predicate was left out because it lies too deep.
  private(set) var isTooDeep = false
  private var aliases: [Step: String] = [:]
  private let prefix: String
  private var aliasCount = 0

  init(_ translator: PredicateTranslator, alias: String) {
    layout = translator.layout
    storeIdentifier = translator.storeIdentifier
    prefix = alias
  }

  /// What a node is in SQL.
  ///
  /// The node's type is cast, not the node: a node holds the whole tree below it, which a cast
  /// would copy, once for each level.
  func operand<Node: PredicateExpression>(_ node: borrowing Node) -> Operand {
    guard let type = Node.self as? any SQLTranslatable.Type else { return .unknown }
    if cairn_stack_left() < Self.stackReserve {
      isTooDeep = true
      return .failure
    }
    func translate<T: SQLTranslatable>(_ type: T.Type, _ node: UnsafeRawPointer) -> Operand {
      // The very type of the node.
      node.assumingMemoryBound(to: type).pointee.translate(in: self)
    }
    return withUnsafePointer(to: node) { translate(type, $0) }
  }

  /// What evaluating a node must find free on the stack, in bytes.
  private static var stackReserve: Int { 128 << 10 }

  /// What a Boolean node is in SQL.
  func condition<Node: PredicateExpression>(_ node: borrowing Node) -> Condition {
    operand(node).condition
  }

  /// A new table alias.
  func newAlias() -> String {
    aliasCount += 1
    return "\(prefix)_\(aliasCount)"
  }

  /// A step from the row with an alias to the one that a column points at.
  private struct Step: Hashable {
    let key: SQLFragment
    let parent: String
  }

  /// The alias under which what `key` points at is joined: the same for each mention.
  func alias(of key: SQLFragment, from parent: String) -> String {
    let step = Step(key: key, parent: parent)
    if let known = aliases[step] { return known }
    let made = newAlias()
    aliases[step] = made
    return made
  }

  func entity(_ destination: PropertyLayout.Destination) -> EntityLayout? {
    guard let entity = layout.entity(named: destination.entity) else { return nil }
    entities.insert(entity.table)
    return entity
  }

  /// The row's key that an identifier stands for, or nil if it names no row of this store.
  func key(of identifier: PersistentIdentifier, entity: EntityLayout) -> Int64? {
    guard identifier.storeIdentifier == storeIdentifier, identifier.key > 0,
      identifier.entityName == entity.name
        || layout.entity(named: identifier.entityName)?.table == entity.table
    else { return nil }
    return identifier.key
  }
}
