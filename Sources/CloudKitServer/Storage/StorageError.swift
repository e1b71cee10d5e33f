// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An error of the storage.
package enum StorageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The disk is full; the request can be retried after freeing disk space.
  case full(String)
  /// The disk or another process prevents access; a retry may succeed.
  case unavailable(String)
  /// The file is corrupt; `cairn cloud check` lists the problems.
  case damaged(String)
  /// An internal error of the server or of SQLite.
  case failed(String)

  /// The error for a file of a newer version.
  static func newer(_ file: String) -> StorageError {
    .failed("\(file) was written by a newer version of this program: use that version")
  }

  package var description: String {
    switch self {
    case .full(let message): "The storage is full: \(message)"
    case .unavailable(let message): "The storage is temporarily unavailable: \(message)"
    case .damaged(let message): "The storage is corrupt: \(message)"
    case .failed(let message): "The storage failed: \(message)"
    }
  }
}
