// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap

/// Where the data lives: the option that every subcommand has.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The folder that holds the data. (default: $XDG_DATA_HOME/cairn or ~/.local/share/cairn)",
      valueName: "dir"),
    completion: .directory)
  var directory: String?

  func validate() throws {
    if directory == "" { throw ValidationError("--data needs the name of a folder.") }
  }

  /// The folder by the option, the environment, or the home folder, in this order.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as its specification demands.
  var url: URL {
    if let directory { return URL(fileURLWithPath: directory, isDirectory: true) }
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true).appending(
        path: "cairn", directoryHint: .isDirectory)
    }
    // HOME stands above the account's own folder, as in a shell.
    let home =
      if let path = environment["HOME"], path.hasPrefix("/") {
        URL(fileURLWithPath: path, isDirectory: true)
      } else {
        FileManager.default.homeDirectoryForCurrentUser
      }
    return home.appending(path: ".local/share/cairn", directoryHint: .isDirectory)
  }

  /// Opens the store of the rucks, making folder and store where there are none.
  func openLibrary() throws -> RuckLibrary {
    try RuckLibrary.open(directory: url)
  }
}
