// Cairn
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Foundation

/// The option that selects the data folder.
package struct DataOptions: ParsableArguments {
  /// The name of the file in the folder that has the settings of the pages.
  package static let settingsFile = "settings.json"

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The data folder. (default: $XDG_DATA_HOME/cairn or ~/.local/share/cairn)",
      valueName: "dir"),
    completion: .directory)
  package var directory: String?

  package init() {}

  package func validate() throws {
    if directory == "" { throw ValidationError("--data needs the name of a folder.") }
  }

  /// The data folder: from the option, the environment or the home folder, in this order.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as the XDG specification requires.
  package var url: URL {
    if let directory { return URL(fileURLWithPath: directory, isDirectory: true) }
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true).appending(
        path: "cairn", directoryHint: .isDirectory)
    }
    // HOME takes precedence over the account's home folder, as in a shell.
    let home =
      if let path = environment["HOME"], path.hasPrefix("/") {
        URL(fileURLWithPath: path, isDirectory: true)
      } else {
        FileManager.default.homeDirectoryForCurrentUser
      }
    return home.appending(path: ".local/share/cairn", directoryHint: .isDirectory)
  }
}

/// The option that selects the output format.
package struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON with stable keys, in SI units named by the keys.")
  package var json = false

  package init() {}

  /// Prints `value` as JSON with `--json`, otherwise `text`.
  package func write(_ value: some Encodable, text: () -> String) throws {
    try StandardOutput.write(json ? JSONOutput.encode(value) : text())
  }
}
