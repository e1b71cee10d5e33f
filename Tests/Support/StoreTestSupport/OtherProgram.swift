// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A sqlite3 shell that keeps a store open after running some statements.
package final class OtherProgram {
  private let shell = Process()
  private let input = Pipe()

  /// The shell ended before it had run the statements.
  package struct HasEnded: Error {}

  package init(_ store: URL, _ sql: String) throws {
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    // The shell waits for a store that is being closed, and ends at the first error.
    shell.arguments = ["-bail", "-cmd", ".timeout 30000", store.path(percentEncoded: false)]
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(sql);\nSELECT 'ready';\n".utf8))
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains("ready") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw HasEnded() }
      said += more
    }
  }

  /// Ends the program.
  package func end() {
    try? input.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  deinit { end() }
}
