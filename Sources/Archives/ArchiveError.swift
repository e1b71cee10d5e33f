// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reason why an archive or one of its entries cannot be read.
package struct ArchiveError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// The file is missing or cannot be read.
    case unreadable
    /// The file is not an archive of the expected format.
    case notAnArchive
    /// The archive ends too early.
    case truncated
    /// The content contradicts its structure, its size or its checksum.
    case damaged
    /// The archive, an entry or the number of entries exceeds a limit.
    case tooLarge
    /// The entry is encrypted, or compressed by another method than deflate.
    case unsupported
  }

  /// The kind of error.
  package var code: Code
  /// The name of the entry, if the error is about one.
  package var entry: String?
  /// The reason, as a sentence without its full stop.
  package var reason: String
  /// The remedy, as a sentence without its full stop.
  package var remedy: String

  package init(_ code: Code, entry: String? = nil, reason: String, remedy: String) {
    self.code = code
    self.entry = entry
    self.reason = reason
    self.remedy = remedy
  }
}

extension ArchiveError: LocalizedError {
  /// The reason and the remedy.
  package var errorDescription: String? { "\(reason). \(remedy)." }
}
