// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation
import GRDB

extension SQLiteAccountStorage {
  // MARK: Containers

  package func addContainer(_ name: String, at date: Date) async throws -> Bool {
    try await changes(
      "INSERT INTO containers (name, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [name, date.milliseconds])
  }

  package func addContainersOnce(_ names: [String], at date: Date) async throws {
    try await write { db in
      for name in names {
        try db.execute(
          sql: "INSERT INTO own_containers (name) VALUES (?) ON CONFLICT DO NOTHING",
          arguments: [name])
        guard db.changesCount > 0 else { continue }
        try db.execute(
          sql: "INSERT INTO containers (name, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
          arguments: [name, date.milliseconds])
      }
    }
  }

  package func containers() async throws -> [ContainerAccount] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT name, created FROM containers ORDER BY name")
        .map { ContainerAccount(name: $0["name"], created: Date(milliseconds: $0["created"])) }
    }
  }

  package func removeContainer(_ name: String) async throws -> Bool {
    try await changes("DELETE FROM containers WHERE name = ?", [name])
  }

  // MARK: Users

  package func addUser(
    named name: String, profile: UserProfile, password: StoredPassword, at date: Date
  ) async throws -> Bool {
    try await changes(
      """
      INSERT INTO users (name, email, phone, given_name, family_name, is_discoverable, is_disabled,
        salt, hash, rounds, block_size, parallelism, created)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [
        name, profile.emailAddress, profile.phoneNumber, profile.givenName, profile.familyName,
        profile.isDiscoverable, Data(password.salt), Data(password.hash), password.cost.rounds,
        password.cost.blockSize, password.cost.parallelism, date.milliseconds,
      ])
  }

  package func users() async throws -> [UserAccount] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM users ORDER BY name").map(Self.account)
    }
  }

  package func user(
    named name: String
  ) async throws -> (account: UserAccount, password: StoredPassword)? {
    try await read { db in
      guard
        let row = try Row.fetchOne(db, sql: "SELECT * FROM users WHERE name = ?", arguments: [name])
      else { return nil }
      let cost = PasswordCost(
        rounds: row["rounds"], blockSize: row["block_size"], parallelism: row["parallelism"])
      let password = StoredPassword(
        salt: [UInt8](row["salt"] as Data), hash: [UInt8](row["hash"] as Data), cost: cost)
      return (Self.account(row), password)
    }
  }

  package func setPassword(_ password: StoredPassword, ofUser name: String) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE users SET salt = ?, hash = ?, rounds = ?, block_size = ?, parallelism = ?
          WHERE name = ?
          """,
        arguments: [
          Data(password.salt), Data(password.hash), password.cost.rounds, password.cost.blockSize,
          password.cost.parallelism, name,
        ])
      guard db.changesCount > 0 else { return false }
      try Self.endSessions(ofUser: name, db)
      return true
    }
  }

  package func setDisabled(_ isDisabled: Bool, user name: String) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: "UPDATE users SET is_disabled = ? WHERE name = ?", arguments: [isDisabled, name])
      guard db.changesCount > 0 else { return false }
      if isDisabled { try Self.endSessions(ofUser: name, db) }
      return true
    }
  }

  package func removeUser(named name: String) async throws -> Bool {
    try await changes("DELETE FROM users WHERE name = ?", [name])
  }

  private static func endSessions(ofUser name: String, _ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM sessions WHERE member IN (
          SELECT members.id FROM members JOIN users ON users.id = user WHERE users.name = ?)
        """, arguments: [name])
    for (container, recordName) in try memberships(ofUser: name, db) {
      try removeDevices(of: recordName, container, db)
    }
  }

  /// Removes devices and notifications: users without access receive no notifications.
  private static func removeDevices(
    of recordName: String, _ container: String, _ db: Database
  ) throws {
    for table in ["push_devices", "notifications"] {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE subscriber IN (\(subscribers))",
        arguments: [recordName, container])
    }
  }

  /// Selects the subscribers of a user, or of a key's program, in both environments of a container.
  static let subscribers = """
    SELECT push_subscribers.id FROM push_subscribers JOIN schemas ON schemas.id = schema
    WHERE record_name = ? AND schemas.container = ?
    """

  // MARK: Members

  package func recordName(
    ofUser id: Int64, inContainer container: String, offering name: String
  ) async throws -> String {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO members (container, user, record_name, is_restricted)
          SELECT id, ?, ?, 0 FROM containers WHERE name = ?
          ON CONFLICT (container, user) DO NOTHING
          """, arguments: [id, name, container])
      let sql = """
        SELECT record_name FROM members JOIN containers ON containers.id = container
        WHERE user = ? AND containers.name = ?
        """
      guard let name = try String.fetchOne(db, sql: sql, arguments: [id, container]) else {
        throw AccountError.noSuchContainer(container)
      }
      return name
    }
  }

  package func memberships(
    ofUser name: String
  ) async throws -> [(container: String, recordName: String)] {
    try await read { try Self.memberships(ofUser: name, $0) }
  }

  private static func memberships(
    ofUser name: String, _ db: Database
  ) throws -> [(container: String, recordName: String)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT containers.name, record_name
        FROM members JOIN containers ON containers.id = container JOIN users ON users.id = user
        WHERE users.name = ? ORDER BY containers.name
        """, arguments: [name]
    ).map { (container: $0[0], recordName: $0[1]) }
  }

  package func recordNames(ofContainer container: String) async throws -> [String] {
    try await read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT record_name FROM members JOIN containers ON containers.id = container
          WHERE containers.name = ? ORDER BY members.id
          """, arguments: [container])
    }
  }

  package func member(
    _ recordName: String, ofContainer container: String
  ) async throws -> Member? {
    try await read { db in
      try Row.fetchOne(
        db, sql: Self.membersSQL + " AND record_name = ?", arguments: [container, recordName]
      ).map(Self.member)
    }
  }

  package func members(
    _ lookups: [LookupInfo], ofContainer container: String
  ) async throws -> [Member?] {
    try await read { db in
      let start = Self.membersSQL + " AND is_discoverable AND NOT is_disabled AND "
      return try lookups.map { lookup in
        let (column, value) =
          if let name = lookup.userRecordName {
            ("record_name", name)
          } else if let email = lookup.emailAddress {
            ("email", email)
          } else {
            ("phone", lookup.phoneNumber ?? "")
          }
        let statement = try db.cachedStatement(sql: start + "\(column) = ?")
        return try Row.fetchOne(statement, arguments: [container, value]).map(Self.member)
      }
    }
  }

  package func setRestricted(
    _ isRestricted: Bool, member recordName: String, ofContainer container: String
  ) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE members SET is_restricted = ?
          WHERE record_name = ? AND container = (SELECT id FROM containers WHERE name = ?)
          """, arguments: [isRestricted, recordName, container])
      if isRestricted { try Self.removeDevices(of: recordName, container, db) }
    }
  }

  // MARK: Rows

  private static let membersSQL = """
    SELECT record_name, users.* FROM members
    JOIN users ON users.id = user JOIN containers ON containers.id = container
    WHERE containers.name = ?
    """

  private static func member(_ row: Row) -> Member {
    Member(recordName: row["record_name"], profile: profile(row))
  }

  private static func account(_ row: Row) -> UserAccount {
    UserAccount(
      id: row["id"], name: row["name"], profile: profile(row), isDisabled: row["is_disabled"],
      created: Date(milliseconds: row["created"]))
  }

  private static func profile(_ row: Row) -> UserProfile {
    UserProfile(
      emailAddress: row["email"], phoneNumber: row["phone"], givenName: row["given_name"],
      familyName: row["family_name"], isDiscoverable: row["is_discoverable"])
  }
}
