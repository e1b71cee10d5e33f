// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Decompression of deflate data (RFC 1951), with a limit.
package enum Inflater {
  /// The reason why data cannot be decompressed.
  package enum Failure: Error {
    case malformed, tooLarge
  }

  /// Decompresses data without header.
  ///
  /// - Parameters:
  ///   - bytes: The compressed data.
  ///   - limit: The maximum size of the result in bytes.
  /// - Returns: The decompressed data.
  /// - Throws: The reason.
  package static func inflate(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(Failure)
    -> [UInt8]
  {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .malformed }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = UInt32(truncatingIfNeeded: bytes.count)
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (status, written) = chunk.withUnsafeMutableBufferPointer { chunk in
        stream.next_out = chunk.baseAddress
        stream.avail_out = UInt32(chunk.count)
        let status = CZlib.inflate(&stream, Z_NO_FLUSH)
        return (status, chunk.count - Int(stream.avail_out))
      }
      if output.count + written > limit { throw .tooLarge }
      output.append(contentsOf: chunk[..<written])
      if status == Z_STREAM_END { return output }
      guard status == Z_OK, written > 0 || stream.avail_in > 0 else { throw .malformed }
    }
  }

  /// The CRC-32 of bytes.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)))
    }
  }
}
