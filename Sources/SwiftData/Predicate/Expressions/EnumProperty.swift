// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Properties of enums that are stored by raw value: `kind.rawValue`, and computed ones.
///
/// A key path says nothing of what it computes. Where the type lists its cases (`CaseIterable`),
/// the property is evaluated for each, and SQL chooses among the results.
enum EnumProperty {
  static func translate(_ keyPath: AnyKeyPath, of scalar: Scalar) -> Operand {
    guard scalar.type != .json, let type = scalar.swiftType as? any CaseIterable.Type,
      !(scalar.swiftType is any _ColumnValue.Type)
    else { return .unknown }
    return choose(keyPath, of: scalar, type)
  }

  private static func choose<Enum: CaseIterable>(
    _ keyPath: AnyKeyPath, of scalar: Scalar, _ type: Enum.Type
  ) -> Operand {
    guard let keyPath = keyPath as? PartialKeyPath<Enum> else { return .unknown }
    var pairs: [(raw: SQLValue, result: Scalar)] = []
    for value in Enum.allCases {
      guard let raw = Scalar.stored(value, as: scalar.type),
        let result = unwrapped(value[keyPath: keyPath]).flatMap({ Scalar(constant: $0) }),
        result.type == pairs.first?.result.type ?? result.type
      else { return .unknown }
      pairs.append((raw, result))
    }
    guard let first = pairs.first?.result else { return .unknown }
    var sql = scalar.sql
    if !pairs.allSatisfy({ SQLFragment.value($0.raw) == $0.result.sql }) {
      let cases = pairs.map { "WHEN \(value: $0.raw) THEN \($0.result.sql)" as SQLFragment }
      sql = "CASE \(scalar.sql) \(cases.joined(separator: " ")) END"
    }
    return .scalar(
      Scalar(
        sql: sql, path: scalar.path, isNullable: scalar.isNullable, type: first.type,
        swiftType: first.swiftType, requirements: scalar.requirements))
  }
}
