// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SystemSupport

/// A file that is read or written from start to end.
///
/// Its errors are `CommandError`s that name the file and the system's reason.
final class SequentialFile {
  /// The size of one read in bytes.
  static let chunkSize = 1 << 18

  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool

  private init(_ descriptor: Int32, _ name: String, isOwned: Bool = true) {
    (self.descriptor, self.name, self.isOwned) = (descriptor, name, isOwned)
  }

  deinit { if isOwned { close(descriptor) } }

  /// Opens a file for reading.
  static func reading(_ url: URL) throws -> SequentialFile {
    let path = url.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError("can't read \(path.printable): \(SystemError.last)")
    }
    return SequentialFile(descriptor, path)
  }

  /// Creates a file that only its owner can read.
  static func creating(_ url: URL) throws -> SequentialFile {
    let path = url.path(percentEncoded: false)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandError("can't write \(path.printable): \(SystemError.last)")
    }
    return SequentialFile(descriptor, path)
  }

  /// The process's standard output.
  static var standardOutput: SequentialFile {
    SequentialFile(STDOUT_FILENO, "standard output", isOwned: false)
  }

  /// Reads `count` bytes, or fewer at the end of the file.
  func read(_ count: Int) throws -> Data {
    var data = Data(count: count)
    var done = 0
    while done < count {
      let number = data.withUnsafeMutableBytes { bytes in
        SystemSupport.read(descriptor, bytes.baseAddress.map { $0 + done }, count - done)
      }
      if number == 0 { break }
      if number > 0 {
        done += number
      } else if SystemError.last != SystemError(EINTR) {
        throw CommandError("can't read \(name.printable): \(SystemError.last)")
      }
    }
    return done == count ? data : data.prefix(done)
  }

  /// Writes all of `data`.
  ///
  /// - Throws: `OutputClosed` if the reader of a pipe has closed it, which is not a failure;
  ///   `CommandError` for any other reason.
  func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { FileBytes.write(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let error = SystemError.last
      if error == SystemError(EPIPE) { throw OutputClosed() }
      guard error == SystemError(EINTR) else {
        throw CommandError("can't write \(name.printable): \(error)")
      }
    }
  }

  /// Waits until everything written is on the disk.
  func flush() throws {
    guard fsync(descriptor) == 0 else {
      throw CommandError("can't write \(name.printable): \(SystemError.last)")
    }
  }

  /// Waits until a folder's entries are on the disk.
  static func flush(folder: URL) throws { try reading(folder).flush() }

  /// Waits until the disk has all files below a folder.
  static func flush(filesIn folder: URL) throws {
    try flush(folder: folder)
    for path in try FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    { try reading(folder.appending(path: path)).flush() }
  }
}
