// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Encodes a token's payload: integers as base-128 varints, strings and data length-prefixed.
struct TokenWriter {
  private(set) var bytes: [UInt8] = []

  mutating func integer(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func string(_ text: String) { data(Array(text.utf8)) }

  mutating func data(_ data: [UInt8]) {
    integer(UInt64(data.count))
    bytes.append(contentsOf: data)
  }
}

/// Decodes a token's payload.
struct TokenReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func integer() throws(TokenError) -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while let byte = rest.popFirst() {
      // The tenth group has a single significant bit.
      guard shift < 63 || (shift == 63 && byte <= 1) else { throw .malformed }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .malformed
  }

  mutating func data() throws(TokenError) -> [UInt8] {
    let count = try integer()
    guard count <= UInt64(rest.count) else { throw .malformed }
    let data = Array(rest.prefix(Int(count)))
    rest = rest.dropFirst(Int(count))
    return data
  }

  mutating func string() throws(TokenError) -> String {
    guard let text = String(validating: try data(), as: UTF8.self) else { throw .malformed }
    return text
  }

  var isAtEnd: Bool { rest.isEmpty }

  func end() throws(TokenError) {
    if !isAtEnd { throw .malformed }
  }
}
