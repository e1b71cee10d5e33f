// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// A folder of its own for the files of one upload, which only this user can read.
struct UploadFolder: Sendable {
  let url: URL

  /// Makes the folder.
  init(in parent: URL) throws(PageError) {
    url = parent.appending(path: "cairn-upload-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try Self.make(url)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  /// Removes the folder and what is in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// A new file that can be written; its folder has the number as name, so that two files of one
  /// name don't meet.
  func file(named name: String, number: Int) throws(PageError) -> (URL, NIOFileHandle) {
    let folder = url.appending(path: "\(number)", directoryHint: .isDirectory)
    let file = folder.appending(path: FileName.safe(name), directoryHint: .notDirectory)
    do {
      try Self.make(folder)
      let handle = try NIOFileHandle(
        _deprecatedPath: file.path, mode: .write,
        flags: .posix(flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
      return (file, handle)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  /// Writes at the end of a file, without blocking a thread of Swift's pool.
  func write(_ bytes: ByteBuffer, to handle: NIOFileHandle) async throws(PageError) {
    do {
      try await NonBlockingFileIO.shared.write(fileHandle: handle, buffer: bytes)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  private static func make(_ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError {
      return String(cString: strerror(error.errnoCode)) + "."
    }
    return error.localizedDescription
  }
}

extension NonBlockingFileIO {
  fileprivate static let shared = NonBlockingFileIO(threadPool: .singleton)
}
