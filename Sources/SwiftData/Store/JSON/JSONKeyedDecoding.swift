// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText

/// The members of an object.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: JSONDocument
  let node: Int

  var codingPath: [any CodingKey] { document.path(to: node) }

  var allKeys: [Key] {
    var keys: [Key] = []
    var index = node + 1
    let end = Int(document[node].next)
    while index < end {
      if let key = Key(stringValue: document.string(document[index])) { keys.append(key) }
      index = Int(document[index + 1].next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { document.find(key.stringValue, in: node) != nil }

  @inline(__always)
  private func find(_ key: Key) throws -> Int {
    if let found = document.find(key.stringValue, in: node) { return found }
    throw DecodingError.keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "there is no \"\(key.stringValue)\""))
  }

  /// The node of a key, unless it is missing or null.
  @inline(__always)
  private func findPresent(_ key: Key) -> Int? {
    guard let found = document.find(key.stringValue, in: node), document[found].kind != .null
    else { return nil }
    return found
  }

  func decodeNil(forKey key: Key) throws -> Bool { document[try find(key)].kind == .null }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try document.bool(at: find(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try document.string(at: find(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try document.double(at: find(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try document.float(at: find(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try document.integer(type, at: find(key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try document.integer(type, at: find(key))
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try document.value(type, at: find(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try findPresent(key).map { try document.bool(at: $0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try findPresent(key).map { try document.string(at: $0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try findPresent(key).map { try document.double(at: $0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try findPresent(key).map { try document.float(at: $0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try findPresent(key).map { try document.integer(type, at: $0) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try findPresent(key).map { try document.value(type, at: $0) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try JSONValueDecoder(document: document, node: find(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(document: document, node: find(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let found = document.find("super", in: node) else {
      throw DecodingError.keyNotFound(
        JSONKey(stringValue: "super"),
        .init(codingPath: codingPath, debugDescription: "there is no \"super\""))
    }
    return JSONValueDecoder(document: document, node: found)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONValueDecoder(document: document, node: try find(key))
  }
}
