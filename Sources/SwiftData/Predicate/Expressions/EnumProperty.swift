// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Properties of enums without associated values: `kind.rawValue`, and computed properties.
///
/// The property is evaluated for each case at translation, and SQL chooses among the results.
enum EnumProperty {
  static func translate(_ keyPath: AnyKeyPath, of scalar: Scalar) -> Operand {
    if scalar.swiftType is any _ColumnValue.Type { return .unknown }
    return choose(keyPath, of: scalar, scalar.swiftType)
  }

  private static func choose<Enum>(
    _ keyPath: AnyKeyPath, of scalar: Scalar, _ type: Enum.Type
  ) -> Operand {
    guard let keyPath = keyPath as? PartialKeyPath<Enum>,
      let cases = EnumCases.stored(type, as: scalar.type)
    else { return .unknown }
    var pairs: [(raw: SQLValue, result: Scalar)] = []
    for (value, raw) in cases {
      guard let result = unwrapped(value[keyPath: keyPath]).flatMap({ Scalar(constant: $0) }),
        result.type == pairs.first?.result.type ?? result.type
      else { return .unknown }
      pairs.append((raw, result))
    }
    guard let first = pairs.first?.result else { return .unknown }
    var sql = scalar.sql
    if !pairs.allSatisfy({ SQLFragment.value($0.raw) == $0.result.sql }) {
      let cases = pairs.map { "WHEN \(value: $0.raw) THEN \($0.result.sql)" as SQLFragment }
      sql = "CASE \(scalar.bytewise) \(cases.joined(separator: " ")) END"
    }
    return .scalar(
      Scalar(
        sql: sql, path: scalar.path, isNullable: scalar.isNullable, type: first.type,
        swiftType: first.swiftType, requirements: scalar.requirements))
  }
}
