// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// How data is printed: the option of every subcommand that prints some.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON: stable keys, SI units with the unit in the key.")
  var json = false

  /// Prints `value` as JSON if that was asked for, else the text.
  func write(_ value: some Encodable, text: () -> String) throws {
    try StandardOutput.write(json ? JSONText.encode(value) : text())
  }
}
