// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Why a token is not taken.
package enum TokenError: Error, Sendable, Hashable {
  /// Not what a token looks like: cut off, or never one.
  case malformed
  /// Of a version that this server does not write; the reader starts anew.
  case otherVersion(Int)
  /// Changed, made up, sealed with a key that is gone, or given to somebody or somewhere else.
  case notValidHere
  /// Good, but for something else: a continuation where a sync token belongs.
  case otherKind

  /// The reason of a `BAD_REQUEST`.
  package func reason(path: String) -> String {
    switch self {
    case .malformed: "\(path): found no token, expected one as the server gave it"
    case .otherVersion(let version):
      "\(path): sync token expired: it is of version \(version), start again without one"
    case .notValidHere:
      "\(path): found a token that is not valid here, expected one of this database and user"
    case .otherKind: "\(path): found a token for something else"
    }
  }
}
