// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  /// Notes that a field of a record refers to one that has not arrived.
  func wait(for target: String, _ field: String, of source: String) throws {
    try tables.run(
      "INSERT OR IGNORE INTO _cairn_sync_waiting (target, source, field) VALUES (?, ?, ?)",
      [.text(target), .text(source), .text(field)])
  }

  /// What the fields of a record refer to that has not arrived, by their names.
  func awaited(by source: String) throws -> [String: String] {
    var targets: [String: String] = [:]
    try tables.run(
      "SELECT field, target FROM _cairn_sync_waiting WHERE source = ? AND field <> ?",
      [.text(source), .text(Self.whole)]
    ) { if let field = $0.text(0) { targets[field] = $0.text(1) } }
    return targets
  }

  /// Notes that a field of a record, or none of its fields, waits any more.
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

  /// Notes that a record can't have its object before another has one.
  func holdBack(_ source: String, until target: String) throws {
    try wait(for: target, Self.whole, of: source)
  }

  /// Notes that a record could not be taken as it came.
  func holdBack(_ source: String) throws { try holdBack(source, until: Self.nothing) }

  /// The names of the records that were held back and needn't be any more.
  ///
  /// They stay on the list until they have their objects, whatever becomes of the attempt to fetch them.
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

  /// The names of the records that can't have their objects before another has one.
  func heldBack(until target: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT source FROM _cairn_sync_waiting WHERE target = ? AND field = ? ORDER BY 1",
      [.text(target), .text(Self.whole)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Takes a record off the list of those that are held back.
  func release(_ source: String) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_waiting WHERE source = ? AND field = ?",
      [.text(source), .text(Self.whole)])
  }

  /// In place of a field, none of which has an empty name: all of the record waits.
  private static let whole = ""
  /// In place of a target, none of which has an empty name: the record waits for the next fetch.
  private static let nothing = ""

  /// Whether anything waits for a record.
  func hasWaiting() throws -> Bool {
    var isThere = false
    try tables.run("SELECT 1 FROM _cairn_sync_waiting LIMIT 1") { _ in isThere = true }
    return isThere
  }

  /// Takes off the list whose fields have waited for a record.
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
