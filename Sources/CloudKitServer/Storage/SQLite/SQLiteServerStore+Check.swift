// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// The maximum number of problems in a report.
  private static let problemLimit = 100

  /// Checks a server's file and, if `assets` is given, the asset files in that folder.
  ///
  /// The check only reads, and may run while other processes read and write. It returns at most 100
  /// problems. A deep check also reads the content of every asset.
  ///
  /// - throws: ``StorageError`` if the file cannot be read.
  package static func check(
    _ file: URL, assets: URL? = nil, isDeep: Bool = false
  ) async throws -> [String] {
    do {
      var configuration = Configuration()
      configuration.label = "cairn.cloud.check"
      configuration.busyMode = .timeout(10)
      let queue = try DatabaseQueue(
        path: file.path(percentEncoded: false), configuration: configuration)
      let damage = try await queue.unsafeRead { try pageProblems($0) }
      // With corrupt pages, all further problems would be consequences.
      if !damage.isEmpty { return damage }
      return try await queue.read { db in
        var problems = try rowProblems(db, of: file.lastPathComponent)
        if let assets, problems.count < problemLimit {
          problems += try fileProblems(db, AssetFiles(existing: assets), isDeep)
        }
        return Array(problems.prefix(problemLimit))
      }
    } catch let error as StorageError {
      throw error
    } catch {
      // The list of tables itself is unreadable; otherwise each table is checked separately.
      if case .damaged(let reason) = StorageError(error) {
        return ["the file header or the list of tables: \(reason)"]
      }
      throw StorageError(error)
    }
  }

  /// Checks the rows of a copy; throws if its pages are corrupt.
  static func rowProblems(_ copy: DatabaseQueue, named name: String) throws -> [String] {
    if let damage = try copy.unsafeRead({ try pageProblems($0) }).first {
      throw BackupError.corruptFile(file: name, problem: damage)
    }
    return try Array(copy.read { try rowProblems($0, of: name) }.prefix(problemLimit))
  }

  // MARK: Pages

  /// Checks the pages, and names the table of each problem.
  ///
  /// Must run outside of a transaction, which corruption may end.
  private static func pageProblems(_ db: Database) throws -> [String] {
    let overall = integrityProblems(db, "PRAGMA integrity_check(\(problemLimit))")
    if overall.isEmpty { return [] }
    // Most problems of the overall check do not name the table.
    let tables = try? String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
    var problems: [String] = []
    for table in tables ?? [] where problems.count < problemLimit {
      problems += integrityProblems(
        db, "PRAGMA integrity_check(\(table.quotedDatabaseIdentifier))"
      ).map { "table \(table): \($0)" }
    }
    return Array((problems.isEmpty ? overall : problems).prefix(problemLimit))
  }

  private static func integrityProblems(_ db: Database, _ check: String) -> [String] {
    var problems: [String] = []
    do {
      let rows = try String.fetchCursor(db, sql: check)
      while let row = try rows.next() {
        problems += row.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("***") }
      }
    } catch {
      // SQLite checks the pages first, and may then fail because of an already reported problem.
      if problems.isEmpty { problems = [StorageError(error).description] }
    }
    return problems == ["ok"] ? [] : problems
  }

  // MARK: Rows

  /// The SQL condition for valid asset file names, which must not contain a folder.
  static let hasFileName = "(length(file) = 36 AND file NOT GLOB '*[^0-9a-f-]*')"

  /// Queries that select one message for each problem.
  private static let rowChecks = [
    """
    SELECT 'zone ' || zones.id || ' lists ' || record_bytes || ' bytes of records, but has '
      || coalesce(sum(\(StoredRecord.envelopeBytes) + length(records.name) + length(fields)), 0)
    FROM zones LEFT JOIN records ON zone = zones.id AND fields IS NOT NULL
    WHERE is_deleted = 0 GROUP BY zones.id
    HAVING record_bytes
      <> coalesce(sum(\(StoredRecord.envelopeBytes) + length(records.name) + length(fields)), 0)
    """,
    """
    SELECT 'database ' || databases.id || ' lists ' || databases.record_bytes
      || ' bytes of records, but its zones have ' || coalesce(sum(zones.record_bytes), 0)
    FROM databases LEFT JOIN zones ON database = databases.id GROUP BY databases.id
    HAVING databases.record_bytes <> coalesce(sum(zones.record_bytes), 0)
    """,
    """
    SELECT 'database ' || databases.id || ' lists ' || asset_bytes
      || ' bytes of assets, but has ' || coalesce(sum(size), 0)
    FROM databases LEFT JOIN assets ON database = databases.id GROUP BY databases.id
    HAVING asset_bytes <> coalesce(sum(size), 0)
    """,
    """
    SELECT 'container ' || container || ' lists ' || schemas.record_bytes
      || ' bytes of records and ' || schemas.asset_bytes || ' of assets in ' || environment
      || ', but its databases have ' || coalesce(sum(databases.record_bytes), 0) || ' and '
      || coalesce(sum(databases.asset_bytes), 0)
    FROM schemas LEFT JOIN databases ON schema = schemas.id GROUP BY schemas.id
    HAVING schemas.record_bytes <> coalesce(sum(databases.record_bytes), 0)
      OR schemas.asset_bytes <> coalesce(sum(databases.asset_bytes), 0)
    """,
    """
    SELECT 'zone ' || zones.id || ' is at position ' || position || ', but has a change at '
      || max(sequence)
    FROM zones JOIN records ON zone = zones.id GROUP BY zones.id HAVING max(sequence) > position
    """,
    """
    SELECT 'database ' || databases.id || ' is at position ' || databases.position
      || ', but has a change at ' || max(log_position)
    FROM databases JOIN zones ON database = databases.id GROUP BY databases.id
    HAVING max(log_position) > databases.position
    """,
    """
    SELECT 'asset ' || id || ' has the invalid file name ' || quote(file) FROM assets
    WHERE NOT \(hasFileName)
    """,
    """
    SELECT 'record ' || records.id || ' is in zone ' || zone || ', which does not exist'
    FROM records WHERE zone NOT IN (SELECT id FROM zones)
      AND zone NOT IN (SELECT zone FROM zone_purges)
    """,
    """
    SELECT 'record ' || record || ' refers to asset ' || asset || ', which does not exist'
    FROM asset_holders WHERE asset NOT IN (SELECT id FROM assets)
    """,
    """
    SELECT 'asset ' || asset || ' is referenced by record ' || record || ', which does not exist'
    FROM asset_holders WHERE record NOT IN (SELECT id FROM records WHERE fields IS NOT NULL)
      AND zone NOT IN (SELECT zone FROM zone_purges)
    """,
    """
    SELECT 'asset ' || id || CASE WHEN kept_until IS NULL
      THEN ' is retained without a reference' ELSE ' is due for removal, but referenced' END
    FROM assets WHERE (kept_until IS NULL) <> EXISTS (SELECT 1 FROM asset_holders WHERE asset = id)
    """,
  ]

  private static func rowProblems(_ db: Database, of name: String) throws -> [String] {
    if try migrator.hasBeenSuperseded(db) { throw StorageError.newer(name) }
    guard try migrator.hasCompletedMigrations(db) else { return [] }
    var problems: [String] = []
    for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(problemLimit) {
      let (table, parent) = (row[0] as String, row[2] as String)
      let number = (row[1] as Int64?).map { " \($0)" } ?? ""
      problems.append("row\(number) of \(table) refers to a missing row of \(parent)")
    }
    for check in rowChecks where problems.count < problemLimit {
      problems += try String.fetchAll(db, sql: check + " LIMIT \(problemLimit)")
    }
    return problems
  }

  // MARK: Files

  private static func fileProblems(_ db: Database, _ files: AssetFiles, _ isDeep: Bool) throws
    -> [String]
  {
    var problems: [String] = []
    // Unreferenced assets may be removed at any time.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, file, size, checksum FROM assets WHERE kept_until IS NULL ORDER BY id")
    while let row = try rows.next(), problems.count < problemLimit {
      let (id, name, size) = (row[0] as Int64, row[1] as String, row[2] as Int64)
      let asset = "asset \(id), file \(name),"
      switch files.size(name) {
      case nil: problems.append("\(asset) is missing")
      case let found? where found != size:
        problems.append("\(asset) has \(found) bytes instead of \(size)")
      case _ where isDeep:
        let checksum = try? files.checksum(name)
        if checksum != row[3] as String {
          problems.append("\(asset) has a wrong checksum")
        }
      default: break
      }
    }
    return problems
  }
}
