// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL of full-text tables (FTS5) and of the triggers that update them.
///
/// The tables have external content: they store only the index, and read texts from the model's
/// table.
enum FullTextSQL {
  static func statements(_ entity: EntityLayout) -> [String] {
    entity.ownIndexes.filter(\.isFullText).flatMap { statements($0, entity) }
  }

  /// Indexes the rows again, whatever the state of the index.
  static func rebuild(_ name: String) -> String {
    let table = SQLFragment.quoted(name)
    return "INSERT INTO \(table)(\(table)) VALUES ('rebuild')"
  }

  private static func statements(_ index: IndexLayout, _ entity: EntityLayout) -> [String] {
    let owner = SQLFragment.quoted(entity.table)
    let key = EntityLayout.primaryKey
    let name = index.tableName(in: entity)
    let table = SQLFragment.quoted(name)
    let columns = index.properties.map { SQLFragment.quoted(entity.properties[$0].column) }
    let list = columns.joined(separator: ", ")
    func values(_ row: String) -> String {
      ([key] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let insert = "INSERT INTO \(table)(rowid, \(list)) VALUES (\(values("NEW")));"
    let delete =
      "INSERT INTO \(table)(\(table), rowid, \(list)) VALUES ('delete', \(values("OLD")));"
    func trigger(_ event: String, _ body: String) -> String {
      let suffix = event.prefix { $0 != " " }.lowercased()
      return
        "CREATE TRIGGER \(SQLFragment.quoted("\(name)_\(suffix)")) AFTER \(event) ON \(owner) "
        + "BEGIN \(body) END"
    }
    let options =
      index.kind == .words ? "tokenize='cairn'" : "tokenize='cairn substrings', detail=none"
    return [
      "CREATE VIRTUAL TABLE \(table) USING fts5(\(list), content=\(owner), "
        + "content_rowid='\(key)', \(options))",
      trigger("INSERT", insert), trigger("DELETE", delete),
      trigger("UPDATE OF \(list)", "\(delete) \(insert)"),
    ]
  }
}
