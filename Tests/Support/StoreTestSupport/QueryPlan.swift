// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

/// The plan by which SQLite executes a fetch.
package enum QueryPlan {
  /// The context's first store does not have the model.
  package struct UnknownModel: Error {}

  /// Returns the lines of the plan.
  ///
  /// - Parameters:
  ///   - descriptor: The fetch.
  ///   - context: A context of the store.
  ///   - columns: The columns that the query reads, of the table `t`.
  package static func lines<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in context: ModelContext, columns: SQLFragment = "t._pk"
  ) throws -> [String] {
    let layout = context.layout(ofStore: 0)
    guard let entity = layout.entity(for: Model.self) else { throw UnknownModel() }
    let translator = PredicateTranslator(layout: layout, storeIdentifier: "")
    var sql: SQLFragment = "SELECT \(columns) FROM \(identifier: entity.table) AS t"
    if let predicate = descriptor.predicate {
      let translated = try translator.translate(predicate, entity: entity, alias: "t")
      sql += " WHERE \(translated.condition)"
    }
    let order = translator.translate(descriptor.sortBy, entity: entity, alias: "t")
    if order.isExact { sql += " ORDER BY \(order.order)" }
    let (text, bindings) = sql.prepare()
    var lines: [String] = []
    try context.reading(store: 0) { tables in
      try tables.run("EXPLAIN QUERY PLAN " + text, bindings) { row in
        lines.append(row.text(3) ?? "")
      }
    }
    return lines
  }

  /// Returns the lines that read a whole table.
  package static func scans<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in context: ModelContext
  ) throws -> [String] {
    try lines(descriptor, in: context).filter {
      $0.hasPrefix("SCAN ") && !$0.contains("VIRTUAL TABLE")
    }
  }
}
