// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText

/// The elements of an array.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  let document: JSONDocument
  let node: Int
  private var next: Int
  private(set) var currentIndex = 0

  init(document: JSONDocument, node: Int) {
    self.document = document
    self.node = node
    next = node + 1
  }

  var codingPath: [any CodingKey] { document.path(to: node) }
  var count: Int? { document.elementCount(of: node) }
  var isAtEnd: Bool { next >= Int(document[node].next) }

  @inline(__always)
  private mutating func nextElement() throws -> Int {
    if isAtEnd {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the array ends"))
    }
    let element = next
    next = Int(document[element].next)
    currentIndex += 1
    return element
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd || document[next].kind != .null { return false }
    _ = try nextElement()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try document.bool(at: nextElement())
  }
  mutating func decode(_ type: String.Type) throws -> String {
    try document.string(at: nextElement())
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try document.double(at: nextElement())
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try document.float(at: nextElement())
  }
  mutating func decode(_ type: Int.Type) throws -> Int {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try document.integer(type, at: nextElement())
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try document.value(type, at: nextElement())
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try JSONValueDecoder(document: document, node: nextElement()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(document: document, node: nextElement()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    JSONValueDecoder(document: document, node: try nextElement())
  }
}
