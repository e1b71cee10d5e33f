// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  static let departureScript = """
    -- When what was sent from here was added to sums, until the server has taken it. And
    -- when the copies of the chunks of series were written that were sent from here, but for changes that the server
    -- is known to have taken. Such a request may still reach the server, however late, even when the server has
    -- deleted the chunk since: these are "gone". "rows" are those of a copy while nobody knows whether the server
    -- has taken it.
    CREATE TABLE IF NOT EXISTS _cairn_sync_departed (
      name TEXT NOT NULL, packed INTEGER NOT NULL, node INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0,
      rows BLOB, PRIMARY KEY (name, packed, node)
    ) STRICT, WITHOUT ROWID;

    """

  /// Notes that a copy of a record is sent.
  func noteDeparture(of name: String, _ stamp: HybridTimestamp, _ rows: SeriesChunk) throws {
    try tables.run(
      "INSERT INTO _cairn_sync_departed (name, packed, node, rows) VALUES (?, ?, ?, ?) "
        + "ON CONFLICT DO UPDATE SET rows = excluded.rows",
      [.text(name)] + Self.values(stamp) + [.blob(rows.encoded())])
  }

  /// Notes that what was added to a sum is sent.
  func noteDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "INSERT OR IGNORE INTO _cairn_sync_departed (name, packed, node) VALUES (?, ?, ?)",
      [.text(name)] + Self.values(stamp))
  }

  /// Forgets all that was sent of a record: it is known what the server has.
  func forgetDepartures(of name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_departed WHERE name = ?", [.text(name)])
  }

  /// The copies of a record that were sent, and of which nobody knows what became.
  func departed(_ name: String) throws -> [SeriesChunk] {
    var copies: [Data] = []
    try tables.run(
      "SELECT rows FROM _cairn_sync_departed WHERE name = ? AND rows IS NOT NULL "
        + "ORDER BY packed, node", [.text(name)]
    ) { if let data = $0.data(0) { copies.append(data) } }
    do {
      return try copies.map { data throws(MalformedBytes) in try SeriesChunk(decoding: data) }
    } catch {
      throw SwiftDataError.storeIsCorrupt.saying(
        "What was sent of the record \(name) can't be read: \(error.reason). Restore the store from a backup, "
          + "or end the mirroring and begin it anew.")
    }
  }

  /// Notes that what was sent of a record until now can't come to the server any more, but to make it anew.
  func noteArrivals(of name: String) throws {
    try tables.run(
      "UPDATE _cairn_sync_departed SET rows = NULL WHERE name = ? AND rows IS NOT NULL",
      [.text(name)])
  }

  /// Whether a copy of a record was sent from here, and may have come to the server at any time since; if
  /// wanted only one from before the server has deleted the record.
  func hasDeparted(_ name: String, _ stamp: HybridTimestamp, isGone: Bool = false) throws -> Bool {
    var hasDeparted = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_departed WHERE name = ? AND packed = ? AND node = ? AND gone >= ?",
      [.text(name)] + Self.values(stamp) + [.integer(isGone ? 1 : 0)]
    ) { _ in hasDeparted = true }
    return hasDeparted
  }

  /// Notes that the server has deleted a record.
  func noteDepartedGone(_ name: String) throws {
    try tables.run("UPDATE _cairn_sync_departed SET gone = 1 WHERE name = ?", [.text(name)])
  }

  /// Forgets a copy: the server has it.
  func forgetDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_departed WHERE name = ? AND packed = ? AND node = ?",
      [.text(name)] + Self.values(stamp))
  }

  private static func values(_ stamp: HybridTimestamp) -> [SQLValue] {
    [.integer(Int64(bitPattern: stamp.packed)), .integer(Int64(bitPattern: stamp.node))]
  }
}
