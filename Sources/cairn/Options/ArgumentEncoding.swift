// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The encoding of the command line, of which `CommandLine.arguments` has only what it was read as.
enum ArgumentEncoding {
  /// Refuses what is no UTF-8: other characters stand for its bytes once it is text, and would be stored.
  ///
  /// - Throws: A `ValidationError` that names the first such argument.
  static func check() throws {
    let arguments = UnsafeMutableBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for (number, argument) in arguments.enumerated().dropFirst() {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      throw ValidationError(
        "Argument \(number), '\(String(cString: argument).printable)', is not UTF-8: write it in that "
          + "encoding.")
    }
  }
}
