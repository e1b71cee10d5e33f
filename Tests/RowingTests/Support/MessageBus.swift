// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A private message bus of the program `dbus-daemon`, which ends with this object.
final class MessageBus: Sendable {
  /// The bus's address.
  let address: String
  private let process: Int32

  /// Starts a bus.
  init() throws {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process.processIdentifier
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      try #require(!byte.isEmpty, "dbus-daemon has ended: install the package dbus-daemon")
      line += byte
    }
    address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { _ = kill(process, SIGTERM) }
}
