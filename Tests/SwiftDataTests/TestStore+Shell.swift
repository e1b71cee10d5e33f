// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension TestStore {
  /// Runs a statement on the store's file with the sqlite3 shell, and returns the output.
  @discardableResult
  func sqlite(_ sql: String) throws -> String {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    // A container that is closing may keep the file open for a moment.
    shell.arguments = ["-cmd", ".timeout 10000", url.path(percentEncoded: false), sql]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
