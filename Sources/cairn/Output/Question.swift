// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A question that is to be answered with yes before something is done.
enum Question {
  /// Asks on the terminal, and goes on only for a yes.
  ///
  /// - Parameters:
  ///   - text: The question.
  ///   - refusal: What it comes to without a yes, such as `nothing was deleted`.
  /// - Throws: ``CommandError`` without a yes, and where nobody can be asked.
  static func ask(_ text: String, refusal: String) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandError(
        "\(refusal): nobody can be asked, since standard input is not a terminal; say --yes to do it without "
          + "a question")
    }
    StandardError.write("\(text) [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else { throw CommandError(refusal) }
  }
}
