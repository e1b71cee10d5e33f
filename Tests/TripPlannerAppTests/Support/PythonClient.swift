// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Python program of `Tests/Support/Clients` with pinned packages.
enum PythonClient {
  /// The folder of the repository.
  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Runs a program, and returns its output.
  ///
  /// - Parameters:
  ///   - program: The name of the program's file.
  ///   - name: The name of the environment, and of the file with its packages.
  ///   - argument: The argument of the program.
  /// - Returns: The standard output without white space at its ends.
  static func run(
    _ program: String, environment name: String, _ argument: URL
  ) async throws -> String {
    let clients = "Tests/Support/Clients"
    let folder = try await output(
      root.appending(path: "Scripts/python"), [name, "\(clients)/\(name).txt"])
    return try await output(
      URL(filePath: folder).appending(path: "bin/python"),
      ["\(clients)/\(program)", argument.path(percentEncoded: false)])
  }

  /// Runs a program in the folder of the repository, and returns its output without white space at its ends.
  static func output(_ program: URL, _ arguments: [String]) async throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = root
    let output = Pipe()
    process.standardOutput = output
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
    for await _ in ended {}
    let data = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
