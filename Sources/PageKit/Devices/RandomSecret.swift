// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto

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
    text = Self.hexadecimal(bytes)
  }

  /// The SHA-256 hash of a secret's text in hexadecimal digits.
  package static func hash(of text: String) -> String {
    hexadecimal(SHA256.hash(data: Array(text.utf8)))
  }

  /// Whether two texts are equal; the time depends on the length of the second one only.
  package static func areEqual(_ candidate: String, _ secret: String) -> Bool {
    let (given, own) = (Array(candidate.utf8), Array(secret.utf8))
    var difference = given.count ^ own.count
    for (index, byte) in own.enumerated() {
      difference |= Int(byte ^ (index < given.count ? given[index] : 0))
    }
    return difference == 0
  }

  /// The bytes in lower-case hexadecimal digits.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
