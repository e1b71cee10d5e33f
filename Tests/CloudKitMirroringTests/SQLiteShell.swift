// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The `sqlite3` command, which changes a database that this process has open.
enum SQLiteShell {
  /// Runs statements on a file and returns their output.
  @discardableResult
  static func run(_ sql: String, on file: URL) throws -> String {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-batch", "-cmd", ".timeout 5000", file.path(percentEncoded: false), sql,
    ]
    shell.standardOutput = output
    try shell.run()
    let data = try output.fileHandleForReading.readToEnd()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
