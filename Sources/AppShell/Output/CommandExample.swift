// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A command line and its purpose, as the help of a command shows it.
///
/// ```swift
/// let example = CommandExample("cairn log add TEXT", "add an entry")
/// ```
package struct CommandExample: Sendable, Equatable {
  /// The column of the purposes, counted from the beginning of the command lines.
  private static let column = 39

  package let command: String
  /// The purpose as an imperative in lowercase.
  package let purpose: String

  package init(_ command: String, _ purpose: String) {
    self.command = command
    self.purpose = purpose
  }

  /// The examples as lines of a help text, with the purposes in one column.
  ///
  /// A command line that reaches the column is followed by two spaces.
  package static func text(_ examples: [CommandExample]) -> String {
    examples.map { example in
      let gap = max(2, column - example.command.count)
      return "  " + example.command + String(repeating: " ", count: gap) + example.purpose
    }
    .joined(separator: "\n")
  }
}
