// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Writes integers, strings and bytes one after another; small values are short.
package struct ByteWriter: Sendable {
  /// The written bytes.
  package private(set) var bytes: [UInt8] = []

  /// An empty writer.
  package init() {}

  /// The written bytes as data.
  package var data: Data { Data(bytes) }

  /// Writes one byte.
  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes a number in 1 to 10 bytes of seven bits each, the lowest first (LEB128).
  package mutating func number(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  /// Writes a number that may be negative; small ones of either sign are short.
  package mutating func signed(_ value: Int64) { number(Self.zigzag(value)) }

  /// Writes the eight bytes of a number, the lowest first.
  package mutating func fixed(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Writes a count and the bytes.
  package mutating func block(_ value: some Collection<UInt8>) {
    number(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes bytes without their count.
  package mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// Writes a string as UTF-8 after the count of its bytes.
  package mutating func text(_ value: String) { block(value.utf8) }

  /// Encodes a zigzag number: 0, 1, 2, 3 for 0, -1, 1, -2, and so on.
  package static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }
}
