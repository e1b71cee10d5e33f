// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Values of the document's nodes.

extension JSONDocument {
  /// The node of a key's value in an object; nil if the object lacks the key.
  @inline(__always)
  func find(_ key: String, in object: Int) -> Int? {
    let node = self[object]
    if node.count == 0 { return nil }
    var key = key
    return key.withUTF8 { wanted in
      let end = Int(node.next)
      let first = Int(node.hint) < end ? Int(node.hint) : object + 1
      var index = first
      repeat {
        if isKey(index, wanted) {
          setHint(Int(self[index + 1].next), of: object)
          return index + 1
        }
        index = Int(self[index + 1].next)
        if index >= end { index = object + 1 }
      } while index != first
      return nil
    }
  }

  @inline(__always)
  private func isKey(_ index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let node = self[index]
    if node.isEscaped { return string(node).utf8.elementsEqual(wanted) }
    guard Int(node.count) == wanted.count else { return false }
    let bytes = bytes(node)
    for position in 0..<wanted.count where bytes[position] != wanted[position] { return false }
    return true
  }

  /// The value of a string node.
  @inline(__always)
  func string(_ node: Node) -> String {
    if !node.isEscaped { return String(decoding: bytes(node), as: UTF8.self) }
    return unescaped(node)
  }

  private func unescaped(_ node: Node) -> String {
    let bytes = bytes(node)
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var index = 0
    func hex(_ start: Int) -> UInt16? {
      guard start + 4 <= bytes.count else { return nil }
      let digits = String(decoding: bytes[start..<(start + 4)], as: UTF8.self)
      return UInt16(digits, radix: 16)
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.count else {
        units.append(byte)
        continue
      }
      let mark = bytes[index]
      index += 1
      switch mark {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"):
        var pair: [UInt16] = []
        if let first = hex(index) {
          pair.append(first)
          index += 4
        }
        if let first = pair.first, UTF16.isLeadSurrogate(first), index + 6 <= bytes.count,
          bytes[index] == UInt8(ascii: "\\"), let second = hex(index + 2)
        {
          pair.append(second)
          index += 6
        }
        units.append(contentsOf: String(decoding: pair, as: UTF16.self).utf8)
      default: units.append(mark)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The integer value of a node; nil if it is not an integer or out of range.
  @inline(__always)
  func integer<Integer: FixedWidthInteger>(_ node: Node) -> Integer? {
    guard node.kind == .number else { return nil }
    let bytes = bytes(node)
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    // Up to 18 digits can't overflow.
    guard bytes.count <= 18 else { return longInteger(bytes) }
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let digit = bytes[index] &- 0x30
      if digit > 9 { return longInteger(bytes) }
      magnitude = magnitude &* 10 &+ UInt64(digit)
    }
    return Integer(exactly: isNegative ? -Int64(magnitude) : Int64(magnitude))
  }

  private func longInteger<Integer: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>)
    -> Integer?
  {
    let text = String(decoding: bytes, as: UTF8.self)
    return Integer(text) ?? Double(text).flatMap { Integer(exactly: $0) }
  }

  private static let powersOfTen: [Double] = (0...22).map { Double("1e\($0)") ?? 0 }

  /// The value of a number node, or of a string for a number that JSON lacks; nil otherwise.
  @inline(__always)
  func double(_ node: Node) -> Double? {
    guard node.kind == .number else {
      return node.kind == .string ? JSONNumber.special(bytes(node)) : nil
    }
    let bytes = bytes(node)
    // A significand below 2^53, multiplied or divided by a power of ten up to 10^22, is rounded
    // once: exact.
    if bytes.count <= 17 {
      var significand: UInt64 = 0
      var fraction = -1
      let isNegative = bytes[0] == UInt8(ascii: "-")
      var index = isNegative ? 1 : 0
      while index < bytes.count {
        let digit = bytes[index] &- 0x30
        if digit <= 9 {
          significand = significand &* 10 &+ UInt64(digit)
          if fraction >= 0 { fraction += 1 }
        } else if bytes[index] == UInt8(ascii: ".") {
          fraction = 0
        } else {
          break
        }
        index += 1
      }
      if index == bytes.count, significand <= 1 << 53 {
        var value = Double(significand)
        if fraction > 0 { value /= Self.powersOfTen[fraction] }
        return isNegative ? -value : value
      }
    }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// The value of a number node, rounded once.
  func float(_ node: Node) -> Float? {
    guard node.kind == .number else { return double(node).map { Float($0) } }
    return Float(String(decoding: bytes(node), as: UTF8.self))
  }

  /// The exact value of a number node.
  func decimal(_ node: Node) -> Decimal? {
    guard node.kind == .number else { return nil }
    let text = String(decoding: bytes(node), as: UTF8.self)
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  // MARK: Errors

  /// The coding path of a node.
  func path(to node: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var current = node
    while current != 0 {
      let parent = Int(self[current].parent)
      if self[parent].kind == .object {
        keys.append(JSONKey(stringValue: string(self[current - 1])))
      } else {
        var (number, index) = (0, parent + 1)
        while index < current {
          number += 1
          index = Int(self[index].next)
        }
        keys.append(JSONKey(intValue: number))
      }
      current = parent
    }
    return keys.reversed()
  }

  func mismatch(_ type: Any.Type, at node: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: node),
      debugDescription: "expected \(type), found \(self[node].kind.inWords)")
    return self[node].kind == .null
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONDocument.Kind {
  fileprivate var inWords: String {
    switch self {
    case .null: "null"
    case .true, .false: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A key of an object or an index of an array.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// The strings for numbers that JSON lacks.
enum JSONNumber {
  static func text(_ value: Double) -> String {
    value.isNaN ? "nan" : value < 0 ? "-inf" : "+inf"
  }

  static func special(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch String(decoding: text, as: UTF8.self) {
    case "nan": .nan
    case "+inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }
}
