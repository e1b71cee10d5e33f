// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON without whitespace, value by value, and inserts the commas.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// The path of the first NaN or infinite number, which was written as null.
  package private(set) var unwritable: String?

  package init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  // MARK: Structure

  @inline(__always)
  private mutating func separate() {
    guard let last = bytes.last else { return }
    if last != UInt8(ascii: "{"), last != UInt8(ascii: "["), last != UInt8(ascii: ":") {
      bytes.append(UInt8(ascii: ","))
    }
  }

  @inline(__always)
  package mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  @inline(__always)
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  @inline(__always)
  package mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  @inline(__always)
  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Writes a key that needs no escaping.
  @inline(__always)
  package mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func member(_ key: StaticString, _ value: some JSONWritable) {
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a member unless its value is nil.
  package mutating func member(_ key: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(key, value) }
  }

  /// Writes a member only if its value is true.
  package mutating func member(_ key: StaticString, ifTrue value: Bool) {
    if value { member(key, true) }
  }

  package mutating func element(_ value: some JSONWritable) { value.write(to: &self) }

  // MARK: Values

  package mutating func null() {
    separate()
    bytes.append(contentsOf: StaticString("null").utf8)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? StaticString("true") : StaticString("false")).utf8)
  }

  package mutating func integer(_ value: Int64) {
    separate()
    appendDigits(value)
  }

  /// Writes an integer as a string, for readers without 64-bit integers.
  package mutating func quotedInteger(_ value: Int64) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    appendDigits(value)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendDigits(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest))
      return
    }
    let start = bytes.count
    while rest > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  /// Writes the shortest representation that parses to the same number.
  ///
  /// JSON has no NaN and no infinity: they become null, and ``unwritable`` has their path.
  package mutating func double(_ value: Double) {
    guard value.isFinite else {
      if unwritable == nil { unwritable = JSONDocument.pathAtEnd(of: bytes) }
      null()
      return
    }
    separate()
    var text = value.description
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < utf8.count {
      var end = JSONString.plainEnd(utf8, from: index)
      while end < utf8.count, utf8[end] >= 0x80 { end = JSONString.plainEnd(utf8, from: end + 1) }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[index..<end]))
      guard end < utf8.count else { return }
      appendEscape(utf8[end])
      index = end + 1
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    let escape: StaticString =
      switch byte {
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C: "\\f"
      case 0x0D: "\\r"
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      default: "\\u00"
      }
    bytes.append(contentsOf: escape.utf8)
    if escape.utf8CodeUnitCount == 4 {
      let digits = StaticString("0123456789abcdef").utf8
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  // MARK: Splicing

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Writes an already encoded value.
  @inline(__always)
  package mutating func splice(_ json: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: json)
  }

  package mutating func splice(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes the exact bytes of a parsed value.
  @inline(__always)
  mutating func splice(_ node: JSONNode) {
    separate()
    node.withJSON { bytes.append(contentsOf: $0) }
  }
}

extension JSONDocument {
  /// The path of the next value in an unfinished text.
  static func pathAtEnd(of bytes: [UInt8]) -> String {
    do throws(WireError) {
      _ = try JSONDocument(bytes, from: .server)
    } catch {
      return error.path
    }
    return ""
  }
}
