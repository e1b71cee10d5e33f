// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateTranslator {
  /// The terms of ORDER BY for sort descriptors, over the table `alias`; the key settles ties.
  ///
  /// Nil sorts first in ascending order, in SQL as in Foundation, and strings sort as in Swift, by
  /// the collation `cairn_text`. `isExact` is false if a descriptor sorts by something that SQL
  /// can't: a comparator, a computed property, an enum, a property of an optional relationship.
  /// The caller then sorts; the order only says what to do before.
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
    for (relationship, index) in row.entity.indexByKeyPath {
      guard let destination = row.entity.properties[index].destination else { continue }
      // A property of a required to-one, or the number of a to-many.
      switch property(relationship, of: row) {
      case .model(let model) where !model.isNullable:
        for (rest, _) in model.entity.indexByKeyPath
        where relationship.appending(path: rest) == keyPath {
          return term(property(rest, of: model))
        }
      case .rows(let rows):
        if relationship.appending(path: Self.countPath(destination.type)) == keyPath {
          return "(\(rows.select("COUNT(*)", where: .true)))"
        }
      default: continue
      }
    }
    return nil
  }

  private func term(_ operand: Operand) -> SQLFragment? {
    guard case .scalar(let scalar) = operand, scalar.hasNativeOrder,
      scalar.type.isOrdered || scalar.type == .boolean
    else { return nil }
    return "\(scalar.value)\(Comparing.collation(scalar.type, true))"
  }

  private static func countPath(_ type: any PersistentModel.Type) -> AnyKeyPath {
    func path<Model: PersistentModel>(_: Model.Type) -> AnyKeyPath { \[Model].count }
    return path(type)
  }
}
