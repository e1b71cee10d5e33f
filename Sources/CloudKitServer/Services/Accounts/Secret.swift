// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Generation, hashing and comparison of random secrets.
package enum Secret {
  /// Random bytes from the system's generator.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The bytes as lower-case hexadecimal digits.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The SHA-256 of a random secret; the storage has only this.
  package static func hash(_ secret: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(secret)))
  }

  /// True if both are equal; the time does not depend on the position of the first difference.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var difference = one.count ^ other.count
    for (index, byte) in other.enumerated() {
      difference |= Int(byte ^ (index < one.count ? one[index] : 0))
    }
    return difference == 0
  }
}
