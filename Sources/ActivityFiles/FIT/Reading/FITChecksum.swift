// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The checksum of FIT files (CRC-16/ARC), which is 0xBB3D for "123456789".
enum FITChecksum {
  /// Returns the checksum of more bytes.
  static func update(
    _ checksum: UInt16, with bytes: UnsafeRawBufferPointer
  ) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      var value = checksum
      for byte in bytes {
        value = (value >> 8) ^ table[Int((value ^ UInt16(byte)) & 0xFF)]
      }
      return value
    }
  }

  /// Returns the checksum of bytes.
  static func of(_ bytes: [UInt8]) -> UInt16 {
    bytes.withUnsafeBytes { update(0, with: $0) }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : (value >> 1) ^ 0xA001
    }
  }
}
