// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decodes sample values of any `Decodable` type, with a different value for each leaf.
///
/// Samples of different seeds vary in size, sign and content, so that they reveal a property that
/// changes when it is encoded or decoded.
struct SampleDecoder: Decoder {
  /// The number of different samples of a type.
  static let seeds = 6
  /// The maximum depth of values that contain values of their own type.
  private static let maximumDepth = 8

  private final class Counter {
    var value = 0
    let seed: Int

    init(seed: Int) { self.seed = seed }

    func next() -> Int {
      value += 1
      return value
    }
  }

  private let counter: Counter
  private let depth: Int
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// A sample of a type; nil for a type that rejects it.
  static func value<T: Decodable>(_ type: T.Type, seed: Int) -> T? {
    try? SampleDecoder(counter: Counter(seed: seed), depth: 0).value(type)
  }

  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    if depth > Self.maximumDepth { throw tooDeep }
    if let cases = EnumCases.all(type), !cases.isEmpty {
      return cases[(counter.next() + counter.seed) % cases.count]
    }
    if let special = special(type) as? T { return special }
    return try T(from: SampleDecoder(counter: counter, depth: depth + 1))
  }

  private var tooDeep: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "the type has no finite sample"))
  }

  private func special(_ type: Any.Type) -> Any? {
    switch type {
    case is Date.Type: Date(timeIntervalSinceReferenceDate: double())
    case is UUID.Type:
      UUID(
        uuid: (
          UInt8(truncatingIfNeeded: counter.next()), UInt8(counter.seed), 0, 0, 0, 0, 0, 0, 0, 0,
          0, 0, 0, 0, 0, 1
        ))
    case is URL.Type: URL(string: "https://\(counter.next()).example/\(counter.seed)")
    case is Data.Type: Data([UInt8(truncatingIfNeeded: counter.next()), UInt8(counter.seed)])
    case is Decimal.Type: Decimal(counter.next()) / (counter.seed.isMultiple(of: 2) ? 8 : -8)
    default: nil
    }
  }

  // MARK: Leaves

  private func bool() -> Bool { (counter.next() >> counter.seed) & 1 == 1 }

  private func string() -> String {
    let number = counter.next()
    switch counter.seed {
    case 0: return "s\(number)"
    case 1: return ""
    case 2: return " S\(number) e\u{301} "
    case 3: return "\(number)" + String(repeating: "long ", count: 60)
    default: return "\(number) \(counter.seed)\n"
    }
  }

  private func double() -> Double {
    let number = Double(counter.next())
    switch counter.seed {
    case 0: return number + 0.5
    case 1: return -number - 0.25
    case 2: return 0
    case 3: return number * 1e9
    default: return number / 1024
    }
  }

  private func integer<Integer: FixedWidthInteger>() -> Integer {
    let number = Integer(truncatingIfNeeded: counter.next() % 100)
    switch counter.seed {
    case 0: return number
    case 1: return Integer.isSigned ? 0 &- number : Integer.max &- number
    case 2: return 0
    case 3: return Integer.max &- number
    case 4: return Integer.min &+ number
    default: return number &* 7
    }
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  /// True below the depth at which optionals are nil, to end recursive types.
  private var isNil: Bool { depth >= 4 }

  private struct Single: SingleValueDecodingContainer {
    let decoder: SampleDecoder
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { decoder.isNil }
    func decode(_ type: Bool.Type) -> Bool { decoder.bool() }
    func decode(_ type: String.Type) -> String { decoder.string() }
    func decode(_ type: Double.Type) -> Double { decoder.double() }
    func decode(_ type: Float.Type) -> Float { Float(decoder.double()) }
    func decode(_ type: Int.Type) -> Int { decoder.integer() }
    func decode(_ type: Int8.Type) -> Int8 { decoder.integer() }
    func decode(_ type: Int16.Type) -> Int16 { decoder.integer() }
    func decode(_ type: Int32.Type) -> Int32 { decoder.integer() }
    func decode(_ type: Int64.Type) -> Int64 { decoder.integer() }
    func decode(_ type: UInt.Type) -> UInt { decoder.integer() }
    func decode(_ type: UInt8.Type) -> UInt8 { decoder.integer() }
    func decode(_ type: UInt16.Type) -> UInt16 { decoder.integer() }
    func decode(_ type: UInt32.Type) -> UInt32 { decoder.integer() }
    func decode(_ type: UInt64.Type) -> UInt64 { decoder.integer() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder
    let codingPath: [any CodingKey] = []
    /// The first case of an enum with associated values, which is encoded by its name.
    var allKeys: [Key] { EnumCases.all(Key.self)?.prefix(1).map(\.self) ?? [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { decoder.isNil }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try decoder.value(type)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedDecodingContainer<Nested>
    { KeyedDecodingContainer(SampleDecoder.Keyed<Nested>(decoder: decoder)) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      Unkeyed(decoder: decoder)
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  /// A container with one element, or with none below the depth at which optionals are nil.
  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: SampleDecoder
    let codingPath: [any CodingKey] = []
    private(set) var currentIndex = 0
    var count: Int? { decoder.isNil ? 0 : 1 }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    init(decoder: SampleDecoder) { self.decoder = decoder }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      currentIndex += 1
      return try decoder.value(type)
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
      -> KeyedDecodingContainer<Nested>
    {
      currentIndex += 1
      return KeyedDecodingContainer(SampleDecoder.Keyed<Nested>(decoder: decoder))
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return Unkeyed(decoder: decoder)
    }
    mutating func superDecoder() -> any Decoder { decoder }
  }
}
