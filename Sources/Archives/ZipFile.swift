// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A reader of zip archives on disk or in memory, with limits.
///
/// The reader never writes a file, so the name of an entry, such as `../../x`, is only a text.
/// Archives of more than 4 GB (zip64) are supported. Entries that share bytes are refused, because
/// they make a small archive expand without end.
package final class ZipFile {
  /// An entry of the archive.
  package struct Entry: Sendable, Hashable {
    /// The name, with slashes between folders; in Windows-1252 if it is no UTF-8.
    package var name: String
    /// The size of the content in bytes, as stated by the archive.
    package var size: Int
    /// The size of the compressed data in bytes.
    package var compressedSize: Int
    /// The CRC-32 of the content.
    package var checksum: UInt32
    var method: UInt16
    var flags: UInt16
    var offset: Int

    /// Whether the entry is a folder.
    package var isFolder: Bool { name.hasSuffix("/") }
  }

  /// The default of the maximum number of entries.
  package static let entryLimit = 200_000
  /// The maximum size of the directory in bytes.
  package static let directoryLimit = 64 << 20

  /// The entries in the order of the directory.
  package let entries: [Entry]
  private let file: RandomAccessFile

  /// Reads the directory of an archive.
  ///
  /// - Throws: `unreadable`, `truncated`, `damaged` or `tooLarge`.
  package convenience init(contentsOf url: URL) throws(ArchiveError) {
    try self.init(try RandomAccessFile(url), entryLimit: Self.entryLimit)
  }

  /// Reads the directory of an archive in memory.
  ///
  /// - Parameters:
  ///   - data: The archive; may be mapped from a file.
  ///   - entryLimit: The maximum number of entries.
  /// - Throws: `truncated`, `damaged` or `tooLarge`.
  package convenience init(
    _ data: Data, entryLimit: Int = ZipFile.entryLimit
  ) throws(ArchiveError) {
    try self.init(RandomAccessFile(data), entryLimit: entryLimit)
  }

  private init(_ file: RandomAccessFile, entryLimit: Int) throws(ArchiveError) {
    self.file = file
    entries = try ZipDirectory.entries(of: file, limit: entryLimit)
  }

  /// True if bytes begin as a zip archive does.
  package static func isZip(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Opens an entry.
  ///
  /// - Parameters:
  ///   - entry: An entry of this archive.
  ///   - limit: The maximum size of the content in bytes.
  /// - Returns: The content, whose size and checksum are verified at its end.
  /// - Throws: `unsupported`, `damaged` or `tooLarge`.
  package func open(_ entry: Entry, limit: Int) throws(ArchiveError) -> ZipContent {
    guard entry.flags & 1 == 0, entry.method == 0 || entry.method == 8 else {
      throw ArchiveError(
        .unsupported, entry: entry.name,
        reason: "The entry is encrypted or uses another compression than deflate",
        remedy: "Unpack the archive and import its files")
    }
    guard entry.size <= limit else {
      throw ArchiveError(
        .tooLarge, entry: entry.name,
        reason: "The entry is larger than \(max(1, limit >> 20)) MB unpacked",
        remedy: "Don't trust this archive, or unpack it by hand")
    }
    let header = LittleEndian(try file.read(30, at: entry.offset))
    guard header.count == 30, header.u32(0) == 0x0403_4B50 else { throw ZipContent.damaged(entry) }
    let start = entry.offset + 30 + Int(header.u16(26)) + Int(header.u16(28))
    guard start + entry.compressedSize <= file.size else { throw ZipContent.damaged(entry) }
    return try ZipContent(file, entry, start: start, limit: limit)
  }

  /// Returns the whole content of an entry.
  ///
  /// - Parameters:
  ///   - entry: An entry of this archive.
  ///   - limit: The maximum size of the content in bytes.
  /// - Returns: The content, whose size and checksum are verified.
  /// - Throws: An ``ArchiveError``.
  package func contents(of entry: Entry, limit: Int) throws -> Data {
    let content = try open(entry, limit: limit)
    var data = Data()
    while let chunk = try content.next() { data.append(chunk) }
    return data
  }
}

/// The content of an entry, which is decompressed as it is read.
package final class ZipContent {
  private let entry: ZipFile.Entry
  private let stream: InflateStream?
  private let source: () throws -> Data
  private var checksum = Checksum()
  private var count = 0
  private var isFinished = false

  init(
    _ file: RandomAccessFile, _ entry: ZipFile.Entry, start: Int, limit: Int
  ) throws(ArchiveError) {
    self.entry = entry
    var offset = start
    let end = start + entry.compressedSize
    let source = {
      let data = try file.read(min(InflateStream.chunkSize, end - offset), at: offset)
      offset += data.count
      return data
    }
    self.source = source
    stream = entry.method == 0 ? nil : try InflateStream(.raw, limit: limit, source: source)
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The bytes; nil at the end.
  /// - Throws: An ``ArchiveError`` that names the entry.
  package func next() throws -> Data? {
    guard !isFinished else { return nil }
    do {
      if let chunk = try nextChunk() {
        checksum.add(chunk)
        count += chunk.count
        return chunk
      }
    } catch var error as ArchiveError {
      error.entry = entry.name
      throw error
    }
    isFinished = true
    guard count == entry.size, checksum.value == entry.checksum else {
      throw Self.damaged(entry)
    }
    return nil
  }

  private func nextChunk() throws -> Data? {
    if let stream { return try stream.next() }
    let data = try source()
    return data.isEmpty ? nil : data
  }

  static func damaged(_ entry: ZipFile.Entry) -> ArchiveError {
    ArchiveError(
      .damaged, entry: entry.name, reason: "The entry is damaged",
      remedy: "Save the archive again")
  }
}
