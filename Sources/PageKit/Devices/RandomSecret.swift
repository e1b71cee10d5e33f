// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SystemSupport

/// A secret of 256 random bits in hexadecimal digits.
///
/// A file stores only the secret's SHA-256 hash. A secret that is random needs no slow hash.
package struct RandomSecret: Sendable, Equatable {
  /// The 64 digits.
  package let text: String

  /// Creates a secret from the system's random numbers.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates a secret from a source of random numbers.
  package init(using generator: inout some RandomNumberGenerator) {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    text = Hexadecimal.text(bytes)
  }

  /// The SHA-256 hash of a secret's text in hexadecimal digits.
  package static func hash(of text: String) -> String {
    Hexadecimal.text(SHA256.hash(data: Array(text.utf8)))
  }
}
