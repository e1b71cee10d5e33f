// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a file that arrives in chunks.
struct ArchiveLineReader {
  /// The read bytes; those before ``start`` were returned.
  private var buffer: [UInt8] = []
  /// The position of the next line in the buffer.
  private var start = 0
  private var isAtEnd = false
  /// Whether the last line was the end of an archive.
  private(set) var isComplete = false

  mutating func next(_ chunks: () throws -> Data?) throws -> Data? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return finished(Data(buffer[start..<end]))
      }
      // Only the beginning of one line is moved for each chunk.
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      guard buffer.count <= RuckArchive.lineLimit else { throw RuckArchiveError.tooLarge }
      guard !isAtEnd, let chunk = try chunks(), !chunk.isEmpty else {
        isAtEnd = true
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return finished(Data(buffer))
      }
      buffer.append(contentsOf: chunk)
    }
  }

  private mutating func finished(_ line: Data) -> Data {
    let text = line.trimmed
    if !text.isEmpty { isComplete = text.elementsEqual(RuckArchive.footer.utf8) }
    return line
  }

  /// The whole file, for another layout.
  mutating func rest(after line: Data, _ chunks: () throws -> Data?) throws -> Data {
    var data = line + Data([0x0A]) + Data(buffer[start...])
    while data.count <= RuckArchive.wholeLimit {
      guard let chunk = try chunks(), !chunk.isEmpty else { return data }
      data.append(chunk)
    }
    throw RuckArchiveError.tooLarge
  }
}

extension Data {
  /// The bytes without surrounding white space.
  var trimmed: Data {
    let start = firstIndex { $0 > 0x20 } ?? endIndex
    let end = lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
