// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The sqlite3 shell with a store open, in the state after some statements.
package final class OtherProgram {
  private let shell = Process()
  private let input = Pipe()

  /// It ended without having done what it should.
  package struct HasEnded: Error {}

  package init(_ store: URL, _ sql: String) throws {
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    // It waits for a store that is just being closed, and ends if it doesn't get what it asks for.
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
