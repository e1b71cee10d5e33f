// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// The last restore of a store from a backup, as recorded in the restored store.
///
/// A restore expires all history tokens, since tokens of the replaced store are in use elsewhere.
/// The transactions of the backup are still there: metadata inside the store, which was backed up
/// with them, can continue from its own position.
struct StoreRestoration: Codable {
  /// The key in the store's metadata.
  static let key = "restoration"
  static let select = "SELECT value FROM _cairn_metadata WHERE key = '\(key)'"

  /// Unique for each restore.
  let identifier: String
  /// The number of the last purged transaction in the backup.
  let purgedBefore: Int64
  /// The number up to which the restore expired the tokens.
  let expired: Int64

  /// Decodes a stored restoration; nil if a newer version has written it.
  init?(text: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = value
  }

  /// Creates the next restoration of a database, before its tokens expire.
  private init(_ database: Database, expired: Int64) throws {
    identifier = UUID().uuidString
    self.expired = expired
    let purged = try Int64.fetchOne(database, sql: HistorySQL.purged) ?? 0
    let earlier = try String.fetchOne(database, sql: Self.select).flatMap { Self(text: $0) }
    if let earlier, earlier.expired == purged {
      purgedBefore = earlier.purgedBefore
    } else {
      purgedBefore = purged
    }
  }

  /// Expires all history tokens up to the last transaction, and records the restore.
  static func record(in database: Database) throws {
    let last = try Int64.fetchOne(database, sql: HistorySQL.last) ?? 0
    let restoration = try StoreRestoration(database, expired: last)
    let text = String(decoding: try JSONEncoder().encode(restoration), as: UTF8.self)
    try StoreState.set(key, text, database)
    try database.execute(sql: HistorySQL.setPurged, arguments: [last])
  }

  /// Whether the restored store still has the backup's transactions after a number.
  func hasTransactions(after number: Int64, purged: Int64) -> Bool {
    purged == expired && number >= purgedBefore
  }
}

extension AuxiliaryTables {
  /// Returns the identifier of the store's last restore from a backup; nil if there was none.
  package func lastRestore() throws -> String? { try restoration()?.identifier }

  /// Returns the store's last restore from a backup.
  func restoration() throws -> StoreRestoration? {
    var text: String?
    try run(StoreRestoration.select) { text = $0.text(0) }
    return text.flatMap { StoreRestoration(text: $0) }
  }
}
