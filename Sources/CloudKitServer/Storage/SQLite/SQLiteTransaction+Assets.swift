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

  func has(_ credential: Call.Credential) throws -> Bool {
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

  func addAsset(_ asset: inout StoredAsset, keptUntil moment: Int64) throws {
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

  func removeHolder(_ record: Int64, of asset: Int64, keptUntil moment: Int64) throws {
    let removal = try statement("DELETE FROM asset_holders WHERE asset = ? AND record = ?")
    try removal.bind(1, asset)
    try removal.bind(2, record)
    try removal.run()
    try release(asset, keptUntil: moment)
  }

  private func release(_ asset: Int64, keptUntil moment: Int64) throws {
    let update = try statement(
      """
      UPDATE assets SET kept_until = ?1
      WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM asset_holders WHERE asset = ?2)
      """)
    try update.bind(1, moment)
    try update.bind(2, asset)
    try update.run()
  }

  /// Takes assets from the records of a zone that was deleted, at most so many; how many.
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
    for asset in assets { try release(asset, keptUntil: 0) }
    return assets.count
  }

  func disownAssets(of database: Int64, limit: Int) throws -> Int {
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

  func hasUnheldAssets(before moment: Int64) throws -> Bool {
    let statement = try statement("SELECT 1 FROM assets WHERE kept_until < ? LIMIT 1")
    defer { statement.reset() }
    try statement.bind(1, moment)
    return try statement.step()
  }

  func holdAssets(until moment: Int64) throws {
    try setDue(SQLiteUpkeepTables.copying, moment)
  }

  func removeUnheldAssets(before moment: Int64, limit: Int) throws -> [StoredAsset] {
    let statement = try statement(
      """
      DELETE FROM assets WHERE id IN (
        SELECT id FROM assets WHERE kept_until < ?1
          AND NOT EXISTS (
            SELECT 1 FROM upkeep WHERE name = '\(SQLiteUpkeepTables.copying)'
              AND due > ?1 AND due <= ?1 + \(SQLiteUpkeepTables.copyingTime))
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
