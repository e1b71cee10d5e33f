// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateTranslator {
  /// The terms of ORDER BY for sort descriptors, over the table `alias`; the key breaks ties.
  ///
  /// Nil sorts first in ascending order, in SQL as in Foundation. Strings sort by the keys of their
  /// language, or with `.lexical` as in Swift, by a collation. Key paths may contain relationships, their counts, and
  /// properties of composite values. `isExact` is false if SQL can't sort by a descriptor, usually
  /// because its property is computed. The caller must then sort the result itself.
  package func translate<Model: PersistentModel>(
    _ sort: [SortDescriptor<Model>], entity: EntityLayout, alias: String
  ) -> (order: SQLFragment, isExact: Bool) {
    let key: SQLFragment = "\(identifier: alias).\(identifier: EntityLayout.primaryKey)"
    if sort.isEmpty { return (key, true) }
    let translation = Translation(self, alias: alias)
    var terms: [SQLFragment] = []
    for descriptor in sort {
      guard let keyPath = descriptor.keyPath,
        let term = translation.term(
          keyPath, ModelReference(row: alias, entity: entity), descriptor.stringOrder)
      else { return (key, false) }
      terms.append(term + (descriptor.order == .forward ? "" : " DESC"))
    }
    return ((terms + [key]).joined(separator: ", "), true)
  }
}

extension PredicateTranslator {
  /// The value of a key path from a row of the table `alias`; nil if it is not a value of one column.
  func value(of keyPath: AnyKeyPath, entity: EntityLayout, alias: String) -> SQLFragment? {
    Translation(self, alias: alias).value(keyPath, ModelReference(row: alias, entity: entity))
  }
}

extension Translation {
  /// The ORDER BY term of a key path from a row, without its direction.
  fileprivate func term(
    _ keyPath: AnyKeyPath, _ row: ModelReference, _ order: StringOrder?
  ) -> SQLFragment? {
    if row.entity.indexByKeyPath[keyPath] != nil {
      return term(property(keyPath, of: row), order)
    }
    if let count = count(keyPath, row) { return term(.scalar(count), nil) }
    return related(keyPath, row).flatMap { term($0, order) }
  }

  /// The value of a key path from a row, if it is a column of the row or of a related row.
  fileprivate func value(_ keyPath: AnyKeyPath, _ row: ModelReference) -> SQLFragment? {
    let isProperty = row.entity.indexByKeyPath[keyPath] != nil
    let operand = isProperty ? property(keyPath, of: row) : related(keyPath, row)
    guard case .scalar(let scalar) = operand, scalar.requirements.isEmpty, scalar.jsonPath == nil
    else { return nil }
    return scalar.value
  }

  /// The count of a to-many relationship's targets.
  ///
  /// The key path of the count can be composed, so the comparison needs no description.
  func count(_ keyPath: AnyKeyPath, _ row: ModelReference) -> Scalar? {
    for (relationship, index) in row.entity.indexByKeyPath {
      guard let destination = row.entity.properties[index].destination,
        relationship.appending(path: Self.countPath(destination.type)) == keyPath,
        case .rows(let rows) = property(relationship, of: row)
      else { continue }
      return rows.count
    }
    return nil
  }

  /// The operand of a key path with several components.
  func related(_ keyPath: AnyKeyPath, _ row: ModelReference) -> Operand? {
    if let property = requiredTargetProperty(keyPath, row) { return property }
    if let property = composedProperty(keyPath, row) { return property }
    let steps = KeyPathSteps.of(keyPath)
    // A single component that is not a property of the model is computed.
    guard steps.count > 1 else { return nil }
    var operand = Operand.model(row)
    for step in steps {
      guard let next = self.step(step, of: operand) else { return nil }
      operand = next
    }
    return operand
  }

  /// A property of a required to-one relationship's target.
  ///
  /// The key path can be composed, so the comparison needs no description.
  private func requiredTargetProperty(_ keyPath: AnyKeyPath, _ row: ModelReference) -> Operand? {
    for (relationship, index) in row.entity.indexByKeyPath {
      guard let destination = row.entity.properties[index].destination else { continue }
      // A path from the target can't be appended to an optional or a to-many relationship.
      for path in ModelDescription.of(destination.type).keyPaths
      where relationship.appending(path: path) == keyPath {
        guard case .model(let target) = property(relationship, of: row) else { return nil }
        return property(path, of: target)
      }
    }
    return nil
  }

  /// A property of a related model, behind any optional to-one relationships.
  ///
  /// The key path can be composed, so the comparison needs no description.
  private func composedProperty(_ keyPath: AnyKeyPath, _ row: ModelReference) -> Operand? {
    guard let path = ComposedKeyPaths.properties(of: keyPath, from: row.entity.type) else {
      return nil
    }
    var operand = Operand.model(row)
    for property in path {
      guard case .model(let model) = operand else { return nil }
      operand = self.property(property, of: model)
    }
    return operand
  }

  /// The operand of the next component of a key path.
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
    case .scalar(let scalar) where scalar.jsonPath != nil:
      if step == KeyPathSteps.step(of: \[Int].count) { return nil }
      return StoredMember.translate(named: step, of: scalar).map { .scalar($0) }
    default: return nil
    }
  }

  private func term(_ operand: Operand, _ order: StringOrder?) -> SQLFragment? {
    guard case .scalar(let scalar) = operand, scalar.requirements.isEmpty else { return nil }
    if let order, order != .lexical {
      guard scalar.type == .text else { return nil }
      return order.key(of: scalar.value)
    }
    if scalar.hasNativeOrder, scalar.type.isOrdered || scalar.type == .boolean {
      return "\(scalar.value)\(ComparisonSQL.collation(scalar.type, true))"
    }
    // An enum sorts by the rank of its case.
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
