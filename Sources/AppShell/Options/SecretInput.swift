// Cairn
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Foundation
import SystemSupport

/// A password from a file or standard input; other users could see an argument.
package struct SecretInput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file whose first line is the password; - for standard input.",
      valueName: "file"),
    completion: .file())
  package var passwordFile: String

  package init() {}

  /// Reads the first line, without echo on a terminal.
  package func read() throws -> String { try Self.read(passwordFile) }

  /// Reads the first line of a file, or of standard input for `-`; nil prompts on the terminal.
  package static func read(_ passwordFile: String?) throws -> String {
    try SecretReader(name: "password", option: "--password-file").read(passwordFile)
  }
}

/// A confirmation prompt on the terminal.
package enum Confirmation {
  /// Asks on the terminal, and returns only if the answer is yes.
  ///
  /// - Parameters:
  ///   - text: The question.
  ///   - refusal: The error message for any other answer, such as `nothing was deleted`.
  /// - Throws: ``CommandError`` for any other answer, or if standard input is not a terminal.
  package static func ask(_ text: String, refusal: String) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandError(
        "\(refusal): can't ask for confirmation, since standard input is not a terminal; give "
          + "--yes to proceed without asking")
    }
    StandardError.write("\(text) [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else { throw CommandError(refusal) }
  }
}
