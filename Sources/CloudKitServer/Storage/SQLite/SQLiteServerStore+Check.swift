// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// The most that a check tells of.
  private static let problemLimit = 100

  /// What is wrong with a server's file and, if their folder is named, with the files of assets.
  ///
  /// Reads all of it and changes nothing, also while others read and write. Empty if nothing is wrong; at
  /// most 100 entries. A deep check reads every asset, too.
  ///
  /// - throws: ``StorageError`` if the file can't be looked at.
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
      // Where pages are damaged, what else is said would only follow from that.
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
      // Tables are looked at one by one once they are known.
      if case .damaged(let reason) = StorageError(error) {
        return ["the head of the file, or its list of tables: \(reason)"]
      }
      throw StorageError(error)
    }
  }

  /// What is wrong with the rows of a copy, whose pages have to be sound.
  static func rowProblems(_ copy: DatabaseQueue, named name: String) throws -> [String] {
    if let damage = try copy.unsafeRead({ try pageProblems($0) }).first {
      throw BackupError.notSound(file: name, problem: damage)
    }
    return try Array(copy.read { try rowProblems($0, of: name) }.prefix(problemLimit))
  }

  // MARK: Pages

  /// What is wrong with the pages, each problem with the table that it is in; outside of a transaction,
  /// which damage may end.
  private static func pageProblems(_ db: Database) throws -> [String] {
    let overall = integrityProblems(db, "PRAGMA integrity_check(\(problemLimit))")
    if overall.isEmpty { return [] }
    // Most of them do not say what is in a page.
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
      // It goes through the pages first, and may then stumble over what it has told of.
      if problems.isEmpty { problems = [StorageError(error).description] }
    }
    return problems == ["ok"] ? [] : problems
  }

  // MARK: Rows

  /// The names that files of assets have: a folder's name in one would lead out of ours.
  static let hasFileName = "(length(file) = 36 AND file NOT GLOB '*[^0-9a-f-]*')"

  /// What is wrong in a query's rows: each is a text.
  private static let rowChecks = [
    """
    SELECT 'zone ' || zones.id || ' counts ' || record_bytes || ' bytes of records, and has '
      || coalesce(sum(\(StoredRecord.envelopeBytes) + length(records.name) + length(fields)), 0)
    FROM zones LEFT JOIN records ON zone = zones.id AND fields IS NOT NULL
    WHERE is_deleted = 0 GROUP BY zones.id
    HAVING record_bytes
      <> coalesce(sum(\(StoredRecord.envelopeBytes) + length(records.name) + length(fields)), 0)
    """,
    """
    SELECT 'database ' || databases.id || ' counts ' || databases.record_bytes
      || ' bytes of records, and its zones ' || coalesce(sum(zones.record_bytes), 0)
    FROM databases LEFT JOIN zones ON database = databases.id GROUP BY databases.id
    HAVING databases.record_bytes <> coalesce(sum(zones.record_bytes), 0)
    """,
    """
    SELECT 'database ' || databases.id || ' counts ' || asset_bytes
      || ' bytes of assets, and has ' || coalesce(sum(size), 0)
    FROM databases LEFT JOIN assets ON database = databases.id GROUP BY databases.id
    HAVING asset_bytes <> coalesce(sum(size), 0)
    """,
    """
    SELECT 'container ' || container || ' counts ' || schemas.record_bytes || ' bytes of records and '
      || schemas.asset_bytes || ' of assets in ' || environment || ', and its databases '
      || coalesce(sum(databases.record_bytes), 0) || ' and '
      || coalesce(sum(databases.asset_bytes), 0)
    FROM schemas LEFT JOIN databases ON schema = schemas.id GROUP BY schemas.id
    HAVING schemas.record_bytes <> coalesce(sum(databases.record_bytes), 0)
      OR schemas.asset_bytes <> coalesce(sum(databases.asset_bytes), 0)
    """,
    """
    SELECT 'zone ' || zones.id || ' stands at ' || position || ', and has a change ' || max(sequence)
    FROM zones JOIN records ON zone = zones.id GROUP BY zones.id HAVING max(sequence) > position
    """,
    """
    SELECT 'database ' || databases.id || ' stands at ' || databases.position
      || ', and has a change ' || max(log_position)
    FROM databases JOIN zones ON database = databases.id GROUP BY databases.id
    HAVING max(log_position) > databases.position
    """,
    """
    SELECT 'asset ' || id || ' has the file ' || quote(file) || ', which can''t be' FROM assets
    WHERE NOT \(hasFileName)
    """,
    """
    SELECT 'record ' || records.id || ' is in zone ' || zone || ', which is not there'
    FROM records WHERE zone NOT IN (SELECT id FROM zones)
      AND zone NOT IN (SELECT zone FROM zone_purges)
    """,
    """
    SELECT 'record ' || record || ' has asset ' || asset || ', which is not there'
    FROM asset_holders WHERE asset NOT IN (SELECT id FROM assets)
    """,
    """
    SELECT 'asset ' || asset || ' is said to be of record ' || record || ', which is not there'
    FROM asset_holders WHERE record NOT IN (SELECT id FROM records WHERE fields IS NOT NULL)
      AND zone NOT IN (SELECT zone FROM zone_purges)
    """,
    """
    SELECT 'asset ' || id || CASE WHEN kept_until IS NULL
      THEN ' is kept, and no record has it' ELSE ' is to go, and a record has it' END
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
      problems.append("row\(number) of \(table) refers to a row of \(parent) that is not there")
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
    // What no record has may go at any time.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, file, size, checksum FROM assets WHERE kept_until IS NULL ORDER BY id")
    while let row = try rows.next(), problems.count < problemLimit {
      let (id, name, size) = (row[0] as Int64, row[1] as String, row[2] as Int64)
      let asset = "asset \(id), file \(name),"
      switch files.size(name) {
      case nil: problems.append("\(asset) is missing")
      case let found? where found != size:
        problems.append("\(asset) has \(found) bytes, and should have \(size)")
      case _ where isDeep:
        let checksum = try? files.checksum(name)
        if checksum != row[3] as String {
          problems.append("\(asset) has other bytes than were sent")
        }
      default: break
      }
    }
    return problems
  }
}
