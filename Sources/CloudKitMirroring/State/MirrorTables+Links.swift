// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  /// A pair of linked records.
  struct Link: Sendable {
    let name: String
    let relationship: String
    let source: String
    let target: String
  }

  /// The links with an object's record at one end.
  func links(withEnd name: String) throws -> [Link] {
    try links(
      "SELECT name, relationship, source, target FROM _cairn_sync_link WHERE source = ?1 "
        + "OR target = ?1 ORDER BY name", [.text(name)])
  }

  /// The names of the link records of an object's record for a relationship.
  func links(of owner: String, _ layout: LinkLayout, isSource: Bool) throws -> Set<String> {
    let ends =
      layout.isSymmetric ? "(source = ?2 OR target = ?2)" : isSource ? "source = ?2" : "target = ?2"
    return Set(
      try links(
        "SELECT name, relationship, source, target FROM _cairn_sync_link "
          + "WHERE relationship = ?1 AND \(ends)", [.text(layout.relationship), .text(owner)]
      ).map(\.name))
  }

  /// The link of a link record.
  func link(named name: String) throws -> Link? {
    try links(
      "SELECT name, relationship, source, target FROM _cairn_sync_link WHERE name = ?",
      [.text(name)]
    ).first
  }

  private func links(_ sql: String, _ values: [SQLValue]) throws -> [Link] {
    var links: [Link] = []
    try tables.run(sql, values) {
      guard let name = $0.text(0), let relationship = $0.text(1), let source = $0.text(2),
        let target = $0.text(3)
      else { return }
      links.append(Link(name: name, relationship: relationship, source: source, target: target))
    }
    return links
  }

  /// Inserts or replaces a link.
  func saveLink(_ name: String, _ relationship: String, _ source: String, _ target: String) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_sync_link (name, relationship, source, target) "
        + "VALUES (?, ?, ?, ?)",
      [.text(name), .text(relationship), .text(source), .text(target)])
  }

  /// Removes the link between two records, but not the link record.
  func forgetLink(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_link WHERE name = ?", [.text(name)])
  }
}
