// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Checks the store for damage and missing files, and measures it, without changing it.
  ///
  /// Other processes may write meanwhile. The check reads the whole file. It throws an error if the
  /// file does not exist, is not a store, or was written by a newer version.
  package func check() throws -> StoreReport {
    try requireFile()
    var report = StoreReport()
    report.databaseBytes = FileSystem.size(url)
    report.logBytes = FileSystem.size(url, "-wal")
    try translatingErrors {
      do {
        let queue = try open()
        defer { try? queue.close() }
        try queue.read { try check($0, &report) }
        try checkFiles(queue, &report)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        report.problems.append(
          "The database is damaged (\(error.message ?? "no details")). \(DamageReport(path: name))")
      }
    }
    addHints(&report)
    return report
  }

  private func check(_ database: Database, _ report: inout StoreReport) throws {
    try requireStore(database)
    report.format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    report.identifier = try Self.identifier(database)
    if report.identifier == nil { report.problems.append("The store's identifier is missing.") }
    report.schemaVersion = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'version'")
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    report.freeBytes = try pageSize * (Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0)
    try checkIntegrity(database, &report)
    try checkReferences(database, &report)
    let sizes = Self.sizes(database)
    for name in try DatabaseStructure(database).tables.keys.sorted() {
      let rows = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM \(SQLFragment.quoted(name))")
      report.tables.append(.init(name: name, rows: rows ?? 0, bytes: sizes[name]))
    }
    if try Int.fetchOne(database, sql: HistorySQL.exists) == 1 {
      report.transactions =
        try Int.fetchOne(database, sql: "SELECT count(*) FROM _cairn_history") ?? 0
    }
  }

  private func checkIntegrity(_ database: Database, _ report: inout StoreReport) throws {
    // The full check compares indexes with the rows, whose sort keys of other rules can't be calculated.
    let pragma =
      try DerivedIndexes.hasForeignSortKeys(database) ? "quick_check" : "integrity_check"
    let answers = try String.fetchAll(database, sql: "PRAGMA \(pragma)(20)")
    if answers == ["ok"] { return }
    report.problems += answers.flatMap { $0.split(separator: "\n").map(String.init) }
      .prefix(20).map { "The database is damaged: \($0)." }
    report.problems.append(DamageReport(path: name).description)
  }

  private func checkReferences(_ database: Database, _ report: inout StoreReport) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2")
    for row in rows {
      let (table, parent, count): (String, String, Int) = (row[0], row[1], row[2])
      report.problems.append(
        "\(count) references of \(table) point to missing rows of \(parent).")
    }
  }

  /// The sizes of tables with their indexes in bytes; empty if SQLite has no `dbstat` table.
  private static func sizes(_ database: Database) -> [String: Int] {
    let sql = """
      SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) \
      WHERE aggregate = TRUE GROUP BY tbl_name
      """
    let rows = (try? Row.fetchAll(database, sql: sql)) ?? []
    return Dictionary(
      rows.map { ($0[0] as String, $0[1] as Int) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Files

  private func checkFiles(_ queue: DatabaseQueue, _ report: inout StoreReport) throws {
    let present = Set(files.directory.map(FileSystem.names(in:)) ?? [])
    let named = try queue.read(Self.namedFiles)
    var missing = named.subtracting(present)
    var unnamed = present.subtracting(named)
    if !missing.isEmpty || !unnamed.isEmpty {
      // A file of a running save is listed in its journal, or is committed by the second query.
      let journaled = files.journaledNames
      let namedNow = try queue.read(Self.namedFiles)
      let presentNow = Set(files.directory.map(FileSystem.names(in:)) ?? [])
      missing = missing.intersection(namedNow).subtracting(presentNow)
      unnamed = unnamed.intersection(presentNow).subtracting(namedNow).subtracting(journaled)
    }
    report.externalFiles = present.count
    report.externalBytes = present.reduce(0) { $0 + files.size($1) }
    report.missingFiles = missing.sorted()
    report.unnamedFiles = unnamed.sorted()
    if let first = report.missingFiles.first, let directory = files.directory {
      report.problems.append(
        "\(missing.count) external files are missing from "
          + "\(directory.path(percentEncoded: false)), first \(first). Restore them from a backup.")
    }
  }

  private func addHints(_ report: inout StoreReport) {
    if report.freeBytes > 1 << 20, report.freeBytes > report.databaseBytes / 4 {
      report.hints.append("A vacuum would reclaim \(report.freeBytes) bytes.")
    }
    if report.logBytes > 2 * Store.logLimit {
      report.hints.append(
        "The log has \(report.logBytes) bytes because of a long-running reader. A vacuum empties "
          + "it after that reader has ended.")
    }
    if !report.unnamedFiles.isEmpty {
      report.hints.append(
        "\(report.unnamedFiles.count) external files are not referenced by any row and "
          + "only use disk space.")
    }
    if StoreBackup.exists(for: url) {
      report.hints.append(
        "\(StoreBackup.url(of: url).path(percentEncoded: false)) is the backup of a killed or "
          + "running migration; the next opening of the store removes it.")
    }
  }
}

extension ExternalFiles {
  /// The names of the files in the journals of unfinished saves.
  fileprivate var journaledNames: Set<String> {
    var names: Set<String> = []
    for note in leftOverJournals {
      let text = (try? String(contentsOf: note, encoding: .utf8)) ?? ""
      names.formUnion(text.split(separator: "\n").map(String.init))
    }
    return names
  }
}
