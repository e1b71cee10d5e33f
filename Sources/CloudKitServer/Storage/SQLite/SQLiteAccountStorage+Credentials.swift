// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation
import GRDB

extension SQLiteAccountStorage {
  // MARK: API tokens

  package func addAPIToken(
    hash: [UInt8], container: String, environment: Environment, name: String,
    allowedOrigins: [String], callback: String?, at date: Date
  ) async throws -> Int64? {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO api_tokens
            (container, environment, hash, name, allowed_origins, callback, created)
          SELECT id, ?, ?, ?, ?, ?, ? FROM containers WHERE name = ?
          ON CONFLICT DO NOTHING
          """,
        arguments: [
          environment.rawValue, Data(hash), name, allowedOrigins.joined(separator: " "), callback,
          date.milliseconds, container,
        ])
      return db.changesCount > 0 ? db.lastInsertedRowID : nil
    }
  }

  package func apiTokens(ofContainer container: String?) async throws -> [APIToken] {
    try await read { db in
      let sql = Self.tokensSQL + " WHERE ?1 IS NULL OR containers.name = ?1 ORDER BY api_tokens.id"
      return try Row.fetchAll(db, sql: sql, arguments: [container]).compactMap(Self.token)
    }
  }

  package func apiToken(id: Int64) async throws -> APIToken? {
    try await read { db in
      try Row.fetchOne(db, sql: Self.tokensSQL + " WHERE api_tokens.id = ?", arguments: [id])
        .flatMap(Self.token)
    }
  }

  package func removeAPIToken(id: Int64) async throws -> Bool {
    try await changes("DELETE FROM api_tokens WHERE id = ?", [id])
  }

  // MARK: Sessions

  package func addSession(
    hash: [UInt8], user: Int64, container: String, environment: Environment, lifetime: Int,
    expires: Date, at date: Date
  ) async throws {
    let isAdded = try await write { db in
      try db.execute(
        sql: "DELETE FROM sessions WHERE expires < ?", arguments: [date.milliseconds])
      try db.execute(
        sql: """
          INSERT INTO sessions (hash, member, environment, lifetime, expires, created)
          SELECT ?, members.id, ?, ?, ?, ?
          FROM members JOIN containers ON containers.id = container JOIN users ON users.id = user
          WHERE user = ? AND containers.name = ? AND NOT is_disabled
          """,
        arguments: [
          Data(hash), environment.rawValue, lifetime, expires.milliseconds, date.milliseconds,
          user, container,
        ])
      return db.changesCount > 0
    }
    guard isAdded else { throw AccountError.noSuchMember(container: container) }
  }

  package func extendSession(hash: [UInt8], to expires: Date) async throws {
    _ = try await changes(
      "UPDATE sessions SET expires = ?1 WHERE hash = ?2 AND expires < ?1",
      [expires.milliseconds, Data(hash)])
  }

  package func removeSession(hash: [UInt8]) async throws {
    _ = try await changes("DELETE FROM sessions WHERE hash = ?", [Data(hash)])
  }

  package func removeSessions(ofContainer container: String) async throws {
    _ = try await changes(
      """
      DELETE FROM sessions WHERE member IN (
        SELECT members.id FROM members JOIN containers ON containers.id = container
        WHERE containers.name = ?)
      """, [container])
  }

  package func credentials(
    apiToken: [UInt8], session: [UInt8]?
  ) async throws -> (token: APIToken?, session: Session?) {
    try await read { db in
      let tokens = try db.cachedStatement(sql: Self.tokensSQL + " WHERE hash = ?")
      let token = try Row.fetchOne(tokens, arguments: [Data(apiToken)]).flatMap(Self.token)
      guard let session else { return (token, nil) }
      let sessions = try db.cachedStatement(sql: Self.sessionsSQL)
      let row = try Row.fetchOne(sessions, arguments: [Data(session)])
      return (token, row.flatMap(Self.session))
    }
  }

  // MARK: Keys

  package func addSigningKey(_ key: SigningKey) async throws -> Bool {
    try await changes(
      """
      INSERT INTO signing_keys
        (id, container, environment, name, public_key, record_name, created)
      SELECT ?, id, ?, ?, ?, ?, ? FROM containers WHERE name = ?
      ON CONFLICT DO NOTHING
      """,
      [
        key.id, key.environment.rawValue, key.name, Data(key.publicKey), key.recordName,
        key.created.milliseconds, key.container,
      ])
  }

  package func signingKeys(ofContainer container: String?) async throws -> [SigningKey] {
    try await read { db in
      let sql = Self.keysSQL + " WHERE ?1 IS NULL OR containers.name = ?1 ORDER BY number"
      return try Row.fetchAll(db, sql: sql, arguments: [container]).compactMap(Self.key)
    }
  }

  package func signingKey(id: String) async throws -> SigningKey? {
    try await read { db in
      let statement = try db.cachedStatement(sql: Self.keysSQL + " WHERE signing_keys.id = ?")
      return try Row.fetchOne(statement, arguments: [id]).flatMap(Self.key)
    }
  }

  package func removeSigningKey(id: String) async throws -> Bool {
    try await write { db in
      let owner = try Row.fetchOne(
        db,
        sql: """
          SELECT record_name, containers.name FROM signing_keys
          JOIN containers ON containers.id = container WHERE signing_keys.id = ?
          """, arguments: [id])
      guard let owner else { return false }
      try db.execute(
        sql: "DELETE FROM push_subscribers WHERE id IN (\(Self.subscribers))",
        arguments: [owner[0] as String, owner[1] as String])
      try db.execute(sql: "DELETE FROM signing_keys WHERE id = ?", arguments: [id])
      return true
    }
  }

  // MARK: Attempts

  package func countAttempt(
    _ subjects: [(hash: [UInt8], limit: Int)], since start: Date, at date: Date
  ) async throws -> Date? {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM attempts WHERE date < ?", arguments: [start.milliseconds])
      for subject in subjects {
        let row = try Row.fetchOne(
          db, sql: "SELECT count(*), min(date) FROM attempts WHERE subject = ?",
          arguments: [Data(subject.hash)])
        if let row, row[0] as Int >= subject.limit, let oldest: Int64 = row[1] {
          return Date(milliseconds: oldest)
        }
      }
      for subject in subjects {
        try db.execute(
          sql: "INSERT INTO attempts (subject, date) VALUES (?, ?)",
          arguments: [Data(subject.hash), date.milliseconds])
      }
      return nil
    }
  }

  package func clearAttempts(_ subject: [UInt8]) async throws {
    _ = try await changes("DELETE FROM attempts WHERE subject = ?", [Data(subject)])
  }

  package func withdrawAttempt(_ subjects: [[UInt8]], at date: Date) async throws {
    try await write { db in
      for subject in subjects {
        try db.execute(
          sql: """
            DELETE FROM attempts WHERE id IN (
              SELECT id FROM attempts WHERE subject = ? AND date = ? LIMIT 1)
            """, arguments: [Data(subject), date.milliseconds])
      }
    }
  }

  package func removeExpired(at date: Date) async throws -> Int {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [date.milliseconds])
      let sessions = db.changesCount
      try db.execute(
        sql: "DELETE FROM attempts WHERE date < ?",
        arguments: [date.addingTimeInterval(-24 * 3_600).milliseconds])
      return sessions + db.changesCount
    }
  }

  // MARK: Rows

  private static let tokensSQL = """
    SELECT api_tokens.*, containers.name AS container_name
    FROM api_tokens JOIN containers ON containers.id = container
    """

  private static let keysSQL = """
    SELECT signing_keys.*, containers.name AS container_name
    FROM signing_keys JOIN containers ON containers.id = container
    """

  private static let sessionsSQL = """
    SELECT sessions.*, containers.name AS container_name, record_name, is_disabled, is_restricted
    FROM sessions JOIN members ON members.id = member JOIN users ON users.id = user
    JOIN containers ON containers.id = container
    WHERE sessions.hash = ?
    """

  private static func token(_ row: Row) -> APIToken? {
    guard let environment = Environment(rawValue: row["environment"]) else { return nil }
    let origins: String = row["allowed_origins"]
    return APIToken(
      id: row["id"], container: row["container_name"], environment: environment, name: row["name"],
      allowedOrigins: origins.split(separator: " ").map(String.init), callback: row["callback"],
      created: Date(milliseconds: row["created"]))
  }

  private static func session(_ row: Row) -> Session? {
    guard let environment = Environment(rawValue: row["environment"]) else { return nil }
    return Session(
      container: row["container_name"], environment: environment, lifetime: row["lifetime"],
      expires: Date(milliseconds: row["expires"]), recordName: row["record_name"],
      isDisabled: row["is_disabled"], isRestricted: row["is_restricted"])
  }

  private static func key(_ row: Row) -> SigningKey? {
    guard let environment = Environment(rawValue: row["environment"]) else { return nil }
    return SigningKey(
      id: row["id"], container: row["container_name"], environment: environment, name: row["name"],
      publicKey: [UInt8](row["public_key"] as Data), recordName: row["record_name"],
      created: Date(milliseconds: row["created"]))
  }
}
