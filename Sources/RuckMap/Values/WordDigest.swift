// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A digest of 128 bits over 64-bit words, equal on every device.
///
/// The probability of an accidental collision is 2^-128; the digest does not protect against
/// deliberate collisions.
struct WordDigest {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344
  /// The number of items that consist of the words, counted by the caller.
  var count: UInt64 = 0

  /// Adds the next word.
  mutating func add(_ word: UInt64) {
    first = Self.mixed(first ^ word) &* 0x9E37_79B9_7F4A_7C15
    second = (second ^ Self.mixed(word &+ 0xD1B5_4A32_D192_ED03)) &* 0xBF58_476D_1CE4_E5B9
    second = (second << 29 | second >> 35) ^ first
  }

  /// Adds an identifier as one item.
  mutating func add(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes in
      add(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)))
      add(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
    count += 1
  }

  /// Adds a string as one item, by its UTF-8 bytes.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    count += 1
  }

  /// The digest of the words so far.
  var words: (high: UInt64, low: UInt64) {
    (
      Self.mixed(first ^ Self.mixed(second &+ count)),
      Self.mixed(second ^ Self.mixed(first &+ (count << 1) &+ 1))
    )
  }

  /// A bijection in which every input bit affects every output bit.
  static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension UUID {
  /// Creates an identifier (version 8) that follows from a name and other identifiers.
  ///
  /// Devices that derive an identifier from equal values have equal identifiers, so that objects
  /// that they create independently merge into one.
  init(derivedFrom name: String, _ parts: UUID...) {
    var digest = WordDigest()
    digest.add(name)
    for part in parts { digest.add(part) }
    self.init(derivedFrom: digest.words)
  }
}
