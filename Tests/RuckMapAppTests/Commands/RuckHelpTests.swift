// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The help of every subcommand of `cairn ruck`.
@Suite(.timeLimit(.minutes(15))) struct RuckHelpTests {
  /// The names of the subcommands in a help text.
  private func subcommands(_ help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    return lines.compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
  }

  /// The lines between the heading of the examples and the usage.
  private func examples(_ help: String) -> [Substring] {
    help.split(separator: "\n").drop { !$0.hasPrefix("EXAMPLE") }.dropFirst()
      .prefix { !$0.hasPrefix("USAGE:") }.map { $0 }
  }

  @Test func `every subcommand has examples of one line each, and --json`() async throws {
    let workspace = try Workspace()
    var pending = [["ruck"]]
    var count = 0
    while let command = pending.popLast() {
      let help = try await workspace.cairn(command + ["--help"]).output
      let names = subcommands(help)
      pending += names.map { command + [$0] }
      count += 1
      // A wrapped example can't be pasted into a terminal.
      let lines = examples(help)
      #expect(!lines.isEmpty, "\(command)")
      for line in lines { #expect(line.hasPrefix("  cairn ruck "), "\(command): \(line)") }
      // An export's format is an option of its own.
      if names.isEmpty, command.last != "export" {
        #expect(help.contains("--json"), "\(command)")
      }
    }
    #expect(count > 70)
  }
}
