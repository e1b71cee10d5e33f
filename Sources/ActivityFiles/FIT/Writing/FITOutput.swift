// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a FIT file that is written.
struct FITOutput {
  /// A field of a message: its number, type and values.
  struct Field {
    var number: UInt8
    var type: FITBaseType
    /// The values as stored, nil for an invalid one; their count is the array's.
    var values: [Double?]
    var text: [UInt8] = []

    init(
      _ number: UInt8, _ type: FITBaseType, _ value: Double?, scale: Double = 1, offset: Double = 0
    ) {
      self.number = number
      self.type = type
      values = [value.map { ($0 + offset) * scale }]
    }

    init(_ number: UInt8, _ type: FITBaseType, array: [Double?], scale: Double = 1) {
      self.number = number
      self.type = type
      values = array.map { $0.map { $0 * scale } }
    }

    /// A text, cut to at most 63 bytes of whole characters.
    init(_ number: UInt8, text: String?) {
      self.number = number
      type = .string
      values = []
      for character in text ?? "" where self.text.count + character.utf8.count <= 63 {
        self.text += character.utf8.filter { $0 != 0 }
      }
      self.text.append(0)
    }

    var size: Int { type == .string ? text.count : values.count * type.size }
  }

  /// A developer field: its number and values.
  typealias DeveloperField = Field

  private var bytes: [UInt8] = []
  private var layouts: [Int: [UInt8]] = [:]

  /// Appends a message, after its definition if that differs from the last one of the local type.
  mutating func append(
    _ message: UInt16, local: Int, _ fields: [Field], developerFields: [DeveloperField] = []
  ) {
    var layout: [UInt8] = [0, 0, UInt8(message & 0xFF), UInt8(message >> 8)]
    layout.append(UInt8(truncatingIfNeeded: fields.count))
    for field in fields {
      layout += [field.number, UInt8(truncatingIfNeeded: field.size), field.type.rawValue]
    }
    if !developerFields.isEmpty {
      layout.append(UInt8(truncatingIfNeeded: developerFields.count))
      for field in developerFields {
        layout += [field.number, UInt8(truncatingIfNeeded: field.size), 0]
      }
    }
    if layouts[local] != layout {
      layouts[local] = layout
      bytes.append(0x40 | (developerFields.isEmpty ? 0 : 0x20) | UInt8(local & 15))
      bytes += layout
    }
    bytes.append(UInt8(local & 15))
    for field in fields + developerFields { append(field) }
  }

  private mutating func append(_ field: Field) {
    if field.type == .string {
      bytes += field.text
      return
    }
    for value in field.values {
      var bits = Self.bits(value, field.type)
      for _ in 0..<field.type.size {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
  }

  /// Encodes a value; a value that the type cannot hold becomes the invalid one.
  private static func bits(_ value: Double?, _ type: FITBaseType) -> UInt64 {
    guard let value, value.isFinite else { return type.invalid }
    if type == .float32 { return UInt64(Float(value).bitPattern) }
    if type == .float64 { return value.bitPattern }
    guard let integer = Int64(exactly: value.rounded()) else { return type.invalid }
    let width = type.size * 8
    let isSigned = [.sint8, .sint16, .sint32, .sint64].contains(type)
    if width < 64 {
      let limits: ClosedRange<Int64> =
        isSigned ? -(1 << (width - 1))...(1 << (width - 1)) - 1 : 0...(1 << width) - 1
      guard limits.contains(integer) else { return type.invalid }
      return UInt64(bitPattern: integer) & ((1 << width) - 1)
    }
    guard isSigned || integer >= 0 else { return type.invalid }
    return UInt64(bitPattern: integer)
  }

  /// Returns the file: header, messages and checksum.
  func file() -> Data {
    let size = UInt32(truncatingIfNeeded: bytes.count)
    var header: [UInt8] = [14, 0x20, 0x10, 0x08]
    header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    header += ".FIT".utf8
    let headerChecksum = FITChecksum.of(header)
    header += [UInt8(headerChecksum & 0xFF), UInt8(headerChecksum >> 8)]
    let checksum = bytes.withUnsafeBytes { FITChecksum.update(FITChecksum.of(header), with: $0) }
    return Data(header) + Data(bytes) + Data([UInt8(checksum & 0xFF), UInt8(checksum >> 8)])
  }
}
