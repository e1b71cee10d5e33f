// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A file that is read at any position.
package final class RandomAccessFile {
  private let handle: FileHandle
  /// The size of the file in bytes.
  package let size: Int

  /// Opens a file.
  ///
  /// - Throws: `unreadable`.
  package init(_ url: URL) throws(ArchiveError) {
    do {
      handle = try FileHandle(forReadingFrom: url)
      size = Int(clamping: try handle.seekToEnd())
    } catch {
      throw ArchiveError(
        .unreadable, reason: "The file can't be opened (\(error.localizedDescription))",
        remedy: "Check its name and its permissions")
    }
  }

  deinit { try? handle.close() }

  /// Reads bytes at an offset.
  ///
  /// - Returns: Fewer bytes than requested at the end of the file.
  /// - Throws: `unreadable`.
  package func read(_ count: Int, at offset: Int) throws(ArchiveError) -> Data {
    guard count > 0, offset >= 0, offset < size else { return Data() }
    do {
      try handle.seek(toOffset: UInt64(offset))
      return try handle.read(upToCount: count) ?? Data()
    } catch {
      throw ArchiveError(
        .unreadable, reason: "The file can't be read (\(error.localizedDescription))",
        remedy: "Check the disk and try again")
    }
  }
}
