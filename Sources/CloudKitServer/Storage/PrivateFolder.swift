// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// Folders with access for their owner only.
enum PrivateFolder {
  /// An error from creating a folder.
  struct Failure: Error, LocalizedError, CustomStringConvertible {
    let path: String
    let code: Int32

    /// The system's message for the error code.
    var reason: String { SystemError(code).message }

    var description: String {
      "cannot create the folder \(PathFormatter.quoted(path)): \(reason)"
    }

    var errorDescription: String? { description }
  }

  /// Creates a folder and its missing parents; existing folders are not changed.
  static func make(_ folder: URL) throws(Failure) {
    let path = folder.standardizedFileURL.path(percentEncoded: false)
    if isFolder(path) { return }
    let parent = folder.standardizedFileURL.deletingLastPathComponent()
    if parent.path(percentEncoded: false) != path { try make(parent) }
    // Another process may create it at the same time.
    guard mkdir(path, 0o700) != 0 else { return }
    let code = errno
    if code == EEXIST, isFolder(path) { return }
    // EEXIST without a folder: a file has this path.
    throw Failure(path: path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// Creates a folder, or restricts an existing folder to its owner.
  static func own(_ folder: URL) throws(Failure) {
    try make(folder)
    let path = folder.path(percentEncoded: false)
    // Fails for a folder of another user, whose permissions remain that user's choice.
    _ = chmod(path, 0o700)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
