// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Scanning and unescaping of JSON strings.
enum JSONString {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The first position from `start` with a quote, backslash, control character or non-ASCII byte.
  ///
  /// Scans eight bytes at a time.
  @inline(__always)
  static func plainEnd(_ text: Bytes, from start: Int) -> Int {
    var position = start
    guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while position + 8 <= text.count {
      let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // A byte's high bit is set where it is below 0x20, zero after the exclusive or, or not ASCII.
      // A borrow can mark an extra byte, but only after a true match.
      let found =
        ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | word) & highs
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < text.count {
      let byte = text[position]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return position }
      position += 1
    }
    return position
  }

  /// The position of the first invalid UTF-8 byte; nil if there is none.
  static func firstInvalid(_ text: Bytes, from start: Int, to end: Int) -> Int? {
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
  static func hexadecimal(_ text: Bytes, at position: Int) -> UInt16? {
    guard position + 4 <= text.count else { return nil }
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

  /// The unescaped UTF-8 of a validated string.
  static func unescaped(_ text: Bytes, from start: Int, to end: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start)
    var index = start
    while index < end {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < end else {
        bytes.append(byte)
        continue
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
        guard let first = hexadecimal(text, at: index) else { continue }
        index += 4
        var units = [first]
        if UTF16.isLeadSurrogate(first), let second = hexadecimal(text, at: index + 2) {
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
