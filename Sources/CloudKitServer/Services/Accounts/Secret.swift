// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Random secrets, and how they are compared and kept.
package enum Secret {
  /// Random bytes of the system.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Small hexadecimal digits.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What is kept of a secret that is itself random: its SHA-256.
  package static func hash(_ secret: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(secret)))
  }

  /// True if both are the same; takes the same time wherever the first difference is.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var difference = one.count ^ other.count
    for (index, byte) in other.enumerated() {
      difference |= Int(byte ^ (index < one.count ? one[index] : 0))
    }
    return difference == 0
  }
}
