// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Generation and hashing of random secrets.
package enum Secret {
  /// Random bytes from the system's generator.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The SHA-256 of a random secret; the storage has only this.
  package static func hash(_ secret: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(secret)))
  }
}
