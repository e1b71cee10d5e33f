// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SystemSupport

/// A file that only its owner can read, in a folder that only its owner can open.
package struct PrivateFile: Sendable {
  /// An error from reading or writing a file.
  package struct Failure: Error, LocalizedError, Equatable {
    /// The path of the file or folder.
    package let path: String
    /// The failed action, such as "read".
    package let action: String
    /// The code of the failed system call.
    package let code: Int32

    package var errorDescription: String? {
      "\(path) can't be \(action): \(SystemError(code).message). Check the folder's permissions and "
        + "the free disk space, and try again."
    }
  }

  /// The file's location.
  package let url: URL

  /// Names a file without creating it.
  package init(_ url: URL) { self.url = url }

  private var path: String { url.path(percentEncoded: false) }

  /// Reads the file.
  ///
  /// - Returns: The bytes; nil if there is no file.
  /// - Throws: ``Failure`` if the file exists and can't be read.
  package func read() throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch {
      if access(path, F_OK) != 0, errno == ENOENT { return nil }
      throw Failure(path: path, action: "read", code: access(path, R_OK) == 0 ? EIO : errno)
    }
  }

  /// Replaces the file; after a crash it has the old or the new bytes.
  ///
  /// - Throws: ``Failure`` if the file can't be written; the old file then remains.
  package func write(_ data: Data) throws {
    try createFolder()
    let new = path + ".new"
    // A leftover of a killed process may have other permissions.
    unlink(new)
    try append(data, to: new, O_EXCL)
    guard rename(new, path) == 0 else { throw failure("replaced") }
  }

  /// Appends bytes and waits until the disk has them.
  ///
  /// - Throws: ``Failure`` if the file can't be written.
  package func append(_ data: Data) throws {
    try createFolder()
    try append(data, to: path, O_APPEND)
  }

  private func append(_ data: Data, to path: String, _ flags: Int32) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
    guard file >= 0 else { throw failure("opened") }
    defer { close(file) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SystemSupport.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("written") }
      rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw failure("written") }
  }

  /// Creates the folder of the file with access for its owner only.
  ///
  /// - Throws: ``Failure`` if the folder can't be created.
  package func createFolder() throws {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        path: folder.path(percentEncoded: false), action: "created",
        code: (error as? CocoaError)?.underlyingCode ?? EACCES)
    }
  }

  /// Opens the file for a lock between processes; its contents are not used.
  ///
  /// - Throws: ``Failure`` if the file can't be created.
  package func openLock() throws -> AdvisoryLock {
    try createFolder()
    do {
      return try AdvisoryLock(opening: path, O_RDWR | O_CREAT)
    } catch {
      throw Failure(path: path, action: "opened", code: error.code)
    }
  }

  private func failure(_ action: String) -> Failure {
    Failure(path: path, action: action, code: errno)
  }
}

extension CocoaError {
  /// The code of the failed system call, if the error has one.
  fileprivate var underlyingCode: Int32? {
    (userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue
  }
}
