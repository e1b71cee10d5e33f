// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Decodes the zero value of any `Decodable` type.
///
/// Numbers are 0, strings and collections are empty, optionals are nil, and an enumeration is its
/// first case.
struct ZeroDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The zero value of a type; nil if the type rejects it.
  static func value<T: Decodable>(_ type: T.Type) -> T? {
    if let cases = type as? any CaseIterable.Type { return first(cases) as? T }
    return special[ObjectIdentifier(type)] as? T ?? (try? T(from: ZeroDecoder()))
  }

  private static func first<T: CaseIterable>(_ type: T.Type) -> T? { type.allCases.first }

  private static var special: [ObjectIdentifier: Any] {
    [
      ObjectIdentifier(UUID.self): UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      ObjectIdentifier(URL.self): URL(filePath: "/"),
      ObjectIdentifier(Data.self): Data(),
      ObjectIdentifier(Decimal.self): Decimal(0),
    ]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

  /// The zero value of a type; throws if the type rejects it.
  private static func required<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = ZeroDecoder.value(type) { return value }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: [], debugDescription: "\(type) has no empty value"))
  }

  private struct Single: SingleValueDecodingContainer {
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { true }
    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { "" }
    func decode(_ type: Double.Type) -> Double { 0 }
    func decode(_ type: Float.Type) -> Float { 0 }
    func decode(_ type: Int.Type) -> Int { 0 }
    func decode(_ type: Int8.Type) -> Int8 { 0 }
    func decode(_ type: Int16.Type) -> Int16 { 0 }
    func decode(_ type: Int32.Type) -> Int32 { 0 }
    func decode(_ type: Int64.Type) -> Int64 { 0 }
    func decode(_ type: UInt.Type) -> UInt { 0 }
    func decode(_ type: UInt8.Type) -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) -> UInt64 { 0 }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try required(type) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try required(type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedDecodingContainer<Nested>
    { KeyedDecodingContainer(ZeroDecoder.Keyed<Nested>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
    func superDecoder() -> any Decoder { ZeroDecoder() }
    func superDecoder(forKey key: Key) -> any Decoder { ZeroDecoder() }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let count: Int? = 0
    let isAtEnd = true
    let currentIndex = 0
    mutating func decodeNil() -> Bool { true }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try required(type) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
      -> KeyedDecodingContainer<Nested>
    { KeyedDecodingContainer(ZeroDecoder.Keyed<Nested>()) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
    mutating func superDecoder() -> any Decoder { ZeroDecoder() }
  }
}

/// The value of a property if the model's row was deleted before it was loaded.
///
/// Apple's framework traps. A server must not trap when it shows a model that another process has
/// just deleted, so the property returns the zero value of its type (see ``ZeroDecoder``).
@usableFromInline
package func _placeholder<Value>(_ type: Value.Type, _ owner: some PersistentModel, _ index: Int)
  -> Value
{
  if let value = zero(of: type) { return value }
  preconditionFailure(
    "\(Swift.type(of: owner)) number \(owner._$state.key) was deleted before its property "
      + "\(ModelDescription.of(Swift.type(of: owner)).properties[index].name) was read, and "
      + "\(type) has no empty value. Check isDeleted and modelContext, or make it optional.")
}

private func zero<Value>(of type: Value.Type) -> Value? {
  if let model = type as? any PersistentModel.Type { return emptyModel(model) as? Value }
  if let nilType = type as? any ExpressibleByNilLiteral.Type { return makeNil(nilType) as? Value }
  if let decodable = type as? any Decodable.Type { return ZeroDecoder.value(decodable) as? Value }
  return nil
}

private func makeNil<T: ExpressibleByNilLiteral>(_ type: T.Type) -> T { nil }

/// Creates a model without a row or a context.
private func emptyModel<T: PersistentModel>(_ type: T.Type) -> T {
  var state = _ModelState()
  state.flags = .gone
  return makeFault(T.self, state)
}
