// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The values of one JSON object by their keys.
protocol RecordFields<Key> {
  associatedtype Key: CodingKey

  mutating func encode(_ value: String?, forKey key: Key) throws
  mutating func encode(_ value: Double?, forKey key: Key) throws
  mutating func encode(_ value: Int?, forKey key: Key) throws
  mutating func encode(_ value: Bool, forKey key: Key) throws
}

extension KeyedEncodingContainer: RecordFields {}

/// The text of lists of objects as JSON, equal to that of `JSONOutput`.
///
/// An encoder takes as long for a season's sessions as the store does to insert them. This text has
/// no intermediate values: its keys are written in the order of calls, which must be sorted.
struct PrettyJSON {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  /// The bytes between two elements by their depth: a comma, a line break, and the indentation.
  private static let separators: [[UInt8]] = (0..<8).map { depth in
    Array(",\n".utf8) + [UInt8](repeating: 0x20, count: 2 * depth)
  }

  /// Creates an empty text with room for a number of bytes.
  init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  /// Returns the text with a line break at the end.
  mutating func finish() -> String {
    bytes.append(0x0A)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a list.
  mutating func list<Element>(
    _ elements: [Element], _ write: (Element, inout PrettyJSON) throws -> Void
  ) rethrows {
    open("[")
    for element in elements {
      beginElement()
      try write(element, &self)
    }
    close("]")
  }

  /// Writes an object with lists of objects, whose names are sorted.
  mutating func object(_ lists: [(name: String, write: (inout PrettyJSON) throws -> Void)]) throws {
    open("{")
    for list in lists {
      begin(key: list.name)
      try list.write(&self)
    }
    close("}")
  }

  /// Writes an object of numbers and texts.
  mutating func object<Key: CodingKey>(
    _: Key.Type, _ write: (inout PrettyJSONFields<Key>) throws -> Void
  ) rethrows {
    open("{")
    // The fields own the text meanwhile, so that its bytes are not copied.
    var fields = PrettyJSONFields<Key>()
    swap(&fields.text, &self)
    defer { swap(&fields.text, &self) }
    try write(&fields)
    fields.text.close("}")
  }

  /// Writes a key of the current object, which needs no escapes.
  mutating func begin(key: String) {
    beginElement()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\" : ")
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes a number as the encoder does: without the decimals of a whole one.
  mutating func append(_ number: Double) {
    let isNegativeZero = number == 0 && number.sign == .minus
    if number == number.rounded(.towardZero), abs(number) < 1e15, !isNegativeZero {
      return append(String(Int(number)))
    }
    let text = number.description
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a text in quotes.
  mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { append(escaped: byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      append("\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits)
    default: bytes.append(byte)
    }
  }

  // MARK: Structure

  private mutating func open(_ bracket: String) {
    append(bracket)
    append("\n")
    depth += 1
    isFirst = true
  }

  private mutating func beginElement() {
    let separator = Self.separators[depth]
    if isFirst {
      bytes.append(contentsOf: separator[2...])
      isFirst = false
    } else {
      bytes.append(contentsOf: separator)
    }
  }

  private mutating func close(_ bracket: String) {
    depth -= 1
    bytes.append(contentsOf: Self.separators[depth][1...])
    append(bracket)
    isFirst = false
  }
}

/// The values of one object as text.
struct PrettyJSONFields<Key: CodingKey>: RecordFields {
  fileprivate(set) var text = PrettyJSON()

  mutating func encode(_ value: String?, forKey key: Key) {
    text.begin(key: key.stringValue)
    if let value { text.append(quoted: value) } else { text.append("null") }
  }

  mutating func encode(_ value: Double?, forKey key: Key) {
    text.begin(key: key.stringValue)
    if let value { text.append(value) } else { text.append("null") }
  }

  mutating func encode(_ value: Int?, forKey key: Key) {
    text.begin(key: key.stringValue)
    text.append(value.map(String.init) ?? "null")
  }

  mutating func encode(_ value: Bool, forKey key: Key) {
    text.begin(key: key.stringValue)
    text.append(value ? "true" : "false")
  }
}
