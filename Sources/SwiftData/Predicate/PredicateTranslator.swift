// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Translates predicates and sort descriptors to SQL over the tables of a layout.
///
/// If SQL can't express a predicate with Swift's semantics, the translation is a wider condition,
/// and Swift evaluates the predicate for the selected rows. Every predicate is therefore supported.
package struct PredicateTranslator: Sendable {
  let layout: StoreLayout
  let storeIdentifier: String
  /// The custom store that assigns identifiers, if there is one.
  let custom: CustomStore?

  /// Creates a translator for a store; identifiers of other stores match no rows.
  package init(layout: StoreLayout, storeIdentifier: String) {
    self.init(layout: layout, storeIdentifier: storeIdentifier, custom: nil)
  }

  /// Creates a translator for a store that may be custom.
  init(layout: StoreLayout, storeIdentifier: String, custom: CustomStore?) {
    self.layout = layout
    self.storeIdentifier = storeIdentifier
    self.custom = custom
  }

  /// The condition that selects the models that match a predicate, over the table `alias`.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` if the predicate is nested too deeply for
  ///   the thread's stack.
  package func translate<Model: PersistentModel>(
    _ predicate: Predicate<Model>, entity: EntityLayout, alias: String
  ) throws(SwiftDataError) -> TranslatedPredicate {
    // The tables of fetches have one alias.
    let shaped =
      alias == Self.fetchAlias && entity.hasShapes
      ? ShapedPredicate.of(predicate.expression, predicate.variable.key) : nil
    if let shaped, let known = entity.shapes.translation(of: shaped) { return known }
    let translated = try translateNodes(predicate, entity: entity, alias: alias)
    if let shaped { entity.shapes.record(translated, of: shaped) }
    return translated
  }

  /// The alias of the table in fetches.
  static let fetchAlias = "t"

  private func translateNodes<Model: PersistentModel>(
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
      throw SwiftDataError.unsupportedPredicate.withMessage(
        "A predicate over \(entity.name) nests too many predicates for the stack of the thread. "
          + "Combine fewer, or test whether a collection contains the value.")
    }
    return TranslatedPredicate(
      condition: search.map { .and($0, condition.whenTrue) } ?? condition.whenTrue,
      isExact: condition.isExact, entities: translation.entities)
  }
}

/// A predicate translated to SQL.
package struct TranslatedPredicate: Sendable {
  /// A SQL expression over the table that is 0 or 1, never NULL.
  package var condition: SQLFragment
  /// False if the condition also selects rows that don't match the predicate.
  ///
  /// The caller must then filter the rows by ``Foundation/Predicate/accepts(_:)``.
  package var isExact: Bool
  /// The tables of all entities that the condition reads.
  package var entities: Set<String>
}

extension Predicate {
  /// Whether a value matches the predicate; false if the evaluation throws (`nil!`).
  package func accepts(_ input: repeat each Input) -> Bool {
    (try? evaluate(repeat each input)) ?? false
  }
}
