// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

/// A value that is being encoded to JSON.
///
/// Containers are reference types, because an encoder may fill several of them in turn.
enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case float(Float)
  /// A number as its digits.
  case number(String)
  case string(String)
  case array(JSONArray)
  case object(JSONObject)
  /// The result of a nested encoder, which may still be empty.
  case deferred(JSONValueEncoder)
}

final class JSONArray {
  var elements: [JSONValue] = []
}

final class JSONObject {
  var members: [(key: String, value: JSONValue)] = []
  /// True for dictionaries, whose order is random.
  let isSorted: Bool

  init(isSorted: Bool) { self.isSorted = isSorted }
}

/// Encodes a value as a ``JSONValue``.
final class JSONValueEncoder: Encoder {
  fileprivate var value: JSONValue?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Encodes a value of any type.
  static func encode<T: Encodable>(_ value: T) throws -> JSONValue {
    if let special = try special(value) { return special }
    let depth = cairn_encoding_depth()
    if depth >= JSONDocument.maximumDepth { throw tooDeep(value) }
    cairn_set_encoding_depth(depth + 1)
    defer { cairn_set_encoding_depth(depth) }
    let encoder = JSONValueEncoder()
    try value.encode(to: encoder)
    // A type that encodes nothing becomes an empty object, as in Foundation.
    return encoder.value ?? .object(JSONObject(isSorted: false))
  }

  /// Values that are too deep to decode must not be stored.
  static func tooDeep(_ value: Any) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: [],
        debugDescription: "it is nested more than \(JSONDocument.maximumDepth) levels deep"
      ))
  }

  /// Encodes types that have another JSON form than their own `Codable` conformance, or need no
  /// encoder.
  @inline(__always)
  private static func special<T: Encodable>(_ value: T) throws -> JSONValue? {
    // The types are equal: a cast would take longer than the encoding.
    func same<Other>(_ type: Other.Type) -> Other { unsafeBitCast(value, to: type) }
    let type = T.self as Any.Type
    if type == String.self { return .string(same(String.self)) }
    if type == Double.self { return .double(same(Double.self)) }
    if type == Int.self { return .integer(Int64(same(Int.self))) }
    if type == Date.self { return .double(same(Date.self).timeIntervalSinceReferenceDate) }
    if type == URL.self { return .string(same(URL.self).absoluteString) }
    if type == Data.self { return .string(same(Data.self).base64EncodedString()) }
    if type == Decimal.self {
      let number = same(Decimal.self)
      if number.isNaN {
        throw EncodingError.invalidValue(
          number, .init(codingPath: [], debugDescription: "a Decimal is not a number (NaN)"))
      }
      return .number(number.description)
    }
    return nil
  }

  /// The coding key type of dictionaries.
  private static let dictionaryKey: ObjectIdentifier? = {
    final class Witness: Encoder {
      var key: ObjectIdentifier?
      let codingPath: [any CodingKey] = []
      let userInfo: [CodingUserInfoKey: Any] = [:]
      func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        key = ObjectIdentifier(type)
        return KeyedEncodingContainer(
          JSONKeyedEncoding<Key>(object: JSONObject(isSorted: false)))
      }
      func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncoding(array: JSONArray())
      }
      func singleValueContainer() -> any SingleValueEncodingContainer { JSONValueEncoder() }
    }
    let witness = Witness()
    try? [String: Int]().encode(to: witness)
    return witness.key
  }()

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let object: JSONObject
    if case .object(let existing)? = value {
      object = existing
    } else {
      object = JSONObject(isSorted: ObjectIdentifier(type) == Self.dictionaryKey)
      value = .object(object)
    }
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(object: object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let existing)? = value { return JSONUnkeyedEncoding(array: existing) }
    let array = JSONArray()
    value = .array(array)
    return JSONUnkeyedEncoding(array: array)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { value = .null }
  func encode(_ value: Bool) { self.value = .bool(value) }
  func encode(_ value: String) { self.value = .string(value) }
  func encode(_ value: Double) { self.value = .double(value) }
  func encode(_ value: Float) { self.value = .float(value) }
  func encode(_ value: Int) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int8) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int16) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int32) { self.value = .integer(Int64(value)) }
  func encode(_ value: Int64) { self.value = .integer(Int64(value)) }
  func encode(_ value: UInt) { self.value = .unsigned(UInt64(value)) }
  func encode(_ value: UInt8) { self.value = .integer(Int64(value)) }
  func encode(_ value: UInt16) { self.value = .integer(Int64(value)) }
  func encode(_ value: UInt32) { self.value = .integer(Int64(value)) }
  func encode(_ value: UInt64) { self.value = .unsigned(UInt64(value)) }
  func encode<T: Encodable>(_ value: T) throws { self.value = try Self.encode(value) }
}

/// The members of an object that is being encoded.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: JSONObject
  var codingPath: [any CodingKey] { [] }

  private func set(_ value: JSONValue, _ key: Key) {
    object.members.append((key.stringValue, value))
  }

  func encodeNil(forKey key: Key) { set(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { set(.double(value), key) }
  func encode(_ value: Float, forKey key: Key) { set(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: UInt, forKey key: Key) { set(.unsigned(UInt64(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { set(.integer(Int64(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { set(.unsigned(UInt64(value)), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    set(try JSONValueEncoder.encode(value), key)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    let nested = JSONObject(isSorted: false)
    set(.object(nested), key)
    return KeyedEncodingContainer(JSONKeyedEncoding<Nested>(object: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = JSONArray()
    set(.array(nested), key)
    return JSONUnkeyedEncoding(array: nested)
  }

  func superEncoder() -> any Encoder { encoder("super") }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }

  private func encoder(_ key: String) -> any Encoder {
    let encoder = JSONValueEncoder()
    object.members.append((key, .deferred(encoder)))
    return encoder
  }
}

/// The elements of an array that is being encoded.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let array: JSONArray
  var codingPath: [any CodingKey] { [] }
  var count: Int { array.elements.count }

  func encodeNil() { array.elements.append(.null) }
  func encode(_ value: Bool) { array.elements.append(.bool(value)) }
  func encode(_ value: String) { array.elements.append(.string(value)) }
  func encode(_ value: Double) { array.elements.append(.double(value)) }
  func encode(_ value: Float) { array.elements.append(.float(value)) }
  func encode(_ value: Int) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: Int8) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: Int16) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: Int32) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: Int64) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: UInt) { array.elements.append(.unsigned(UInt64(value))) }
  func encode(_ value: UInt8) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: UInt16) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: UInt32) { array.elements.append(.integer(Int64(value))) }
  func encode(_ value: UInt64) { array.elements.append(.unsigned(UInt64(value))) }
  func encode<T: Encodable>(_ value: T) throws {
    array.elements.append(try JSONValueEncoder.encode(value))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    let nested = JSONObject(isSorted: false)
    array.elements.append(.object(nested))
    return KeyedEncodingContainer(JSONKeyedEncoding<Nested>(object: nested))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONArray()
    array.elements.append(.array(nested))
    return JSONUnkeyedEncoding(array: nested)
  }

  func superEncoder() -> any Encoder {
    let encoder = JSONValueEncoder()
    array.elements.append(.deferred(encoder))
    return encoder
  }
}

extension JSONValueEncoder {
  /// The encoded value.
  var result: JSONValue { value ?? .object(JSONObject(isSorted: false)) }
}
