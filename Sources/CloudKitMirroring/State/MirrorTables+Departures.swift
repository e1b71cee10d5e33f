// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let departureScript = """
    -- When the copies of the chunks of series were written that were sent from here, but for changes that the server
    -- is known to have taken. Such a request may still reach the server, however late, even when the chunk was
    -- deleted since.
    CREATE TABLE IF NOT EXISTS _cairn_sync_departure (
      name TEXT NOT NULL, packed INTEGER NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (name, packed, node)
    ) STRICT, WITHOUT ROWID;

    """

  /// Notes that a copy of a record is sent.
  func noteDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "INSERT OR IGNORE INTO _cairn_sync_departure (name, packed, node) VALUES (?, ?, ?)",
      [.text(name)] + Self.values(stamp))
  }

  /// Whether a copy of a record was sent from here, and may have come to the server at any time since.
  func hasDeparted(_ name: String, _ stamp: HybridTimestamp) throws -> Bool {
    var hasDeparted = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_departure WHERE name = ? AND packed = ? AND node = ?",
      [.text(name)] + Self.values(stamp)
    ) { _ in hasDeparted = true }
    return hasDeparted
  }

  /// Forgets a copy: the server has it.
  func forgetDeparture(of name: String, _ stamp: HybridTimestamp) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_departure WHERE name = ? AND packed = ? AND node = ?",
      [.text(name)] + Self.values(stamp))
  }

  private static func values(_ stamp: HybridTimestamp) -> [SQLValue] {
    [.integer(Int64(bitPattern: stamp.packed)), .integer(Int64(bitPattern: stamp.node))]
  }
}
