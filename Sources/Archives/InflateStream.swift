// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CZlib
package import Foundation

/// A streaming decompressor of deflate data, with bounded memory use.
package final class InflateStream {
  /// The container of the compressed data.
  package enum Format: Sendable {
    /// Deflate data without header (RFC 1951), as in a zip archive.
    case raw
    /// One or more gzip members (RFC 1952), with checksums.
    case gzip
  }

  /// The maximum size of a chunk of the result in bytes.
  package static let chunkSize = 1 << 16

  private let format: Format
  private let limit: Int
  private let source: () throws -> Data?
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var position = 0
  private var isSourceAtEnd = false
  private var isFinished = false
  private var buffer = [UInt8](repeating: 0, count: chunkSize)
  /// The number of decompressed bytes.
  package private(set) var count = 0

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - format: The container of the data.
  ///   - limit: The maximum size of the result in bytes.
  ///   - source: Returns the next compressed bytes; nil or empty data at the end.
  /// - Throws: `tooLarge` if there is not enough memory.
  package init(
    _ format: Format, limit: Int, source: @escaping () throws -> Data?
  ) throws(ArchiveError) {
    self.format = format
    self.limit = limit
    self.source = source
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let windowBits: Int32 = format == .raw ? -15 : 15 + 16
    let status = inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deinitialize(count: 1)
      stream.deallocate()
      throw ArchiveError(
        .tooLarge, reason: "There is not enough memory to decompress the data",
        remedy: "Close other programs and try again")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Decompresses the next bytes.
  ///
  /// - Returns: At most ``chunkSize`` bytes; nil at the end.
  /// - Throws: An ``ArchiveError``, or an error of the source.
  package func next() throws -> Data? {
    while !isFinished {
      if position == input.count { try fill() }
      let (status, written) = inflate()
      count += written
      if count > limit { throw tooLarge }
      switch status {
      case Z_STREAM_END: try endMember()
      case Z_OK: break
      case Z_BUF_ERROR where isSourceAtEnd && position == input.count: throw truncated
      case Z_BUF_ERROR: break
      default: throw damaged
      }
      if written > 0 { return Data(buffer[..<written]) }
    }
    return nil
  }

  private func fill() throws {
    guard !isSourceAtEnd else { return }
    let data = try source() ?? Data()
    isSourceAtEnd = data.isEmpty
    input = Array(data)
    position = 0
  }

  private func inflate() -> (status: Int32, written: Int) {
    let available = input.count - position
    let result = input.withUnsafeMutableBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_in = input.baseAddress.map { $0 + position }
        stream.pointee.avail_in = UInt32(truncatingIfNeeded: available)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(truncatingIfNeeded: buffer.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        return (status, buffer.count - Int(stream.pointee.avail_out))
      }
    }
    position += available - Int(stream.pointee.avail_in)
    return result
  }

  /// Ends a member; another gzip member may follow, and other bytes after it are ignored.
  private func endMember() throws {
    guard format == .gzip else { return isFinished = true }
    if position == input.count { try fill() }
    guard position < input.count, input[position] == 0x1F else { return isFinished = true }
    guard inflateReset(stream) == Z_OK else { throw damaged }
  }

  private var tooLarge: ArchiveError {
    ArchiveError(
      .tooLarge, reason: "The data is larger than \(max(1, limit >> 20)) MB unpacked",
      remedy: "Don't trust this file, or unpack it by hand")
  }

  private var truncated: ArchiveError {
    ArchiveError(
      .truncated, reason: "The compressed data ends too early",
      remedy: "It was truncated when it was saved or copied; save it again")
  }

  private var damaged: ArchiveError {
    ArchiveError(
      .damaged, reason: "The compressed data is damaged", remedy: "Save the file again")
  }
}

extension InflateStream {
  /// True if bytes begin as a gzip file does.
  package static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B, 0x08])
  }

  /// Opens a gzip file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limit: The maximum size of the content in bytes.
  /// - Throws: An ``ArchiveError``.
  package convenience init(
    gzipFile url: URL, limit: Int
  ) throws(ArchiveError) {
    let file = try RandomAccessFile(url)
    var offset = 0
    try self.init(.gzip, limit: limit) {
      let data = try file.read(InflateStream.chunkSize, at: offset)
      offset += data.count
      return data
    }
  }
}

/// A CRC-32 of bytes that arrive in chunks.
package struct Checksum: Sendable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Adds the next bytes.
  package mutating func add(_ data: Data) {
    value = data.withUnsafeBytes { bytes in
      UInt32(
        truncatingIfNeeded: crc32(
          UInt(value), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt32(truncatingIfNeeded: bytes.count)))
    }
  }
}
