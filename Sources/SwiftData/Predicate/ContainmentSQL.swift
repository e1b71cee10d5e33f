// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `list.contains(x)` for a captured list: `x IN (...)`.
enum ContainmentSQL {
  /// The maximum length of a list that is bound value by value; SQLite's limit is 32,766.
  private static let longestInline = 100

  static func condition(
    _ element: Operand, in list: any Sequence, _ translation: Translation
  ) -> Condition {
    let values = list.map { unwrapped($0) }
    let hasNil = values.contains { $0 == nil }
    let present = values.compactMap(\.self)
    var result: Condition
    switch element {
    case .model(let model), .identifier(let model):
      let keys = present.compactMap { value -> SQLValue? in
        let identifier =
          (value as? PersistentIdentifier) ?? (value as? any PersistentModel)?.persistentModelID
        return identifier.flatMap { translation.key(of: $0, entity: model.entity) }
          .map { .integer($0) }
      }
      let reference = model.byForeignKey
      result = self.condition(
        Scalar(
          sql: reference.key, path: reference.path, isNullable: reference.isNullable,
          type: .integer, swiftType: PersistentIdentifier.self,
          requirements: reference.requirements), keys)
    case .scalar(let scalar):
      let stored = present.map { Scalar.stored($0, as: scalar.type) }
      if stored.contains(where: { $0 == nil }) { return .unknown }
      var keys = stored.compactMap(\.self)
      if scalar.type == .text || scalar.type == .url { keys = keys.flatMap(forms) }
      result = self.condition(scalar, keys)
    case .condition(let condition):
      result = values.reduce(Condition.never) { result, value in
        guard let value else { return result }
        return result
          || ComparisonSQL.equal(.condition(condition), .constant(value), in: translation)
      }
    case .constant(let value):
      result = present.reduce(Condition.never) { result, other in
        result || ComparisonSQL.equal(.constant(value), .constant(other), in: translation)
      }
    case .null: return .constant(hasNil)
    default: return .unknown
    }
    if hasNil { result = result || (element.presence?.negated ?? .unknown) }
    return result
  }

  private static func forms(_ value: SQLValue) -> [SQLValue] {
    guard case .text(let text) = value else { return [value] }
    return Scalar.forms(of: text).map { .text($0) }
  }

  /// The condition that a scalar is one of `values`, which have its type.
  private static func condition(_ scalar: Scalar, _ values: [SQLValue]) -> Condition {
    if values.isEmpty { return Condition.never.requiring(scalar.requirements) }
    let sql = scalar.bytewise
    if let list = values.count > longestInline ? packed(values) : nil {
      return scalar.condition("\(sql) IN (\(list))")
    }
    let list = values.map { SQLFragment.value($0) }.joined(separator: ", ")
    return scalar.condition("\(sql) IN (\(list))")
  }

  /// A subquery of many values from one parameter, since the number of parameters is limited.
  ///
  /// The parameter is JSON, with BLOBs in hexadecimal and reals as their bits. The result is nil if
  /// JSON can't represent a value exactly.
  private static func packed(_ values: [SQLValue]) -> SQLFragment? {
    var json = "["
    var decoder: SQLFragment = "value"
    for value in values {
      if json.utf8.count > 1 { json += "," }
      switch value {
      case .integer(let integer): json += String(integer)
      case .blob(let data):
        decoder = "cairn_blob(value)"
        json += "\"" + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
      case .text(let text):
        guard let quoted = quoted(text) else { return nil }
        json += quoted
      case .real(let number):
        // The bits, since SQLite does not parse decimals exactly.
        decoder = "cairn_double(value)"
        json += String(Int64(bitPattern: number.bitPattern))
      case .null: return nil
      }
    }
    let list = SQLFragment.value(.text(json + "]"))
    return "SELECT \(decoder) FROM json_each(\(list))"
  }

  /// A string as JSON; nil if it contains NUL, which ends a string in SQLite.
  private static func quoted(_ text: String) -> String? {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": return nil
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
