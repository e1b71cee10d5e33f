// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateTranslator {
  /// The terms of ORDER BY for sort descriptors, over the table `alias`; the key settles ties.
  ///
  /// Nil sorts first in ascending order, in SQL as in Foundation, and strings sort as in Swift or
  /// as the comparator says, by collations of ours. Relationships, their counts and the parts of
  /// composite values are followed. `isExact` is false if a descriptor sorts by something that SQL
  /// can't: a computed property, above all. The caller then sorts; the order only says what to do
  /// before.
  package func translate<Model: PersistentModel>(
    _ sort: [SortDescriptor<Model>], entity: EntityLayout, alias: String
  ) -> (order: SQLFragment, isExact: Bool) {
    let key: SQLFragment = "\(identifier: alias).\(identifier: EntityLayout.primaryKey)"
    if sort.isEmpty { return (key, true) }
    let translation = Translation(self, alias: alias)
    var terms: [SQLFragment] = []
    for descriptor in sort {
      guard descriptor.hasPlainOrder, let keyPath = descriptor.keyPath,
        let term = translation.term(keyPath, ModelReference(row: alias, entity: entity))
      else { return (key, false) }
      terms.append(term + (descriptor.order == .forward ? "" : " DESC"))
    }
    return ((terms + [key]).joined(separator: ", "), true)
  }
}

extension SortDescriptor {
  /// True if the values are compared by their own `<`.
  fileprivate var hasPlainOrder: Bool {
    guard let comparator = stringComparator else { return true }
    return comparator == .lexical
  }
}

extension Translation {
  /// A term of ORDER BY for a key path from a row, without its direction.
  fileprivate func term(_ keyPath: AnyKeyPath, _ row: ModelReference) -> SQLFragment? {
    if row.entity.indexByKeyPath[keyPath] != nil {
      return term(property(keyPath, of: row))
    }
    if let count = count(keyPath, row) { return term(.scalar(count)) }
    var steps = KeyPathSteps.of(keyPath)
    // A single step that is no property of the model's is computed.
    guard steps.count > 1 else { return nil }
    let collation = steps.last.flatMap { LocalizedKey.collations[$0] }
    if collation != nil { steps.removeLast() }
    var operand = Operand.model(row)
    for step in steps {
      guard let next = self.step(step, of: operand) else { return nil }
      operand = next
    }
    return term(operand, collation)
  }

  /// The number of a to-many relationship.
  ///
  /// Its path can be put together, so that it needs no description.
  private func count(_ keyPath: AnyKeyPath, _ row: ModelReference) -> Scalar? {
    for (relationship, index) in row.entity.indexByKeyPath {
      guard let destination = row.entity.properties[index].destination,
        relationship.appending(path: Self.countPath(destination.type)) == keyPath,
        case .rows(let rows) = property(relationship, of: row)
      else { continue }
      return rows.count
    }
    return nil
  }

  /// What one step of a key path leads to.
  private func step(_ step: String, of operand: Operand) -> Operand? {
    switch operand {
    case .model(let model):
      for (path, _) in model.entity.indexByKeyPath where KeyPathSteps.step(of: path) == step {
        return property(path, of: model)
      }
      return nil
    case .rows(let rows):
      guard KeyPathSteps.step(of: Self.countPath(rows.entity.type)) == step else { return nil }
      return .scalar(rows.count)
    case .scalar(let scalar) where scalar.place != nil:
      if step == KeyPathSteps.step(of: \[Int].count) { return nil }
      return StoredMember.translate(named: step, of: scalar).map { .scalar($0) }
    default: return nil
    }
  }

  private func term(_ operand: Operand, _ collation: String? = nil) -> SQLFragment? {
    guard case .scalar(let scalar) = operand, scalar.requirements.isEmpty else { return nil }
    if let collation {
      guard scalar.type == .text else { return nil }
      return "\(scalar.value) COLLATE \(SQLFragment(stringLiteral: collation))"
    }
    if scalar.hasNativeOrder, scalar.type.isOrdered || scalar.type == .boolean {
      return "\(scalar.value)\(Comparing.collation(scalar.type, true))"
    }
    // The rank of an enum's case.
    guard let ranks = EnumCases.ranked(scalar.swiftType, as: scalar.type) else { return nil }
    let cases = ranks.enumerated().flatMap { rank, values in
      values.map { "WHEN \(value: $0) THEN \(value: .integer(Int64(rank)))" as SQLFragment }
    }
    return "CASE \(scalar.flattened.bytewise) \(cases.joined(separator: " ")) END"
  }

  private static func countPath(_ type: any PersistentModel.Type) -> AnyKeyPath {
    func path<Model: PersistentModel>(_: Model.Type) -> AnyKeyPath { \[Model].count }
    return path(type)
  }
}
