// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Properties of a `Codable` value that is stored as JSON: `gear.weight`.
///
/// A key path does not reveal the coding key of its property. Encoded samples of the type do: the
/// key is the one whose value equals the property's value in all samples. If the key can't be
/// verified, Swift evaluates the expression.
enum StoredMember {
  static func translate(_ keyPath: AnyKeyPath, of scalar: Scalar) -> Operand {
    guard let jsonPath = scalar.jsonPath, let key = key(of: keyPath, in: scalar.swiftType),
      let member = jsonPath.member(key),
      let result = member.scalar(
        Swift.type(of: keyPath).valueType, nullable: scalar.isNullable, in: scalar)
    else { return .unknown }
    return .scalar(result)
  }

  /// The value of a stored property by name, for a scalar that is a structure.
  static func translate(named name: String, of scalar: Scalar) -> Scalar? {
    guard let jsonPath = scalar.jsonPath, let type = scalar.swiftType as? any Codable.Type,
      let (key, valueType) = member(named: name, in: type)
    else { return nil }
    return jsonPath.member(key)?.scalar(valueType, nullable: scalar.isNullable, in: scalar)
  }

  private static func member<Value: Codable>(named name: String, in type: Value.Type)
    -> (key: String, type: Any.Type)?
  {
    guard let sample = SampleDecoder.value(type, seed: 0) else { return nil }
    let mirror = Mirror(reflecting: sample)
    guard mirror.displayStyle == .struct,
      let child = mirror.children.first(where: { $0.label == name }),
      let key = find(
        { sample in
          Mirror(reflecting: sample).children.first { $0.label == name }?.value as Any
        }, in: type, name: name)
    else { return nil }
    return (key, Swift.type(of: child.value))
  }

  /// A key path as a cache key.
  private struct Property: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
  }

  private static let keys = Mutex<[Property: String?]>([:])

  /// The JSON key of a stored property, if it is verified.
  static func key(of keyPath: AnyKeyPath, in type: Any.Type) -> String? {
    guard let type = type as? any Codable.Type else { return nil }
    let property = Property(keyPath: keyPath)
    if let known = keys.withLock({ $0[property] }) { return known }
    let found = find(keyPath, in: type)
    keys.withLock { $0[property] = .some(found) }
    return found
  }

  private static func find<Value: Codable>(_ keyPath: AnyKeyPath, in type: Value.Type) -> String? {
    // Only a stored property has an offset; the value of a computed one can be anything.
    guard let path = keyPath as? PartialKeyPath<Value>, MemoryLayout<Value>.offset(of: path) != nil
    else { return nil }
    let name = keyPath.debugDescription.split(separator: ".").last.map(String.init)
    return find({ $0[keyPath: path] }, in: type, name: name)
  }

  /// The coding key of the property that `read` returns.
  private static func find<Value: Codable>(
    _ read: (Value) -> Any, in type: Value.Type, name: String?
  ) -> String? {
    var candidates: Set<String>?
    for seed in 0..<SampleDecoder.seeds {
      guard let sample = SampleDecoder.value(type, seed: seed),
        let members = members(of: sample)
      else { return nil }
      guard let value = text(of: read(sample)) else { continue }
      // The property must survive encoding and decoding.
      guard let encoded = try? StoredJSON.encode(sample),
        let copy = try? Array(encoded.utf8).withUnsafeBytes({
          try StoredJSON.decode(type, from: $0)
        }), text(of: read(copy)) == value
      else { return nil }
      let equal = Set(members.filter { $0.value == value }.keys)
      candidates = candidates?.intersection(equal) ?? equal
    }
    guard let candidates else { return nil }
    // Of several indistinguishable candidates, such as enums, choose the property's name.
    let key = candidates.count == 1 ? candidates.first : name
    guard let key, candidates.contains(key), isReadAsItIs(key, read, in: type) else { return nil }
    return key
  }

  /// True if the property equals its stored value for all test values.
  ///
  /// A type may normalise a value when it decodes it.
  private static func isReadAsItIs<Value: Codable>(
    _ key: String, _ read: (Value) -> Any, in type: Value.Type
  ) -> Bool {
    guard let sample = SampleDecoder.value(type, seed: 0), let members = members(of: sample) else {
      return false
    }
    // Decoding fails for values of other types, which proves nothing.
    let texts = [
      "-7", "0", "1", "113", "1e6", "-2.25", "true", "false", "\"\"", "\" a B\"", "\"\u{E9}\"",
    ]
    return texts.allSatisfy { text in
      let changed = members.merging([key: text]) { $1 }
      let json = changed.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      let copy = try? Array("{\(json)}".utf8).withUnsafeBytes {
        try StoredJSON.decode(type, from: $0)
      }
      // A URL is stored in its normalised form, so test strings may differ.
      guard let copy, !(unwrapped(read(copy)) is URL),
        let encoded = Self.members(of: copy)?[key]
      else { return true }
      return Self.text(of: read(copy)) == encoded && Self.isSame(encoded, text)
    }
  }

  /// True if two JSON texts are equal, or are equal numbers.
  private static func isSame(_ one: String, _ two: String) -> Bool {
    one == two || Double(one).flatMap { one in Double(two).map { $0 == one } } ?? false
  }

  /// The JSON texts of the members of a value that is encoded as an object.
  private static func members(of value: some Encodable) -> [String: String]? {
    guard case .object(let object)? = try? JSONValueEncoder.encode(value) else { return nil }
    let pairs = object.members.map { member in
      var writer = JSONValueWriter()
      writer.write(member.value)
      return (member.key, String(decoding: writer.bytes, as: UTF8.self))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The JSON text of a property's value; nil for nil.
  private static func text(of value: Any) -> String? {
    guard let value = unwrapped(value) as? any Encodable else { return nil }
    return try? StoredJSON.encode(value)
  }
}
