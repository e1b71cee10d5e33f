// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// Builds FIT files byte by byte, valid or not.
struct FITBuilder {
  /// A field of a definition: number, size, base type.
  typealias Field = (number: UInt8, size: UInt8, type: UInt8)

  var messages: [UInt8] = []

  mutating func define(
    _ message: UInt16, local: UInt8 = 0, isBigEndian: Bool = false, _ fields: [Field],
    developerFields: [Field] = []
  ) {
    messages.append(0x40 | (developerFields.isEmpty ? 0 : 0x20) | local)
    messages += [0, isBigEndian ? 1 : 0]
    let number = [UInt8(message & 0xFF), UInt8(message >> 8)]
    messages += isBigEndian ? number.reversed() : number
    messages.append(UInt8(fields.count))
    for field in fields { messages += [field.number, field.size, field.type] }
    guard !developerFields.isEmpty else { return }
    messages.append(UInt8(developerFields.count))
    for field in developerFields { messages += [field.number, field.size, field.type] }
  }

  mutating func message(local: UInt8 = 0, _ bytes: [UInt8]) {
    messages.append(local)
    messages += bytes
  }

  /// Appends a message with a compressed time.
  mutating func compressed(local: UInt8 = 0, offset: UInt8, _ bytes: [UInt8]) {
    messages.append(0x80 | local << 5 | offset)
    messages += bytes
  }

  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt16 = 0
    for byte in bytes {
      value ^= UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
    }
    return [UInt8(value & 0xFF), UInt8(value >> 8)]
  }

  func file(headerSize: UInt8 = 14, hasHeaderChecksum: Bool = true) -> Data {
    let count = UInt32(messages.count)
    var bytes: [UInt8] = [headerSize, 0x20, 0x10, 0x08]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    bytes += ".FIT".utf8
    if headerSize >= 14 { bytes += hasHeaderChecksum ? Self.checksum(bytes) : [0, 0] }
    bytes += messages
    return Data(bytes + Self.checksum(bytes))
  }

  func content() throws -> FITContent {
    try FITContent(FITReader(data: file(), name: "test.fit"))
  }
}

/// The little-endian bytes of an integer.
func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian, Array.init)
}
