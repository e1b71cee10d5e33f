// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the bytes of a ``ByteWriter``.
///
/// Malformed bytes only cause an error: a count is limited by the number of remaining bytes.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  /// A reader of some bytes from their start.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The number of unread bytes.
  package var remaining: Int { bytes.count - position }
  /// True after the last byte.
  package var isAtEnd: Bool { position == bytes.count }

  /// Reads one byte.
  package mutating func byte() throws(MalformedBytes) -> UInt8 {
    guard position < bytes.count else { throw MalformedBytes("it ends too early") }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number of 1 to 10 bytes.
  package mutating func number() throws(MalformedBytes) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      if shift == 63, byte > 1 { throw MalformedBytes("a number has more than 64 bits") }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw MalformedBytes("a number has more than 64 bits") }
    }
  }

  /// Reads a number that may be negative.
  package mutating func signed() throws(MalformedBytes) -> Int64 {
    Self.unzigzag(try number())
  }

  /// Reads eight bytes.
  package mutating func fixed() throws(MalformedBytes) -> UInt64 {
    guard remaining >= 8 else { throw MalformedBytes("it ends too early") }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return value
  }

  /// Reads a count of elements with at least `size` bytes each.
  package mutating func count(ofSize size: Int = 1) throws(MalformedBytes) -> Int {
    let count = try number()
    guard count <= UInt64(remaining / Swift.max(1, size)) else {
      throw MalformedBytes("it ends before its \(count) elements")
    }
    return Int(count)
  }

  /// Reads a number of bytes.
  package mutating func raw(_ count: Int) throws(MalformedBytes) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw MalformedBytes("it ends too early") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads a count and as many bytes.
  package mutating func block() throws(MalformedBytes) -> ArraySlice<UInt8> {
    try raw(try count())
  }

  /// Reads a string; invalid UTF-8 is an error.
  package mutating func text() throws(MalformedBytes) -> String {
    let bytes = try block()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw MalformedBytes("a text is not UTF-8")
    }
    return text
  }

  /// Decodes a zigzag number: 0, -1, 1, -2 for 0, 1, 2, 3, and so on.
  package static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}

/// An error in encoded bytes.
package struct MalformedBytes: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the end of a sentence.
  package let reason: String

  /// Creates an error with a reason.
  package init(_ reason: String) { self.reason = reason }

  package var description: String { reason }
}
