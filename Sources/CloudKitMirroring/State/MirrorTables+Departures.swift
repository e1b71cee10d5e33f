// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  static let departureScript = """
    -- When the copies of the chunks of series were written that were sent, and of which nobody knows yet whether
    -- the server has taken them. One that comes back is this device's own: what is not in it any more was removed.
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

  /// Whether a copy of a record may have been sent from here, before anything newer was known of it.
  func hasDeparted(_ name: String, _ stamp: HybridTimestamp) throws -> Bool {
    var hasDeparted = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_departure WHERE name = ? AND packed = ? AND node = ?",
      [.text(name)] + Self.values(stamp)
    ) { _ in hasDeparted = true }
    return hasDeparted
  }

  /// Forgets the copies of a record: it is known what the server has.
  func forgetDepartures(of name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_departure WHERE name = ?", [.text(name)])
  }

  private static func values(_ stamp: HybridTimestamp) -> [SQLValue] {
    [.integer(Int64(bitPattern: stamp.packed)), .integer(Int64(bitPattern: stamp.node))]
  }
}
