// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

/// A predicate expression that can be translated to SQL.
///
/// The conformances are in `Expressions/`. They are unconditional, and cast their operands, so that
/// an expression is translatable regardless of its operand types.
protocol SQLTranslatable {
  func translate(in translation: Translation) -> Operand
}

/// The state of one translation: the operands of variables, and the used aliases.
final class Translation {
  let layout: StoreLayout
  let storeIdentifier: String
  let custom: CustomStore?
  var variables: [PredicateExpressions.VariableID: Operand] = [:]
  /// The tables of all referenced entities.
  var entities: Set<String> = []
  /// True if a part of the predicate was skipped because it is nested too deeply.
  private(set) var isTooDeep = false
  private var aliases: [Step: String] = [:]
  private let prefix: String
  private var aliasCount = 0

  init(_ translator: PredicateTranslator, alias: String) {
    layout = translator.layout
    storeIdentifier = translator.storeIdentifier
    custom = translator.custom
    prefix = alias
  }

  /// Translates an expression.
  ///
  /// The cast is of the node's type: a cast of the node would copy the whole subtree at each level.
  func operand<Node: PredicateExpression>(_ node: borrowing Node) -> Operand {
    guard let type = Node.self as? any SQLTranslatable.Type else { return .unknown }
    if cairn_stack_left() < Self.stackReserve {
      isTooDeep = true
      return .failure
    }
    func translate<T: SQLTranslatable>(_ type: T.Type, _ node: UnsafeRawPointer) -> Operand {
      // `type` is the exact type of the node.
      node.assumingMemoryBound(to: type).pointee.translate(in: self)
    }
    return withUnsafePointer(to: node) { translate(type, $0) }
  }

  /// The free stack space that evaluating a node requires, in bytes.
  private static var stackReserve: Int { 128 << 10 }

  /// Translates a Boolean expression.
  func condition<Node: PredicateExpression>(_ node: borrowing Node) -> Condition {
    operand(node).condition
  }

  /// Returns a new table alias.
  func newAlias() -> String {
    aliasCount += 1
    return "\(prefix)_\(aliasCount)"
  }

  /// A step from the row with an alias to the target of a column.
  private struct Step: Hashable {
    let key: SQLFragment
    let parent: String
  }

  /// The alias of the target of `key`, which is the same for each reference.
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

  /// The row's key of an identifier; nil if it does not refer to a row of this store.
  func key(of identifier: PersistentIdentifier, entity: EntityLayout) -> Int64? {
    guard identifier.storeIdentifier == storeIdentifier, identifier.key > 0 || custom != nil,
      identifier.entityName == entity.name
        || layout.entity(named: identifier.entityName)?.table == entity.table
    else { return nil }
    return custom == nil ? identifier.key : custom?.key(of: identifier)
  }
}
