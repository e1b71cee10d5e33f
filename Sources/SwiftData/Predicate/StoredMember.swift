// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Properties of a `Codable` value that is stored as JSON: `gear.weight`.
///
/// A key path does not say under which key its property is encoded. The name of a stored property
/// is in its description; that it is also the key, and that the value is stored as it is, is tried
/// on a sample. Where that can't be shown, Swift answers.
enum StoredMember {
  static func translate(_ keyPath: AnyKeyPath, of scalar: Scalar) -> Operand {
    guard scalar.type == .json, let type = scalar.swiftType as? any Codable.Type,
      let key = key(of: keyPath, in: type)
    else { return .unknown }
    let valueType = Swift.type(of: keyPath).valueType
    let optional = valueType as? any OptionalProtocol.Type
    let wrapped = optional?.wrappedType ?? valueType
    guard let column = (wrapped as? any _ColumnValue.Type)?._columnType else { return .unknown }
    let isReal = column == .real || column == .date
    // SQLite does not read decimals exactly; the function does.
    let sql: SQLFragment =
      isReal
      ? "cairn_json_real(\(scalar.sql) -> '$.\(SQLFragment(stringLiteral: key))')"
      : "json_extract(\(scalar.sql), '$.\(SQLFragment(stringLiteral: key))')"
    return .scalar(
      Scalar(
        sql: sql, path: scalar.path, isNullable: scalar.isNullable || optional != nil,
        type: column, swiftType: wrapped, requirements: scalar.requirements))
  }

  /// A key path as a key of the cache.
  private struct Property: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
  }

  private static let keys = Mutex<[Property: String?]>([:])

  /// The JSON key of a stored property, if it is sure.
  private static func key(of keyPath: AnyKeyPath, in type: any Codable.Type) -> String? {
    let property = Property(keyPath: keyPath)
    if let known = keys.withLock({ $0[property] }) { return known }
    let found = find(keyPath, in: type)
    keys.withLock { $0[property] = .some(found) }
    return found
  }

  private static func find<Value: Codable>(_ keyPath: AnyKeyPath, in type: Value.Type) -> String? {
    guard let path = keyPath as? PartialKeyPath<Value>, MemoryLayout<Value>.offset(of: path) != nil,
      let name = keyPath.debugDescription.split(separator: ".").last.map(String.init),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }),
      let zero = ZeroDecoder.value(type), let text = try? StoredJSON.encode(zero)
    else { return nil }
    let optional = Swift.type(of: keyPath).valueType
    let valueType = (optional as? any OptionalProtocol.Type)?.wrappedType ?? optional
    let samples = samples(valueType)
    let isSure = samples.allSatisfy { json, value in
      guard var object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      else { return false }
      object[name] = json
      guard let data = try? JSONSerialization.data(withJSONObject: object),
        let sample = try? data.withUnsafeBytes({ try StoredJSON.decode(type, from: $0) }),
        let found = unwrapped(sample[keyPath: path]) as? AnyHashable, found == value,
        let encoded = try? StoredJSON.encode(sample),
        let again = try? JSONSerialization.jsonObject(with: Data(encoded.utf8)) as? [String: Any]
      else { return false }
      if let flag = json as? Bool, valueType is Bool.Type { return again[name] as? Bool == flag }
      return (again[name] as? AnyHashable) == (json as? AnyHashable)
    }
    return isSure && !samples.isEmpty ? name : nil
  }

  /// Values of a type as JSON and as themselves; none for types that JSON may hold otherwise.
  private static func samples(_ type: Any.Type) -> [(json: Any, value: AnyHashable)] {
    switch type {
    case is String.Type: return [("first", "first"), ("se cond", "se cond")]
    case is Bool.Type: return [(true, true), (false, false)]
    case is Double.Type: return [(1.5, 1.5), (-2.25, -2.25), (1e6, 1e6)]
    case is Float.Type: return [(1.5, Float(1.5)), (-2.25, Float(-2.25))]
    case is Date.Type:
      return [1.5, -2.25].map { ($0, Date(timeIntervalSinceReferenceDate: $0)) }
    case is UInt.Type, is UInt64.Type: return []
    case let type as any FixedWidthInteger.Type: return integers(type)
    default: return []
    }
  }

  private static func integers<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) -> [(json: Any, value: AnyHashable)] {
    var values: [Integer] = [7, 113]
    if Integer.isSigned { values.append(0 - 5) }
    return values.map { (Int($0), AnyHashable($0)) }
  }
}
