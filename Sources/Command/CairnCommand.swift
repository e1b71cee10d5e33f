// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
import Backups
import DeviceSync
import Foundation

/// The command `cairn` with a list of apps: parses its arguments and runs a subcommand.
///
/// ```swift
/// @main
/// enum Logbook {
///   static func main() async { await CairnCommand.main(apps: [LogbookApp()]) }
/// }
/// ```
package struct CairnCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "cairn",
    abstract: "Import, view and sync your data on your own machine.",
    usage: "cairn [<subcommand>] [<options>]",
    discussion: """
      Without a subcommand, cairn serves the pages.

      EXAMPLES
      \(CommandExample.text(examples))

      Data is stored in $XDG_DATA_HOME/cairn, or ~/.local/share/cairn; --data overrides it.
      Shell completions: cairn --generate-completion-script bash|zsh|fish
      """,
    version: "0.1.0",
    subcommands: [Serve.self] + AppRegistry.apps.flatMap(\.subcommands) + SyncCommands.all
      + [BackupCommand.self, RestoreCommand.self, ExportCommand.self]
      + [StoreCommand.self, CloudCommand.self],
    defaultSubcommand: Serve.self
  )

  package init() {}

  /// The examples of the help: the first commands of the apps between those that every app shares.
  private static var examples: [CommandExample] {
    [CommandExample("cairn", "serve the pages on 127.0.0.1:8080")]
      + AppRegistry.apps.flatMap(\.firstCommands)
      + [
        CommandExample("cairn login URL --user NAME", "log in to a sync server"),
        CommandExample("cairn sync --watch", "sync until stopped"),
        CommandExample("cairn passphrase status", "see whether encrypted fields sync"),
        CommandExample("cairn backup FILE", "back up the data of all apps"),
        CommandExample("cairn store check FILE", "check a store for damage"),
        CommandExample("cairn cloud serve", "run a CloudKit server"),
      ]
  }

  /// Runs the command line and ends the process: status 0, 1 for a failure, 64 for wrong usage.
  ///
  /// - Parameter apps: The apps, in the order of the subcommands and of the pages' navigation.
  package static func main(apps: [any CairnApp]) async {
    StandardStreams.openClosed()
    StandardOutput.ignoreBrokenPipes()
    AppRegistry.register(apps)
    do {
      try ArgumentEncoding.check()
      try SubcommandNames.check(Array(CommandLine.arguments.dropFirst()), of: Self.self)
      var command = try parseAsRoot()
      // A backup may be meant for other users: it follows the user's own umask.
      if !(command is StoreBackup || command is StoreRestore) { Umask.restrictToOwner() }
      if let folder = command.dataFolder {
        let kind = type(of: command)
        let name = kind.configuration.commandName ?? "\(kind)".lowercased()
        CrashReport.install(in: folder, command: name, version: configuration.version)
      }
      if let folder = command.dataFolder, try InterruptedRestore.complete(in: folder) {
        StandardError.write("cairn: completed a restore that was interrupted\n")
      }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: ExitCode(report(error)))
    }
  }

  /// Writes the message of `error` to standard error; help and version go to standard output.
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
      // ArgumentParser throws --help, --version and the completion script as errors.
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

extension ParsableCommand {
  /// The data folder that the command uses; nil if it has no option for it.
  fileprivate var dataFolder: URL? {
    Mirror(reflecting: self).children.lazy
      .compactMap { ($0.value as? OptionGroup<DataOptions>)?.wrappedValue.url }.first
  }
}

/// Checks the encoding of the command line.
enum ArgumentEncoding {
  /// Rejects arguments that are not UTF-8.
  ///
  /// `CommandLine.arguments` replaces invalid bytes, and the replacements would be stored.
  ///
  /// - Throws: A `ValidationError` that names the first such argument.
  static func check() throws {
    let arguments = UnsafeMutableBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for (number, argument) in arguments.enumerated().dropFirst() {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      throw ValidationError(
        "Argument \(number), '\(String(cString: argument).printable)', is not UTF-8. "
          + "Encode it as UTF-8.")
    }
  }
}
