// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NIOCore
import NIOPosix
import SystemSupport

/// A temporary folder for the files of one upload, readable only by this user.
package struct UploadFolder: Sendable {
  package let url: URL

  /// Creates the folder.
  package init(in parent: URL) throws(PageError) {
    url = parent.appending(path: "cairn-upload-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try Self.createFolder(url)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  /// Removes the folder and its files.
  package func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// Creates a file for writing, in a subfolder named by its number, so that equal names don't
  /// collide.
  package func file(named name: String, number: Int) throws(PageError) -> (URL, NIOFileHandle) {
    let folder = url.appending(path: "\(number)", directoryHint: .isDirectory)
    let file = folder.appending(path: FileName.safe(name), directoryHint: .notDirectory)
    do {
      try Self.createFolder(folder)
      let handle = try NIOFileHandle(
        _deprecatedPath: file.path, mode: .write,
        flags: .posix(flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
      return (file, handle)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  /// Appends to a file without blocking a thread of Swift's pool.
  package func write(_ bytes: ByteBuffer, to handle: NIOFileHandle) async throws(PageError) {
    do {
      try await NonBlockingFileIO.shared.write(fileHandle: handle, buffer: bytes)
    } catch {
      throw .noSpace(Self.reason(error))
    }
  }

  private static func createFolder(_ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError {
      return SystemError(error.errnoCode).message + "."
    }
    return error.localizedDescription
  }
}

extension NonBlockingFileIO {
  fileprivate static let shared = NonBlockingFileIO(threadPool: .singleton)
}

/// Makes names of uploads safe to use on disk.
package enum FileName {
  /// The longest name in bytes; file systems allow 255.
  package static let longest = 200

  /// The last path component of a name, without leading dots, control and format characters.
  ///
  /// A name that is too long is truncated before its extension.
  package static func safe(_ name: String, fallback: String = "upload.gpx") -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var scalars = last.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    while scalars.first == "." || scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    var text = String(String.UnicodeScalarView(scalars))
    guard !text.isEmpty else { return fallback }
    guard text.utf8.count > longest else { return text }
    let ending = text.lastIndex(of: ".").map { String(text[$0...]) } ?? ""
    let kept = ending.utf8.count <= 20 ? ending : ""
    text = String(text.dropLast(kept.count))
    while text.utf8.count + kept.utf8.count > longest { text.removeLast() }
    return text + kept
  }
}
