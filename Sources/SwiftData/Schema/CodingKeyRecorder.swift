// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Finds the encoded parts of a `Codable` structure: their coding keys and types.
///
/// The type is decoded from zero values, and the decoder records the requested keys, one level
/// deep.
final class CodingKeyRecorder: Decoder {
  private(set) var parts: [(name: String, type: any Any.Type)] = []
  private var isKeyed = false
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The parts of a structure that is encoded by key; nil for any other type.
  static func of(_ type: any Decodable.Type) -> [(name: String, type: any Any.Type)]? {
    let recorder = CodingKeyRecorder()
    guard let value = try? type.init(from: recorder), recorder.isKeyed,
      Mirror(reflecting: value).displayStyle == .struct
    else { return nil }
    return recorder.parts
  }

  private func record(_ key: any CodingKey, _ type: any Any.Type) {
    if parts.contains(where: { $0.name == key.stringValue }) { return }
    parts.append((key.stringValue, type))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    isKeyed = true
    return KeyedDecodingContainer(Keyed<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ZeroDecoder().unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ZeroDecoder().singleValueContainer()
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: CodingKeyRecorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool { true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      recorder.record(key, type)
      if let value = ZeroDecoder.value(type) { return value }
      throw DecodingError.valueNotFound(
        type, .init(codingPath: [], debugDescription: "\(type) has no empty value"))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      absent(key, type)
    }

    // The protocol requires these besides the generic one; its default implementations don't pass
    // the type on.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(key, type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      absent(key, type)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      absent(key, type)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { absent(key, type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(key, type) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { absent(key, type) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { absent(key, type) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { absent(key, type) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { absent(key, type) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { absent(key, type) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { absent(key, type) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
      absent(key, type)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
      absent(key, type)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
      absent(key, type)
    }

    private func absent<T>(_ key: Key, _ type: T.Type) -> T? {
      recorder.record(key, T?.self)
      return nil
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Nested>
    { ZeroDecoder().container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      ZeroDecoder().unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ZeroDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { ZeroDecoder() }
  }
}

extension Schema.Attribute {
  /// The attribute of a property: a composite one for a structure without its own column type.
  static func describing(_ property: Schema.PropertyMetadata) -> Schema.Attribute {
    let valueType = type(of: property.keypath).valueType
    let wrapped = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
    guard EntityLayout.columnType(of: wrapped) == .json,
      let decodable = wrapped as? any Decodable.Type, let parts = CodingKeyRecorder.of(decodable)
    else { return Schema.Attribute(property, valueType: valueType) }
    let composite = Schema.CompositeAttribute(property, valueType: valueType)
    composite.properties = parts.map { Schema.Attribute(name: $0.name, valueType: $0.type) }
    return composite
  }
}
