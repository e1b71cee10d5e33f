// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Encodes values in the wire format of D-Bus, in little-endian order.
///
/// Source: the D-Bus specification, chapter "Marshaling (Wire Format)".
package struct DBusWriter: Sendable {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty buffer, which begins at a multiple of 8 bytes.
  package init() {}

  /// Appends a value with its padding.
  package mutating func append(_ value: DBusValue) {
    switch value {
    case .byte(let value): bytes.append(value)
    case .boolean(let value): append(UInt32(value ? 1 : 0))
    case .int16(let value): append(UInt16(bitPattern: value))
    case .uint16(let value): append(value)
    case .int32(let value): append(UInt32(bitPattern: value))
    case .uint32(let value): append(value)
    case .int64(let value): append(UInt64(bitPattern: value))
    case .uint64(let value): append(value)
    case .double(let value): append(value.bitPattern)
    case .string(let text), .objectPath(let text):
      append(UInt32(text.utf8.count))
      bytes += text.utf8
      bytes.append(0)
    case .signature(let text): appendSignature(text)
    case .array(let element, let elements): appendArray(element, elements)
    case .structure(let fields):
      pad(to: 8)
      for field in fields { append(field) }
    case .entry(let key, let value):
      pad(to: 8)
      append(key)
      append(value)
    case .variant(let value):
      appendSignature(value.signature)
      append(value)
    }
  }

  private mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
    let size = value.bitWidth / 8
    pad(to: size)
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  private mutating func appendSignature(_ text: String) {
    bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  private mutating func appendArray(_ element: String, _ elements: [DBusValue]) {
    append(UInt32(0))
    let length = bytes.count - 4
    pad(to: DBusAlignment.of(element))
    let start = bytes.count
    for value in elements { append(value) }
    let count = UInt32(truncatingIfNeeded: bytes.count - start)
    for index in 0..<4 {
      bytes[length + index] = UInt8(truncatingIfNeeded: count >> UInt32(8 * index))
    }
  }

  /// Appends zeros up to a multiple of an alignment.
  package mutating func pad(to alignment: Int) {
    while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
  }

  /// Appends bytes without padding.
  mutating func append(raw other: [UInt8]) { bytes += other }
}

/// The alignments of types.
enum DBusAlignment {
  /// Returns the alignment of the type at the start of a signature, in bytes.
  static func of(_ signature: some StringProtocol) -> Int {
    switch signature.utf8.first {
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "s"),
      UInt8(ascii: "o"), UInt8(ascii: "a"), UInt8(ascii: "h"):
      4
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
      UInt8(ascii: "{"):
      8
    default: 1
    }
  }
}
