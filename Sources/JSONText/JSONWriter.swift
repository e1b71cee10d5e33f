// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON without whitespace, value by value, and inserts the commas.
public struct JSONWriter {
  @usableFromInline var output: [UInt8] = []
  private let hasShortEscapes: Bool
  /// The number of bytes before the first NaN or infinite number, which was written as null.
  package private(set) var nonFiniteOffset: Int?

  /// The text.
  @inlinable public var bytes: [UInt8] { output }

  /// Creates an empty text.
  ///
  /// With short escapes, backspace and form feed are `\b` and `\f`, otherwise `\u0008` and `\u000c`.
  package init(capacity: Int = 256, hasShortEscapes: Bool = true) {
    self.hasShortEscapes = hasShortEscapes
    output.reserveCapacity(capacity)
  }

  // MARK: Structure

  @inlinable @inline(__always)
  mutating func separate() {
    guard let last = output.last else { return }
    if last != UInt8(ascii: "{"), last != UInt8(ascii: "["), last != UInt8(ascii: ":") {
      output.append(UInt8(ascii: ","))
    }
  }

  /// Begins an object.
  @inlinable @inline(__always)
  public mutating func beginObject() {
    separate()
    output.append(UInt8(ascii: "{"))
  }

  /// Ends the innermost object.
  @inlinable @inline(__always)
  public mutating func endObject() { output.append(UInt8(ascii: "}")) }

  /// Begins an array.
  @inlinable @inline(__always)
  public mutating func beginArray() {
    separate()
    output.append(UInt8(ascii: "["))
  }

  /// Ends the innermost array.
  @inlinable @inline(__always)
  public mutating func endArray() { output.append(UInt8(ascii: "]")) }

  /// Writes a key that needs no escaping.
  @inlinable @inline(__always)
  public mutating func key(_ key: StaticString) {
    separate()
    output.append(UInt8(ascii: "\""))
    output.append(contentsOf: key.utf8)
    output.append(UInt8(ascii: "\""))
    output.append(UInt8(ascii: ":"))
  }

  /// Writes a key, with escapes where required.
  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    output.append(UInt8(ascii: ":"))
  }

  /// Writes the colon after a key that was written as a value.
  @inlinable public mutating func appendColon() { output.append(UInt8(ascii: ":")) }

  // MARK: Values

  package mutating func null() {
    separate()
    output.append(contentsOf: StaticString("null").utf8)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    output.append(contentsOf: (value ? StaticString("true") : StaticString("false")).utf8)
  }

  package mutating func integer(_ value: Int64) {
    separate()
    appendDigits(value.magnitude, isNegative: value < 0)
  }

  package mutating func integer(_ value: UInt64) {
    separate()
    appendDigits(value, isNegative: false)
  }

  /// Writes an integer as a string, for readers without 64-bit integers.
  package mutating func quotedInteger(_ value: Int64) {
    separate()
    output.append(UInt8(ascii: "\""))
    appendDigits(value.magnitude, isNegative: value < 0)
    output.append(UInt8(ascii: "\""))
  }

  private mutating func appendDigits(_ magnitude: UInt64, isNegative: Bool) {
    if magnitude < 10, !isNegative {
      output.append(0x30 + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    // A sign, and at most 20 digits, from the last to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { characters in
      var (rest, start) = (magnitude, characters.count)
      repeat {
        start -= 1
        characters[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if isNegative {
        start -= 1
        characters[start] = UInt8(ascii: "-")
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start...]))
    }
  }

  /// Writes the shortest representation that parses to the same number.
  ///
  /// JSON has no NaN and no infinity: they become null, and ``nonFiniteOffset`` has their position.
  package mutating func double(_ value: Double) {
    guard value.isFinite else {
      if nonFiniteOffset == nil { nonFiniteOffset = output.count }
      null()
      return
    }
    number(value.description)
  }

  /// Writes a number with these characters.
  package mutating func number(_ digits: String) {
    separate()
    var digits = digits
    digits.withUTF8 { output.append(contentsOf: $0) }
  }

  package mutating func string(_ text: String) {
    separate()
    appendQuoted(text)
  }

  @inline(__always)
  private mutating func appendQuoted(_ text: String) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      let end = JSONString.plainEnd(utf8, from: 0)
      if end == utf8.count {
        output.append(contentsOf: utf8)
      } else {
        appendEscaped(utf8, plainEnd: end)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, plainEnd: Int) {
    var (index, end) = (0, plainEnd)
    while true {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[index..<end]))
      guard end < utf8.count else { return }
      appendEscape(utf8[end])
      index = end + 1
      end = JSONString.plainEnd(utf8, from: index)
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    let escape: StaticString =
      switch byte {
      case 0x08 where hasShortEscapes: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C where hasShortEscapes: "\\f"
      case 0x0D: "\\r"
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      default: "\\u00"
      }
    output.append(contentsOf: escape.utf8)
    if escape.utf8CodeUnitCount == 4 {
      let digits = StaticString("0123456789abcdef").utf8
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 15)])
    }
  }

  // MARK: Splicing

  /// Writes an already encoded value.
  @inlinable @inline(__always)
  public mutating func splice(_ json: UnsafeRawBufferPointer) {
    separate()
    output.append(contentsOf: json)
  }

  /// Writes an already encoded value.
  package mutating func splice(_ json: [UInt8]) {
    separate()
    output.append(contentsOf: json)
  }
}
