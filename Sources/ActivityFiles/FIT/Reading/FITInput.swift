// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a file, read in chunks, with their offset and checksum.
struct FITInput {
  private let source: () throws -> Data?
  private let name: String?
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// The offset of the next byte in the file.
  private(set) var offset = 0

  /// The checksum of the bytes that were consumed since it was last set.
  var checksum: UInt16 = 0

  init(name: String?, source: @escaping () throws -> Data?) {
    self.name = name
    self.source = source
  }

  /// The number of bytes that are read and not consumed.
  private var available: Int { buffer.count - position }

  /// Returns whether the file has that many further bytes, and reads them.
  mutating func has(_ count: Int) throws(ActivityFileError) -> Bool {
    while available < count, !isAtEnd {
      guard let chunk = try nextChunk() else {
        isAtEnd = true
        break
      }
      if position > 0 {
        buffer.removeSubrange(..<position)
        position = 0
      }
      buffer.append(contentsOf: chunk)
    }
    return available >= count
  }

  /// The next byte, which is not consumed; call only after `has` was true for it.
  func peek(_ distance: Int = 0) -> UInt8 { buffer[position + distance] }

  /// Consumes a byte; call only after `has` was true for it.
  mutating func consume() -> UInt8 {
    let byte = buffer[position]
    checksum = withUnsafeBytes(of: byte) { FITChecksum.update(checksum, with: $0) }
    position += 1
    offset += 1
    return byte
  }

  /// Consumes bytes; call only after `has` was true for them.
  mutating func consume(_ count: Int) -> [UInt8] {
    let bytes = Array(buffer[position..<position + count])
    checksum = bytes.withUnsafeBytes { FITChecksum.update(checksum, with: $0) }
    position += count
    offset += count
    return bytes
  }

  /// Consumes the rest of the file, and returns the number of its bytes.
  mutating func skipRest() throws(ActivityFileError) -> Int {
    let start = offset
    while try has(1) {
      offset += available
      position = buffer.count
    }
    return offset - start
  }

  private func nextChunk() throws(ActivityFileError) -> Data? {
    do {
      while let chunk = try source() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch let error as ActivityFileError {
      throw error
    } catch {
      throw ActivityFileSource.unreadable(error, name: name)
    }
  }
}
