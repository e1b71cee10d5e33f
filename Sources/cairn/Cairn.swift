// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The command `cairn`: parses what it is given and calls the library or starts the pages.
@main
struct Cairn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cairn",
    abstract: "Rucks on your own machine: import files, look at them, keep them.",
    usage: "cairn [serve|ruck|login|logout|sync|store|cloud] [<options>]",
    discussion: """
      Without a subcommand it serves the pages.

      EXAMPLES
        cairn                                  the pages on http://127.0.0.1:8080
        cairn ruck import hike.gpx             store a recording
        cairn ruck list                        what is stored
        cairn login URL --user NAME            have this device sync with others
        cairn sync --watch                     keep it in step with them
        cairn store check FILE                 whether a store is sound
        cairn cloud serve                      a CloudKit server

      Data lives in $XDG_DATA_HOME/cairn, or ~/.local/share/cairn; --data names another folder.
      Shell completions: cairn --generate-completion-script bash|zsh|fish
      """,
    version: "0.1.0",
    subcommands: [
      Serve.self, Ruck.self, Login.self, Logout.self, SyncCommand.self, StoreCommand.self,
      CloudCommand.self,
    ],
    defaultSubcommand: Serve.self
  )

  /// Runs the command line and ends the process: status 0, 1 for a failure, 64 for wrong usage.
  static func main() async {
    StandardStreams.openClosed()
    StandardOutput.ignoreBrokenPipes()
    do {
      try ArgumentEncoding.check()
      var command = try parseAsRoot()
      // Copies of stores are for whom the user wants.
      if !(command is StoreBackup || command is StoreRestore) { UserMask.closeToOthers() }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: ExitCode(report(error)))
    }
  }

  /// Writes what `error` has to say where it belongs.
  ///
  /// - Returns: The exit status.
  private static func report(_ error: any Error) -> Int32 {
    switch error {
    case let code as ExitCode:
      return code.rawValue
    case is OutputClosed:
      return ExitCode.success.rawValue
    case let error as CommandError:
      StandardError.write("cairn: \(error.message)\n")
      return ExitCode.failure.rawValue
    default:
      break
    }
    let code = exitCode(for: error)
    if code == .success {
      // --help, --version and the completion script arrive as errors, too.
      do { try StandardOutput.write(fullMessage(for: error) + "\n") } catch { return 1 }
      return code.rawValue
    }
    if code == .validationFailure {
      let message = fullMessage(for: error)
      let prefix = "Error: "
      let text = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
      StandardError.write("cairn: \(text)\n")
      return code.rawValue
    }
    StandardError.write("cairn: \(CommandError.describe(error))\n")
    return ExitCode.failure.rawValue
  }
}
