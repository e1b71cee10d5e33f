// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a file that arrives in chunks.
struct ArchiveLineReader {
  private var buffer = Data()
  private var isAtEnd = false
  /// Whether the last line was the end of an archive.
  private(set) var isComplete = false

  mutating func next(_ chunks: () throws -> Data?) throws -> Data? {
    var searched = 0
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: 0x0A) {
        let line = Data(buffer[buffer.startIndex..<end])
        buffer = Data(buffer[(end + 1)...])
        return finished(line)
      }
      searched = buffer.count
      guard buffer.count <= RuckArchive.lineLimit else { throw RuckArchiveError.tooLarge }
      guard !isAtEnd, let chunk = try chunks(), !chunk.isEmpty else {
        isAtEnd = true
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        return finished(buffer)
      }
      buffer.append(chunk)
    }
  }

  private mutating func finished(_ line: Data) -> Data {
    let text = line.trimmed
    if !text.isEmpty { isComplete = text.elementsEqual(RuckArchive.footer.utf8) }
    return line
  }

  /// The whole file, for another layout.
  mutating func rest(after line: Data, _ chunks: () throws -> Data?) throws -> Data {
    var data = line + Data([0x0A]) + buffer
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
