// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import GRDB

extension SQLiteTransaction: QuotaWriting {
  // MARK: Counting

  /// Adds the growth of a zone's records to the usage of its database and container.
  func countBytes(of zone: StoredZone) throws {
    let before = try statement("SELECT record_bytes FROM zones WHERE id = ?")
    try before.bind(1, zone.id)
    defer { before.reset() }
    guard try before.step() else { throw StorageError.failed("a zone does not exist") }
    let growth = zone.bytes - before.integer(0)
    if growth != 0 { try count(growth, "record_bytes", in: zone.database) }
  }

  /// Adds the size of an asset to the usage; a negative size for a removed asset.
  func countAsset(_ size: Int64, in database: Int64) throws {
    if size != 0 { try count(size, "asset_bytes", in: database) }
  }

  private func count(_ growth: Int64, _ column: String, in database: Int64) throws {
    let update = try statement(
      "UPDATE databases SET \(column) = \(column) + ? WHERE id = ? RETURNING schema")
    defer { update.reset() }
    try update.bind(1, growth)
    try update.bind(2, database)
    guard try update.step() else { throw StorageError.failed("a database does not exist") }
    let schema = try statement("UPDATE schemas SET \(column) = \(column) + ? WHERE id = ?")
    try schema.bind(1, growth)
    try schema.bind(2, update.integer(0))
    try schema.run()
  }

  // MARK: Reading

  func availableBytes(in database: Int64) throws -> Int64? {
    let limits = try statement(
      """
      SELECT containers.name, scope, owner, total, coalesce(bytes, each_user)
      FROM databases JOIN schemas ON schemas.id = databases.schema
      JOIN containers ON containers.name = schemas.container
      LEFT JOIN container_quotas ON container_quotas.container = containers.id
      LEFT JOIN members ON members.container = containers.id AND record_name = owner
      LEFT JOIN member_quotas ON member_quotas.member = members.id
      WHERE databases.id = ?
      """)
    defer { limits.reset() }
    try limits.bind(1, database)
    guard try limits.step() else { return nil }
    let container = limits.text(0) ?? ""
    var available: Int64?
    if !limits.isNull(3) {
      available = try limits.integer(3) - stored(inContainer: container).total
    }
    if !limits.isNull(4), limits.text(1) == DatabaseScope.private.rawValue {
      let own = try limits.integer(4) - stored(inContainer: container, limits.text(2) ?? "").total
      available = min(available ?? own, own)
    }
    return available
  }

  private func stored(inContainer container: String) throws -> StoredBytes {
    let sum = try statement(
      """
      SELECT coalesce(sum(record_bytes), 0), coalesce(sum(asset_bytes), 0)
      FROM schemas WHERE container = ?
      """)
    try sum.bind(1, container)
    return try bytes(sum)
  }

  /// The usage of an owner's private databases.
  private func stored(inContainer container: String, _ owner: String) throws -> StoredBytes {
    let sum = try statement(
      """
      SELECT coalesce(sum(databases.record_bytes), 0), coalesce(sum(databases.asset_bytes), 0)
      FROM schemas JOIN databases ON databases.schema = schemas.id
      WHERE container = ? AND scope = ? AND owner = ?
      """)
    try sum.bind(1, container)
    try sum.bind(2, DatabaseScope.private.rawValue)
    try sum.bind(3, owner)
    return try bytes(sum)
  }

  private func bytes(_ sum: SQLStatement) throws -> StoredBytes {
    defer { sum.reset() }
    guard try sum.step() else { return StoredBytes(records: 0, assets: 0) }
    return StoredBytes(records: sum.integer(0), assets: sum.integer(1))
  }

  func usage(ofContainer container: String) throws -> ContainerUsage? {
    let quotas = try statement(
      """
      SELECT id, total, each_user FROM containers
      LEFT JOIN container_quotas ON container = id WHERE name = ?
      """)
    defer { quotas.reset() }
    try quotas.bind(1, container)
    guard try quotas.step() else { return nil }
    var usage = ContainerUsage(
      container: container, stored: try stored(inContainer: container),
      quota: quotas.isNull(1) ? nil : quotas.integer(1),
      eachUser: quotas.isNull(2) ? nil : quotas.integer(2), members: [])
    let members = try statement(
      """
      SELECT users.name, record_name, bytes FROM members JOIN users ON users.id = user
      LEFT JOIN member_quotas ON member = members.id WHERE container = ? ORDER BY users.name
      """)
    defer { members.reset() }
    try members.bind(1, quotas.integer(0))
    while try members.step() {
      usage.members.append(
        .init(
          user: members.text(0) ?? "",
          stored: try stored(inContainer: container, members.text(1) ?? ""),
          quota: members.isNull(2) ? nil : members.integer(2)))
    }
    return usage
  }

  // MARK: Setting

  func setQuota(ofContainer container: String, total: Int64?, eachUser: Int64?) throws -> Bool {
    let insertion = try statement(
      """
      INSERT OR REPLACE INTO container_quotas (container, total, each_user)
      SELECT id, ?, ? FROM containers WHERE name = ?
      """)
    try insertion.bind(1, total)
    try insertion.bind(2, eachUser)
    try insertion.bind(3, container)
    try insertion.run()
    return db.changesCount > 0
  }

  func setQuota(ofMember recordName: String, inContainer container: String, _ bytes: Int64?) throws
    -> Bool
  {
    let member = try statement(
      """
      SELECT members.id FROM members JOIN containers ON containers.id = container
      WHERE record_name = ? AND containers.name = ?
      """)
    defer { member.reset() }
    try member.bind(1, recordName)
    try member.bind(2, container)
    guard try member.step() else { return false }
    let change = try statement(
      bytes == nil
        ? "DELETE FROM member_quotas WHERE member = ?"
        : "INSERT OR REPLACE INTO member_quotas (member, bytes) VALUES (?, ?)")
    try change.bind(1, member.integer(0))
    if let bytes { try change.bind(2, bytes) }
    try change.run()
    return true
  }
}

/// The tables of quotas; usage is stored in the tables of the counted objects.
enum SQLiteQuotaTables {
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE container_quotas (
          container INTEGER PRIMARY KEY REFERENCES containers (id) ON DELETE CASCADE,
          total INTEGER, each_user INTEGER
        ) STRICT;
        CREATE TABLE member_quotas (
          member INTEGER PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
          bytes INTEGER NOT NULL
        ) STRICT;
        """)
  }
}
