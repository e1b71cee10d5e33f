// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONText

// Values of the document's nodes.

extension JSONDocument {
  /// The node of a key's value in an object; nil if the object lacks the key.
  @inline(__always)
  func find(_ key: String, in object: Int) -> Int? {
    let node = self[object]
    let end = Int(node.next)
    if end == object + 1 { return nil }
    var key = key
    return key.withUTF8 { wanted in
      let first = node.memo > object && node.memo < end ? node.memo : object + 1
      var index = first
      repeat {
        if isKey(index, wanted) {
          setMemo(Int(self[index + 1].next), of: object)
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
    return bytes(node).isEqual(to: wanted)
  }

  /// The number of elements of an array.
  func elementCount(of array: Int) -> Int {
    let node = self[array]
    if node.memo > 0 { return node.memo }
    var (count, index) = (0, array + 1)
    while index < Int(node.next) {
      count += 1
      index = Int(self[index].next)
    }
    setMemo(count, of: array)
    return count
  }

  /// The value of a string node.
  @inline(__always)
  func string(_ node: Node) -> String {
    if !node.isEscaped { return String(decoding: bytes(node), as: UTF8.self) }
    return unescaped(node)
  }

  private func unescaped(_ node: Node) -> String {
    let bytes = bytes(node)
    guard let start = bytes.baseAddress else { return "" }
    return String(
      decoding: JSONString.unescaped(start, from: 0, to: bytes.count), as: UTF8.self)
  }

  /// The integer value of a node; nil if it is not an integer or out of range.
  @inline(__always)
  func integer<Integer: FixedWidthInteger>(_ node: Node) -> Integer? {
    guard node.kind == .number else { return nil }
    let bytes = bytes(node)
    if let value = JSONNumber.integer(bytes) { return Integer(exactly: value) }
    return longInteger(bytes)
  }

  private func longInteger<Integer: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>)
    -> Integer?
  {
    let text = String(decoding: bytes, as: UTF8.self)
    return Integer(text) ?? Double(text).flatMap { Integer(exactly: $0) }
  }

  /// The value of a number node, or of a string for a number that JSON lacks; nil otherwise.
  @inline(__always)
  func double(_ node: Node) -> Double? {
    switch node.kind {
    case .number: JSONNumber.double(bytes(node))
    case .string: NonFiniteNumber.value(bytes(node))
    default: nil
    }
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

extension ParsedJSON.Kind {
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
enum NonFiniteNumber {
  static func text(_ value: Double) -> String {
    value.isNaN ? "nan" : value < 0 ? "-inf" : "+inf"
  }

  static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch String(decoding: text, as: UTF8.self) {
    case "nan": .nan
    case "+inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }
}
