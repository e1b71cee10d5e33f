// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The position of a group's key or of an aggregate in the order of groups, as SQL sorts it.
enum AggregateRank {
  case null
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case bytes([UInt8])

  /// The rank of a property's value, by its representation in the store.
  init(_ value: Any) {
    switch unwrapped(value) {
    case let value as String: self = .text(value)
    case let value as Bool: self = .integer(value ? 1 : 0)
    case let value as Decimal: self = .decimal(value)
    case let value as Date: self = .real(value.timeIntervalSinceReferenceDate)
    case let value as UUID: self = .bytes(withUnsafeBytes(of: value.uuid) { Array($0) })
    case let value as Data: self = .bytes(Array(value))
    case let value as URL: self = .text(value.absoluteString)
    case let value as any BinaryInteger: self = .integer(Int64(clamping: value))
    case let value as any BinaryFloatingPoint: self = .real(Double(value))
    case let value as any PersistentModel: self = .integer(value._$state.key)
    case let value as any RawRepresentable: self = Self(raw: value)
    default: self = .null
    }
  }

  private init<Value: RawRepresentable>(raw value: Value) { self.init(value.rawValue) }

  /// True if this rank is before another; nil is first.
  static func < (lhs: AggregateRank, rhs: AggregateRank) -> Bool {
    switch (lhs, rhs) {
    case (_, .null): false
    case (.null, _): true
    case (.integer(let one), .integer(let two)): one < two
    case (.real(let one), .real(let two)): one < two
    case (.decimal(let one), .decimal(let two)): one < two
    case (.text(let one), .text(let two)): one < two
    case (.bytes(let one), .bytes(let two)): one.lexicographicallyPrecedes(two)
    default: false
    }
  }
}
