package struct TranslatedPredicate { package var condition: SQLFragment; package var isExact: Bool; package var entities: Set<String> }
package struct PredicateTranslator {
  package init(layout: StoreLayout, storeIdentifier: String) {}
  package func translate<T: PersistentModel>(_ predicate: Predicate<T>, entity: EntityLayout, alias: String) throws -> TranslatedPredicate { .init(condition: "1", isExact: false, entities: [entity.name]) }
  package func translate<T>(_ sort: [SortDescriptor<T>], entity: EntityLayout, alias: String) -> (order: SQLFragment, isExact: Bool) { ("\"t\"._pk", sort.isEmpty) }
}
