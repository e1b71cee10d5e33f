// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A file, or the bytes of one, that is read at any position.
package final class RandomAccessFile {
  private enum Source {
    case file(FileHandle)
    case memory(Data)
  }

  private let source: Source
  /// The size of the file in bytes.
  package let size: Int

  /// Opens a file.
  ///
  /// - Throws: `unreadable`.
  package init(_ url: URL) throws(ArchiveError) {
    do {
      let handle = try FileHandle(forReadingFrom: url)
      source = .file(handle)
      size = Int(clamping: try handle.seekToEnd())
    } catch {
      throw ArchiveError(
        .unreadable, reason: "The file can't be opened (\(error.localizedDescription))",
        remedy: "Check its name and its permissions")
    }
  }

  /// Creates a file of bytes in memory, which may be mapped from a file.
  package init(_ data: Data) {
    source = .memory(data)
    size = data.count
  }

  deinit { if case .file(let handle) = source { try? handle.close() } }

  /// Reads bytes at an offset.
  ///
  /// - Returns: Fewer bytes than requested at the end of the file.
  /// - Throws: `unreadable`.
  package func read(_ count: Int, at offset: Int) throws(ArchiveError) -> Data {
    guard count > 0, offset >= 0, offset < size else { return Data() }
    switch source {
    case .memory(let data): return Data(data.dropFirst(offset).prefix(count))
    case .file(let handle): return try read(count, at: offset, from: handle)
    }
  }

  /// Reads bytes with one system call, where `FileHandle` reads blocks of 4 KB.
  private func read(
    _ count: Int, at offset: Int, from handle: FileHandle
  ) throws(ArchiveError) -> Data {
    var data = Data(count: min(count, size - offset))
    var length = 0
    while length < data.count {
      let (start, descriptor) = (length, handle.fileDescriptor)
      let part = data.withUnsafeMutableBytes { bytes in
        pread(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start,
          off_t(offset + start))
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ArchiveError(
          .unreadable, reason: "The file can't be read (\(reason))",
          remedy: "Check the disk and try again")
      }
      if part == 0 { break }
      length += part
    }
    return data.prefix(length)
  }
}
