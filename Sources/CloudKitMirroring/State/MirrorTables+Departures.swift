// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  static let departureScript = """
    -- The times of in-flight changes: of increments to sums, until the server has accepted them,
    -- and of copies of series chunks, except for changes that the server is known to have accepted.
    -- Such a request may still reach the server, however late, even when the server has deleted the
    -- chunk since: these are "gone". "rows" are the rows of a copy while it is unknown whether the
    -- server has accepted it.
    CREATE TABLE IF NOT EXISTS _cairn_sync_departed (
      name TEXT NOT NULL, packed INTEGER NOT NULL, node INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0,
      rows BLOB, PRIMARY KEY (name, packed, node)
    ) STRICT, WITHOUT ROWID;

    """

  /// Records that a copy of a series chunk is in flight.
  func noteDeparture(of name: String, _ stamp: HybridTimestamp, _ rows: SeriesChunk) throws {
    try tables.run(
      "INSERT INTO _cairn_sync_departed (name, packed, node, rows) VALUES (?, ?, ?, ?) "
        + "ON CONFLICT DO UPDATE SET rows = excluded.rows",
      [.text(name)] + Self.values(stamp) + [.blob(rows.encoded())])
  }

  /// Records that an increment of a sum is in flight.
  func noteDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "INSERT OR IGNORE INTO _cairn_sync_departed (name, packed, node) VALUES (?, ?, ?)",
      [.text(name)] + Self.values(stamp))
  }

  /// Removes all in-flight changes of a record: the server's copy is known.
  func forgetDepartures(of name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_departed WHERE name = ?", [.text(name)])
  }

  /// The in-flight copies of a record whose outcome is unknown.
  func departed(_ name: String) throws -> [SeriesChunk] {
    var copies: [Data] = []
    try tables.run(
      "SELECT rows FROM _cairn_sync_departed WHERE name = ? AND rows IS NOT NULL "
        + "ORDER BY packed, node", [.text(name)]
    ) { if let data = $0.data(0) { copies.append(data) } }
    do {
      return try copies.map { data throws(MalformedBytes) in try SeriesChunk(decoding: data) }
    } catch {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "The sent copies of the record \(name) can't be read: \(error.reason). Restore the "
          + "store from a backup, or end the mirroring and start it again.")
    }
  }

  /// Records that the earlier copies of a record can't change it on the server any more, but can
  /// still create it again.
  func noteArrivals(of name: String) throws {
    try tables.run(
      "UPDATE _cairn_sync_departed SET rows = NULL WHERE name = ? AND rows IS NOT NULL",
      [.text(name)])
  }

  /// Whether a copy of a record was sent from here and may have reached the server at any time
  /// since.
  ///
  /// - Parameters:
  ///   - name: The name of the record.
  ///   - stamp: The time of the copy.
  ///   - isGone: True to find only copies sent before the server deleted the record.
  /// - Returns: Whether there is such a copy.
  /// - Throws: A ``SwiftDataError`` if the store can't be read.
  func hasDeparted(_ name: String, _ stamp: HybridTimestamp, isGone: Bool = false) throws -> Bool {
    var hasDeparted = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_departed WHERE name = ? AND packed = ? AND node = ? AND gone >= ?",
      [.text(name)] + Self.values(stamp) + [.integer(isGone ? 1 : 0)]
    ) { _ in hasDeparted = true }
    return hasDeparted
  }

  /// Records that the server has deleted a record.
  func noteDepartedGone(_ name: String) throws {
    try tables.run("UPDATE _cairn_sync_departed SET gone = 1 WHERE name = ?", [.text(name)])
  }

  /// Removes an in-flight copy: the server has it.
  func forgetDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_departed WHERE name = ? AND packed = ? AND node = ?",
      [.text(name)] + Self.values(stamp))
  }

  private static func values(_ stamp: HybridTimestamp) -> [SQLValue] {
    [.integer(Int64(bitPattern: stamp.packed)), .integer(Int64(bitPattern: stamp.node))]
  }
}
