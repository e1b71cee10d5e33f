// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SwiftData

/// Formats reports on a store's file as text.
enum StoreText {
  /// A size in the largest unit that leaves at least 1, such as `1.4 MiB`.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), "bytes")
    for larger in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 {
      (value, unit) = (value / 1024, larger)
    }
    return unit == "bytes" ? "\(bytes) bytes" : String(format: "%.1f ", value) + unit
  }

  /// The sizes and tables, then problems and hints.
  static func report(_ report: StoreReport) -> String {
    var lines = [
      "Format          \(report.format)",
      "Models          \(report.schemaVersion.map { "version \($0)" } ?? "unknown version")",
      "Database        \(size(report.databaseBytes)), \(size(report.freeBytes)) of it free",
      "Log             \(size(report.logBytes))",
      "External files  \(report.externalFiles), \(size(report.externalBytes))",
      "History         \(report.transactions) transactions",
    ]
    if !report.tables.isEmpty {
      var table = TextTable([.left("TABLE"), .right("ROWS"), .right("SIZE")])
      for entry in report.tables {
        table.add([entry.name, "\(entry.rows)", entry.bytes.map(size) ?? ""])
      }
      lines += ["", table.text(colors: StandardOutput.hasColors)]
    } else {
      lines.append("")
    }
    lines += report.problems.map { "problem: \($0.printable)" }
    lines += report.hints.map { "hint: \($0.printable)" }
    if report.isSound { lines.append("sound") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line about the copy, and one about a damaged store that was kept.
  static func copied(_ report: BackupReport, _ verb: String) -> String {
    var text = "\(verb) \(report.url.path(percentEncoded: false).printable): "
    text += size(report.databaseBytes)
    if report.externalFiles > 0 {
      text += " and \(report.externalFiles) external files of \(size(report.externalBytes))"
    }
    text += "\n"
    if let damaged = report.damaged {
      text += "the damaged store is kept as \(damaged.path(percentEncoded: false).printable)\n"
    }
    return text
  }

  /// A line about the reclaimed disk space.
  static func vacuumed(_ report: VacuumReport) -> String {
    let reclaimed = report.bytesBefore - report.bytesAfter
    let log =
      report.isLogEmptied ? "" : "; the log is not empty yet, since other connections are reading"
    return "\(size(max(0, reclaimed))) reclaimed, \(size(report.bytesAfter)) in use\(log)\n"
  }

  /// The number of objects of each entity, then the values that were left out.
  static func imported(_ report: AppleStoreReport, _ file: URL) -> String {
    var table = TextTable([.left("ENTITY"), .right("OBJECTS")])
    for entity in report.entities { table.add([entity.name.printable, "\(entity.count)"]) }
    var lines = [
      "imported \(report.count) objects to \(file.path(percentEncoded: false).printable)", "",
      table.text(colors: StandardOutput.hasColors),
    ]
    for entity in report.entities {
      if entity.skippedCount > 0 {
        lines.append("left out: \(entity.skippedCount) objects of \(entity.name.printable)")
      }
      lines += entity.skippedProperties.map { "left out: \(entity.name).\($0)".printable }
    }
    lines += report.missingFiles.map { "missing file: \($0.printable)" }
    lines += report.brokenReferences.map { "no such object: \($0.printable)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
