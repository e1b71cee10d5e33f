// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Decodes values in the wire format of D-Bus, in both byte orders.
///
/// Each length is checked against the remaining bytes before anything is allocated.
package struct DBusReader: Sendable {
  /// The deepest nesting of containers.
  private static let deepest = 64

  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let end: Int
  /// The offset of the next byte; alignment counts from 0.
  package private(set) var offset: Int

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - offset: The first byte to read.
  ///   - end: The end of the bytes to read; nil for all.
  ///   - isBigEndian: The byte order.
  package init(
    _ bytes: [UInt8], from offset: Int = 0, to end: Int? = nil, isBigEndian: Bool = false
  ) {
    self.bytes = bytes
    self.offset = offset
    self.end = min(end ?? bytes.count, bytes.count)
    self.isBigEndian = isBigEndian
  }

  /// Decodes the values of a signature.
  ///
  /// - Throws: ``DBusError/malformed(_:offset:)``.
  package mutating func values(_ signature: String) throws(DBusError) -> [DBusValue] {
    var types = Array(signature.utf8)[...]
    var values: [DBusValue] = []
    while !types.isEmpty { values.append(try value(&types, depth: 0)) }
    return values
  }

  /// Skips padding up to a multiple of an alignment.
  package mutating func pad(to alignment: Int) throws(DBusError) {
    let next = (offset + alignment - 1) / alignment * alignment
    guard next <= end else { throw malformed("it is truncated") }
    offset = next
  }

  private func malformed(_ reason: String) -> DBusError { .malformed(reason, offset: offset) }

  private mutating func value(
    _ types: inout ArraySlice<UInt8>, depth: Int
  ) throws(DBusError) -> DBusValue {
    guard depth <= Self.deepest else { throw malformed("its values are nested too deeply") }
    guard let type = types.popFirst() else { throw malformed("a type is missing") }
    switch type {
    case UInt8(ascii: "y"): return .byte(try integer())
    case UInt8(ascii: "b"):
      let number: UInt32 = try integer()
      guard number <= 1 else { throw malformed("a truth value is \(number)") }
      return .boolean(number == 1)
    case UInt8(ascii: "n"): return .int16(Int16(bitPattern: try integer()))
    case UInt8(ascii: "q"): return .uint16(try integer())
    case UInt8(ascii: "i"): return .int32(Int32(bitPattern: try integer()))
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return .uint32(try integer())
    case UInt8(ascii: "x"): return .int64(Int64(bitPattern: try integer()))
    case UInt8(ascii: "t"): return .uint64(try integer())
    case UInt8(ascii: "d"): return .double(Double(bitPattern: try integer()))
    case UInt8(ascii: "s"): return .string(try text(Int(try integer() as UInt32)))
    case UInt8(ascii: "o"): return .objectPath(try text(Int(try integer() as UInt32)))
    case UInt8(ascii: "g"): return .signature(try text(Int(try integer() as UInt8)))
    case UInt8(ascii: "v"):
      var inner = Array(try text(Int(try integer() as UInt8)).utf8)[...]
      let value = try value(&inner, depth: depth + 1)
      guard inner.isEmpty else { throw malformed("a variant has several values") }
      return .variant(value)
    case UInt8(ascii: "("):
      try pad(to: 8)
      var fields: [DBusValue] = []
      while types.first != UInt8(ascii: ")") { fields.append(try value(&types, depth: depth + 1)) }
      types.removeFirst()
      return .structure(fields)
    case UInt8(ascii: "{"):
      try pad(to: 8)
      let key = try value(&types, depth: depth + 1)
      let value = try value(&types, depth: depth + 1)
      guard types.popFirst() == UInt8(ascii: "}") else {
        throw malformed("an entry has no two values")
      }
      return .entry(key, value)
    case UInt8(ascii: "a"): return try array(&types, depth: depth)
    default: throw malformed("a type is unknown")
    }
  }

  private mutating func array(
    _ types: inout ArraySlice<UInt8>, depth: Int
  ) throws(DBusError) -> DBusValue {
    let count = Int(try integer() as UInt32)
    let element = try Self.firstType(of: types, or: malformed("an array has no type"))
    types = types.dropFirst(element.count)
    let signature = String(decoding: element, as: UTF8.self)
    try pad(to: DBusAlignment.of(signature))
    guard count <= end - offset else { throw malformed("an array is longer than the message") }
    let stop = offset + count
    var elements: [DBusValue] = []
    while offset < stop {
      let before = offset
      var inner = element[...]
      elements.append(try value(&inner, depth: depth + 1))
      // An empty structure would never reach the end.
      guard offset > before else { throw malformed("an element has no bytes") }
    }
    guard offset == stop else { throw malformed("an array ends inside of an element") }
    return .array(of: signature, elements)
  }

  /// Returns the first complete type of a signature.
  private static func firstType(
    of types: ArraySlice<UInt8>, or error: DBusError
  ) throws(DBusError) -> [UInt8] {
    var depth = 0
    for (count, type) in types.enumerated() {
      switch type {
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      guard depth >= 0 else { throw error }
      if depth == 0, type != UInt8(ascii: "a") { return Array(types.prefix(count + 1)) }
    }
    throw error
  }

  private mutating func integer<Number: FixedWidthInteger & UnsignedInteger>()
    throws(DBusError) -> Number
  {
    let size = Number.bitWidth / 8
    try pad(to: size)
    guard offset + size <= end else { throw malformed("it is truncated") }
    var number: Number = 0
    for index in 0..<size {
      let shift = 8 * (isBigEndian ? size - 1 - index : index)
      number |= Number(truncatingIfNeeded: bytes[offset + index]) << shift
    }
    offset += size
    return number
  }

  /// Reads a text of a length, with the zero after it.
  private mutating func text(_ count: Int) throws(DBusError) -> String {
    guard count < end - offset else { throw malformed("a text is longer than the message") }
    guard bytes[offset + count] == 0,
      let text = String(validating: bytes[offset..<offset + count], as: UTF8.self)
    else { throw malformed("a text is not UTF-8 with a final zero") }
    offset += count + 1
    return text
  }
}
