// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Why the storage could not do what it was asked.
package enum StorageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no room left: make some, then the same request succeeds.
  case full(String)
  /// The disk or another process stands in the way; later it may go.
  case unavailable(String)
  /// What is stored can't be what was written: `cairn cloud check` says where.
  case damaged(String)
  /// A fault of ours, or of the library below.
  case failed(String)

  /// A file that this version can't be trusted with.
  static func newer(_ file: String) -> StorageError {
    .failed("\(file) was written by a newer version of this program: use that one")
  }

  package var description: String {
    switch self {
    case .full(let message): "The storage is full: \(message)"
    case .unavailable(let message): "The storage can't be used at the moment: \(message)"
    case .damaged(let message): "The storage is damaged: \(message)"
    case .failed(let message): "The storage failed: \(message)"
    }
  }
}
