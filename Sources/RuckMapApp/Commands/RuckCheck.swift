// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck check`: reports doubtful recordings.
struct RuckCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report impossible speeds, clock jumps, duplicates and other doubtful values.",
    discussion: """
      The command changes nothing. It exits with status 1 if it finds something, for alerts.

      EXAMPLES
        cairn ruck check
        cairn ruck check 6f1c --json
      """
  )

  @Argument(help: "The rucks to check, by ID or any unambiguous prefix. (default: all)")
  var ids: [String] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = ids.isEmpty ? nil : try await RuckIdentifier.resolve(ids, in: library)
    let report = try await library.check(found)
    do {
      try output.write(RuckJSON.quality(report)) { Self.text(report) }
    } catch is OutputClosed {
      // The exit status still reports whether something was found.
    }
    if !report.findings.isEmpty { throw ExitCode.failure }
  }

  private static func text(_ report: QualityReport) -> String {
    let rucks = report.checked == 1 ? "1 ruck" : "\(report.checked) rucks"
    guard !report.findings.isEmpty else { return "\(rucks) checked, nothing found\n" }
    let lines = report.findings.map { finding in
      let other = finding.other.map { " (\($0.shortText))" } ?? ""
      return "\(finding.ruck.shortText)  \(finding.kind.rawValue)  \(finding.text)\(other)\n"
    }
    return lines.joined() + "\(rucks) checked, \(report.findings.count) found\n"
  }
}

extension RuckJSON {
  static func quality(_ report: QualityReport) -> RuckJSON {
    .object([
      "checked": .integer(report.checked),
      "findings": .list(
        report.findings.map { finding in
          .object([
            "kind": .text(finding.kind.rawValue), "ruck": .text(finding.ruck.idText),
            "other": .text(finding.other?.idText), "count": .integer(finding.count),
            "text": .text(finding.text),
          ])
        }),
    ])
  }
}
