// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteTransaction: AssetWriting {
  private func asset(_ row: SQLStatement) -> StoredAsset {
    StoredAsset(
      id: row.integer(0), database: row.integer(1), file: row.text(2) ?? "", size: row.integer(3),
      checksum: row.text(4) ?? "")
  }

  func asset(_ id: Int64) throws -> StoredAsset? {
    let statement = try statement(
      "SELECT id, database, file, size, checksum FROM assets WHERE id = ?")
    defer { statement.reset() }
    try statement.bind(1, id)
    return try statement.step() ? asset(statement) : nil
  }

  func hasAsset(inFile file: String) throws -> Bool {
    let statement = try statement("SELECT 1 FROM assets WHERE file = ?")
    defer { statement.reset() }
    try statement.bind(1, file)
    return try statement.step()
  }

  func has(_ credential: CallerCredential) throws -> Bool {
    let found: SQLStatement
    switch credential {
    case .session(let hash):
      found = try statement(
        """
        SELECT 1 FROM sessions JOIN members ON members.id = member JOIN users ON users.id = user
        WHERE sessions.hash = ? AND NOT is_disabled
        """)
      try found.bind(1, hash)
    case .key(let id):
      found = try statement("SELECT 1 FROM signing_keys WHERE id = ?")
      try found.bind(1, id)
    }
    defer { found.reset() }
    return try found.step()
  }

  func addAsset(_ asset: inout StoredAsset, retainedUntil moment: Int64) throws {
    let statement = try statement(
      "INSERT INTO assets (database, file, size, checksum, kept_until) VALUES (?, ?, ?, ?, ?)")
    try statement.bind(1, asset.database)
    try statement.bind(2, asset.file)
    try statement.bind(3, asset.size)
    try statement.bind(4, asset.checksum)
    try statement.bind(5, moment)
    try statement.run()
    asset.id = db.lastInsertedRowID
    try countAsset(asset.size, in: asset.database)
  }

  func addHolder(_ record: Int64, in zone: Int64, of asset: Int64) throws {
    let statement = try statement(
      "INSERT OR IGNORE INTO asset_holders (asset, record, zone) VALUES (?, ?, ?)")
    try statement.bind(1, asset)
    try statement.bind(2, record)
    try statement.bind(3, zone)
    try statement.run()
    let update = try self.statement(
      "UPDATE assets SET kept_until = NULL WHERE id = ? AND kept_until IS NOT NULL")
    try update.bind(1, asset)
    try update.run()
  }

  func removeHolder(_ record: Int64, of asset: Int64, retainedUntil moment: Int64) throws {
    let removal = try statement("DELETE FROM asset_holders WHERE asset = ? AND record = ?")
    try removal.bind(1, asset)
    try removal.bind(2, record)
    try removal.run()
    try release(asset, retainedUntil: moment)
  }

  private func release(_ asset: Int64, retainedUntil moment: Int64) throws {
    let update = try statement(
      """
      UPDATE assets SET kept_until = ?1
      WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM asset_holders WHERE asset = ?2)
      """)
    try update.bind(1, moment)
    try update.bind(2, asset)
    try update.run()
  }

  /// Removes up to `limit` asset references of a deleted zone's records; returns their number.
  func releaseAssets(of zone: Int64, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let removal = try statement(
      """
      DELETE FROM asset_holders WHERE (asset, record) IN (
        SELECT asset, record FROM asset_holders WHERE zone = ? LIMIT ?)
      RETURNING asset
      """)
    defer { removal.reset() }
    try removal.bind(1, zone)
    try removal.bind(2, Int64(limit))
    var assets: [Int64] = []
    while try removal.step() { assets.append(removal.integer(0)) }
    for asset in assets { try release(asset, retainedUntil: 0) }
    return assets.count
  }

  func orphanAssets(of database: Int64, limit: Int) throws -> Int {
    let update = try statement(
      """
      UPDATE assets SET database = \(StoredAsset.ownerless), kept_until = 0 WHERE id IN (
        SELECT id FROM assets WHERE database = ? LIMIT ?)
      RETURNING id, size
      """)
    defer { update.reset() }
    try update.bind(1, database)
    try update.bind(2, Int64(limit))
    var assets: [(id: Int64, size: Int64)] = []
    while try update.step() { assets.append((update.integer(0), update.integer(1))) }
    let removal = try statement("DELETE FROM asset_holders WHERE asset = ?")
    for asset in assets {
      try removal.bind(1, asset.id)
      try removal.run()
    }
    try countAsset(-assets.reduce(0) { $0 + $1.size }, in: database)
    return assets.count
  }

  func retainAssets(until moment: Int64) throws {
    try setDue(SQLiteMaintenanceTables.copying, moment)
  }

  func removeUnreferencedAssets(before moment: Int64, limit: Int) throws -> [StoredAsset] {
    let statement = try statement(
      """
      DELETE FROM assets WHERE id IN (
        SELECT id FROM assets WHERE kept_until < ?1
          AND NOT EXISTS (
            SELECT 1 FROM upkeep WHERE name = '\(SQLiteMaintenanceTables.copying)'
              AND due > ?1 AND due <= ?1 + \(SQLiteMaintenanceTables.maximumCopyingTime))
        LIMIT ?2)
      RETURNING id, database, file, size, checksum
      """)
    defer { statement.reset() }
    try statement.bind(1, moment)
    try statement.bind(2, Int64(limit))
    var assets: [StoredAsset] = []
    while try statement.step() { assets.append(asset(statement)) }
    for asset in assets where asset.database != StoredAsset.ownerless {
      try countAsset(-asset.size, in: asset.database)
    }
    return assets
  }
}

/// The tables of assets.
enum SQLiteAssetTables {
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        -- AUTOINCREMENT: URLs and records name assets by their numbers.
        -- kept_until is NULL for an asset with a reference.
        CREATE TABLE assets (
          id INTEGER PRIMARY KEY AUTOINCREMENT, database INTEGER NOT NULL,
          file TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, checksum TEXT NOT NULL,
          kept_until INTEGER
        ) STRICT;
        CREATE INDEX assets_kept_until ON assets (kept_until) WHERE kept_until IS NOT NULL;
        CREATE INDEX assets_database ON assets (database);
        CREATE TABLE asset_holders (
          asset INTEGER NOT NULL, record INTEGER NOT NULL, zone INTEGER NOT NULL,
          PRIMARY KEY (asset, record)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX asset_holders_zone ON asset_holders (zone);
        """)
  }
}
