// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

/// Reads the lines of a capture file or of a pipe as they arrive.
struct CaptureReader: ~Copyable {
  /// The maximum length of a line in bytes; a notification needs fewer than 600.
  private static let longest = 4096
  private static let chunk = 64 << 10

  private let name: String
  private let handle: FileHandle
  private var buffer = Data()
  private var isAtEnd = false
  /// The number of the latest line, from 1.
  private(set) var line = 0

  /// Opens a file, or standard input for `-`.
  ///
  /// - Throws: `CommandError` if the file can't be read.
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    guard path != "-" else {
      handle = .standardInput
      return
    }
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw CommandError("can't read \(path.printable): \(error.localizedDescription)")
    }
  }

  /// The next line without its end; nil at the end.
  ///
  /// Waits for a line of a pipe, until Ctrl-C if signals are observed. A line that is too long is cut, and then rejected as malformed.
  ///
  /// - Throws: `CommandError` if the file can't be read.
  mutating func next() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: buffer[..<end].prefix(Self.longest), as: UTF8.self)
        buffer.removeSubrange(...end)
        line += 1
        return text
      }
      if buffer.count > Self.longest { try skipLine() }
      guard !isAtEnd else {
        guard !buffer.isEmpty else { return nil }
        let text = String(decoding: buffer.prefix(Self.longest), as: UTF8.self)
        buffer.removeAll()
        line += 1
        return text
      }
      try fill()
    }
  }

  private mutating func fill() throws {
    guard Interruption.waitForInput(handle.fileDescriptor) else {
      isAtEnd = true
      buffer.removeAll()
      return
    }
    // A pipe's bytes are returned as soon as there are any.
    let data = handle.availableData
    if data.isEmpty { isAtEnd = true } else { buffer.append(data) }
  }

  /// Removes the rest of a line that is too long, so that memory stays bounded.
  private mutating func skipLine() throws {
    let start = buffer.prefix(Self.longest)
    while buffer.firstIndex(of: UInt8(ascii: "\n")) == nil, !isAtEnd {
      buffer.removeAll()
      try fill()
    }
    if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      buffer = start + buffer[end...]
    } else {
      buffer = Data(start)
    }
  }
}
