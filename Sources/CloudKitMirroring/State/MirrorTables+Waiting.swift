// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  /// Records that a field of a record refers to a record that has not arrived.
  func wait(for target: String, _ field: String, of source: String) throws {
    try tables.run(
      "INSERT OR IGNORE INTO _cairn_sync_waiting (target, source, field) VALUES (?, ?, ?)",
      [.text(target), .text(source), .text(field)])
  }

  /// The names of the records that a record's fields refer to and that have not arrived, by field.
  func awaited(by source: String) throws -> [String: String] {
    var targets: [String: String] = [:]
    try tables.run(
      "SELECT field, target FROM _cairn_sync_waiting WHERE source = ? AND field <> ?",
      [.text(source), .text(Self.whole)]
    ) { if let field = $0.text(0) { targets[field] = $0.text(1) } }
    return targets
  }

  /// Removes the unresolved reference of a field, or of all fields, of a record.
  func stopWaiting(_ source: String, _ field: String? = nil) throws {
    if let field {
      try tables.run(
        "DELETE FROM _cairn_sync_waiting WHERE source = ? AND field = ?",
        [.text(source), .text(field)])
    } else {
      try tables.run(
        "DELETE FROM _cairn_sync_waiting WHERE source = ? AND field <> ?",
        [.text(source), .text(Self.whole)])
    }
  }

  /// Defers a record until another has its object.
  func holdBack(_ source: String, until target: String) throws {
    try wait(for: target, Self.whole, of: source)
  }

  /// Defers a record that could not be applied until the next fetch.
  func holdBack(_ source: String) throws { try holdBack(source, until: Self.nothing) }

  /// The names of the deferred records that can be applied now.
  ///
  /// They stay on the list until they have their objects, even if fetching them fails.
  func namesToBeFetched() throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT DISTINCT source FROM _cairn_sync_waiting LEFT JOIN _cairn_sync_record "
        + "ON _cairn_sync_record.name = target "
        + "WHERE field = ? AND (target = ? OR key IS NOT NULL) ORDER BY 1",
      [.text(Self.whole), .text(Self.nothing)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// The names of the records that are deferred until another has its object.
  func heldBack(until target: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT source FROM _cairn_sync_waiting WHERE target = ? AND field = ? ORDER BY 1",
      [.text(target), .text(Self.whole)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Removes a record from the list of deferred ones.
  func release(_ source: String) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_waiting WHERE source = ? AND field = ?",
      [.text(source), .text(Self.whole)])
  }

  /// Stands for a field, whose name is never empty: the whole record is deferred.
  private static let whole = ""
  /// Stands for a target, whose name is never empty: the record is deferred until the next fetch.
  private static let nothing = ""

  /// Whether there are unresolved references or deferred records.
  func hasWaiting() throws -> Bool {
    var isThere = false
    try tables.run("SELECT 1 FROM _cairn_sync_waiting LIMIT 1") { _ in isThere = true }
    return isThere
  }

  /// Removes and returns the fields that have waited for a record.
  func takeWaiting(for target: String) throws -> [(source: String, field: String)] {
    var waiting: [(source: String, field: String)] = []
    try tables.run(
      "SELECT source, field FROM _cairn_sync_waiting WHERE target = ? AND field <> ?",
      [.text(target), .text(Self.whole)]
    ) {
      if let source = $0.text(0), let field = $0.text(1) { waiting.append((source, field)) }
    }
    if !waiting.isEmpty {
      try tables.run(
        "DELETE FROM _cairn_sync_waiting WHERE target = ? AND field <> ?",
        [.text(target), .text(Self.whole)])
    }
    return waiting
  }
}
