// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Scanning and unescaping of JSON strings.
package enum JSONString {
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bits of the bytes that a string can't contain as they are.
  ///
  /// These are quotes, backslashes and control characters. The lowest bit of the result is exact;
  /// a borrow can mark an extra byte above it.
  @inline(__always)
  private static func special(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    return ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~word & highBits
  }

  /// The first position from `start` with a quote, backslash or control character.
  ///
  /// The text ends with a control character and seven readable bytes. The bits of all bytes before
  /// the position are added to `bits`, which shows whether one of them is not ASCII.
  @inline(__always)
  static func end(_ text: UnsafePointer<UInt8>, from start: Int, bits: inout UInt64) -> Int {
    let base = UnsafeRawPointer(text)
    var position = start
    while true {
      let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let found = special(in: word)
      if found != 0 {
        bits |= word & ((found & (0 &- found)) &- 1)
        return position + found.trailingZeroBitCount / 8
      }
      bits |= word
      position += 8
    }
  }

  /// The first position from `start` with a quote, backslash or control character.
  @inline(__always)
  static func plainEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
    while position + 8 <= text.count {
      let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let found = special(in: word)
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < text.count {
      let byte = text[position]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return position }
      position += 1
    }
    return position
  }

  /// The position of the first invalid UTF-8 byte; nil if there is none.
  static func firstInvalid(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let (count, least, most): (Int, UInt8, UInt8) =
        switch byte {
        case 0xC2...0xDF: (1, 0x80, 0xBF)
        case 0xE0: (2, 0xA0, 0xBF)
        case 0xED: (2, 0x80, 0x9F)
        case 0xE1...0xEF: (2, 0x80, 0xBF)
        case 0xF0: (3, 0x90, 0xBF)
        case 0xF1...0xF3: (3, 0x80, 0xBF)
        case 0xF4: (3, 0x80, 0x8F)
        default: (0, 0, 0)
        }
      guard count > 0, index + count < end, text[index + 1] >= least, text[index + 1] <= most
      else { return index }
      for offset in 1...count where text[index + offset] & 0xC0 != 0x80 { return index }
      index += count + 1
    }
    return nil
  }

  /// Parses four hexadecimal digits at a position; nil if they are missing.
  static func hexadecimal(_ text: UnsafePointer<UInt8>, at position: Int, end: Int) -> UInt16? {
    guard position + 4 <= end else { return nil }
    var unit: UInt16 = 0
    for index in position..<(position + 4) {
      let byte = text[index]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The UTF-8 of a string without its escapes.
  ///
  /// A lone surrogate becomes U+FFFD. A backslash before an undefined character is dropped, and so
  /// is `\\u` without four digits.
  package static func unescaped(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start)
    var index = start
    while index < end {
      let start = index
      while index < end, text[index] != UInt8(ascii: "\\") { index += 1 }
      bytes.append(contentsOf: UnsafeBufferPointer(start: text + start, count: index - start))
      guard index < end else { break }
      index += 1
      guard index < end else {
        bytes.append(UInt8(ascii: "\\"))
        break
      }
      let mark = text[index]
      index += 1
      switch mark {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"):
        guard let first = hexadecimal(text, at: index, end: end) else { continue }
        index += 4
        var units = [first]
        if UTF16.isLeadSurrogate(first), index < end, text[index] == UInt8(ascii: "\\"),
          let second = hexadecimal(text, at: index + 2, end: end)
        {
          units.append(second)
          index += 6
        }
        bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      default: bytes.append(mark)
      }
    }
    return bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True if both buffers have equal bytes.
  @inlinable @inline(__always)
  public func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}

extension StaticString {
  /// The bytes of the string.
  @inlinable public var utf8: UnsafeBufferPointer<UInt8> {
    @inline(__always)
    get { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
  }
}
