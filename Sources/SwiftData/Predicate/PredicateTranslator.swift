// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Turns predicates and sort descriptors into SQL over the tables of a layout.
///
/// A predicate that SQL can't say, or can't say in Swift's sense, becomes a wider condition, and
/// the rows that it selects are asked again in Swift: no predicate is refused for what it says.
package struct PredicateTranslator: Sendable {
  let layout: StoreLayout
  let storeIdentifier: String

  /// A translator for one store; identifiers of other stores match none of its rows.
  package init(layout: StoreLayout, storeIdentifier: String) {
    self.layout = layout
    self.storeIdentifier = storeIdentifier
  }

  /// The condition that selects the models that a predicate accepts, over the table `alias`.
  ///
  /// Throws if the predicate has more predicates in predicates than the stack has room for.
  package func translate<Model: PersistentModel>(
    _ predicate: Predicate<Model>, entity: EntityLayout, alias: String
  ) throws(SwiftDataError) -> TranslatedPredicate {
    let translation = Translation(self, alias: alias)
    let row = ModelReference(row: alias, entity: entity)
    translation.entities.insert(entity.table)
    translation.variables[predicate.variable.key] = .model(row)
    let condition = translation.condition(predicate.expression)
    let search = SpatialSearch.condition(
      predicate.expression, entity: entity, alias: alias, in: translation)
    if translation.isTooDeep {
      throw SwiftDataError.unsupportedPredicate.saying(
        "A predicate over \(entity.name) has so many predicates in predicates that there is no room "
          + "to evaluate it. Combine fewer, or ask whether a collection contains the value.")
    }
    return TranslatedPredicate(
      condition: search.map { .and($0, condition.whenTrue) } ?? condition.whenTrue,
      isExact: condition.isExact, entities: translation.entities)
  }
}

/// A predicate in SQL.
package struct TranslatedPredicate: Sendable {
  /// A SQL expression over the table that is 0 or 1, never NULL.
  package var condition: SQLFragment
  /// False if the condition also selects rows that the predicate does not accept; each is then to
  /// be asked by ``Foundation/Predicate/accepts(_:)``.
  package var isExact: Bool
  /// The tables of all entities on which the answer depends.
  package var entities: Set<String>
}

extension Predicate {
  /// Whether the predicate accepts a value; one whose evaluation throws (`nil!`) is not accepted.
  package func accepts(_ input: repeat each Input) -> Bool {
    (try? evaluate(repeat each input)) ?? false
  }
}
