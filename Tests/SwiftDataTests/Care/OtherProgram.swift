// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The sqlite3 shell with a store open, in the state after some statements.
final class OtherProgram {
  private let shell = Process()
  private let input = Pipe()

  init(_ store: TestStore, _ sql: String) throws {
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    // It waits for a store that is just being closed, and ends if it doesn't get what it asks for.
    shell.arguments = ["-bail", "-cmd", ".timeout 30000", store.url.path(percentEncoded: false)]
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(sql);\nSELECT 'ready';\n".utf8))
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains("ready") {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "sqlite3 has ended")
      said += more
    }
  }

  /// Ends the program.
  func end() {
    try? input.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  deinit { end() }
}
