// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The plan by which SQLite executes a fetch.
enum QueryPlan {
  /// Returns the lines of the plan.
  static func lines<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in context: ModelContext
  ) throws -> [String] {
    let layout = context.layout(ofStore: 0)
    let entity = try #require(layout.entity(for: Model.self))
    let translator = PredicateTranslator(layout: layout, storeIdentifier: "")
    var sql: SQLFragment = "SELECT t._pk FROM \(identifier: entity.table) AS t"
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
  static func scans<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, in context: ModelContext
  ) throws -> [String] {
    try lines(descriptor, in: context).filter {
      $0.hasPrefix("SCAN ") && !$0.contains("VIRTUAL TABLE")
    }
  }
}
