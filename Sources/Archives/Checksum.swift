// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CZlib
package import Foundation

/// A CRC-32 of bytes that arrive in chunks.
package struct Checksum: Sendable {
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Adds the next bytes.
  package mutating func add(_ data: Data) {
    value = data.withUnsafeBytes { bytes in
      UInt32(
        truncatingIfNeeded: crc32(
          UInt(value), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt32(truncatingIfNeeded: bytes.count)))
    }
  }
}
