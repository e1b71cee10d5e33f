// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary folder for one test, with a home folder, a data folder and the command to run.
package final class Workspace: Sendable {
  /// The folder, deleted with the workspace.
  package let url: URL
  /// The default data folder of the command.
  package var data: URL { url.appending(path: "data/cairn") }
  /// The store of the rucks in ``data``.
  package var store: URL { data.appending(path: "ruckmap.store") }

  /// The command to run.
  package let command: URL

  /// The command that was built with the tests.
  package static let cairn = built("cairn")

  /// A command that was built with the tests.
  package static func built(_ name: String) -> URL {
    URL(filePath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
  }

  package init(command: URL = Workspace.cairn) throws {
    self.command = command
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cairn-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    for folder in ["home", "logs"] {
      try FileManager.default.createDirectory(
        at: url.appending(path: folder), withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Runs the command, and waits for its result.
  package func cairn(
    _ arguments: String..., environment: [String: String] = [:], input: String? = nil
  ) async throws -> CommandResult {
    try await cairn(arguments, environment: environment, input: input)
  }

  /// Runs the command, and waits for its result.
  package func cairn(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil
  ) async throws -> CommandResult {
    try await start(command, arguments, environment: environment, input: input).result()
  }

  /// Runs a shell script, in which `$cairn` is the command, and waits for its result.
  package func shell(_ script: String, _ arguments: String...) async throws -> CommandResult {
    try await startShell(script, arguments).result()
  }

  /// Starts the command.
  package func startCairn(_ arguments: String...) throws -> RunningCommand {
    try startCairn(arguments)
  }

  /// Starts a shell script, in which `$cairn` is the command.
  package func startShell(_ script: String, _ arguments: [String]) throws -> RunningCommand {
    try start(URL(filePath: "/bin/sh"), ["-euc", script, "sh"] + arguments)
  }

  /// Starts the command.
  package func startCairn(_ arguments: [String]) throws -> RunningCommand {
    try start(command, arguments)
  }

  /// Starts the command with an open file as its standard input.
  package func startCairn(_ arguments: [String], input: FileHandle) throws -> RunningCommand {
    try start(command, arguments, standardInput: input)
  }

  /// Starts the command.
  package func start(_ arguments: [String]) throws -> RunningCommand {
    try start(command, arguments)
  }

  /// Runs `script` in its own mount namespace, in which it may mount file systems.
  ///
  /// For users other than root, it has its own user namespace, too.
  package func mountingShell(_ script: String, _ arguments: String...) async throws
    -> CommandResult
  {
    try await startMountingShell(script, arguments).result()
  }

  /// Starts `script` in its own mount namespace.
  package func startMountingShell(_ script: String, _ arguments: [String]) throws -> RunningCommand
  {
    let flags = geteuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]
    let command = ["unshare"] + flags + ["--propagation", "private", "sh", "-euc", script, "sh"]
    return try start(URL(filePath: "/usr/bin/env"), command + arguments)
  }

  /// Runs the command with standard output redirected to `output`.
  package func cairn(_ arguments: [String], output: FileHandle) async throws -> CommandResult {
    try await start(command, arguments, output: output).result()
  }

  /// Writes `text` to a file in the workspace.
  package func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  private func start(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil, standardInput: FileHandle = .nullDevice, output: FileHandle? = nil
  ) throws -> RunningCommand {
    var variables = [
      "HOME": url.appending(path: "home").path(percentEncoded: false),
      "XDG_DATA_HOME": url.appending(path: "data").path(percentEncoded: false),
      "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "xterm",
      "cairn": command.path(percentEncoded: false),
      // The runtime's backtrace of a crashed debug build takes a minute.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["PATH", "LD_LIBRARY_PATH", "TMPDIR"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    let handle: FileHandle
    if let input {
      let file = url.appending(path: "logs/\(UUID().uuidString).in")
      try Data(input.utf8).write(to: file)
      handle = try FileHandle(forReadingFrom: file)
    } else {
      handle = standardInput
    }
    return try RunningCommand(
      executable, arguments, environment: variables.merging(environment) { $1 },
      directory: url, input: handle, logs: url.appending(path: "logs"), output: output)
  }
}
