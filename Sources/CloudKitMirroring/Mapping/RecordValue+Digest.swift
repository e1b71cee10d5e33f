// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

extension RecordValue {
  /// The size of a string or of data in bytes, above which only a digest is stored for comparison.
  package static let comparedWhole = 1_024

  /// Whether ``shortened(above:)`` is a digest.
  var isLong: Bool {
    switch self {
    case .text(let value): value.utf8.count > Self.comparedWhole
    case .data(let value): value.count > Self.comparedWhole
    default: false
    }
  }

  /// The value, or its digest if it has more than `limit` bytes; the digest equals the value.
  package func shortened(above limit: Int = RecordValue.comparedWhole) -> RecordValue {
    switch self {
    case .text(let value) where value.utf8.count > limit: Self.digest(of: Data(value.utf8))
    case .data(let value) where value.count > limit: Self.digest(of: value)
    default: self
    }
  }

  private static func digest(of data: Data) -> RecordValue {
    .digest(size: data.count, sha256: Data(SHA256.hash(data: data)))
  }
}
