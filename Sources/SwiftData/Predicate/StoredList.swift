// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A list stored as a JSON array.
struct StoredList {
  /// The element as the parameter of closures over the list.
  let element: Scalar
  private let list: Scalar
  private let alias: String

  /// Creates a list, or nil if `json_each` does not return the element type exactly.
  ///
  /// Supported are strings, Booleans, integers, enums of these, UUIDs, structures, and optionals of
  /// these.
  init?(_ scalar: Scalar, _ translation: Translation) {
    guard scalar.type == .json, let type = (scalar.swiftType as? any ListType.Type)?.elementType,
      let column = EntityLayout.columnType(of: JSONPath.wrapped(type))
    else { return nil }
    list = scalar
    alias = translation.newAlias()
    let value = SQLFragment.identifier(alias) + ".value"
    let sql: SQLFragment
    switch column {
    case .boolean: sql = value
    case .integer:
      let wrapped = JSONPath.wrapped(type)
      if wrapped is UInt.Type || wrapped is UInt64.Type || !(wrapped is any _ColumnValue.Type) {
        return nil
      }
      sql = value
    case .text:
      // The `value` column is truncated at NUL; the JSON text is not.
      let exact: SQLFragment =
        "cairn_json_text(\(scalar.sql) -> (\(identifier: alias).fullkey))"
      sql = "CASE WHEN instr(\(scalar.sql), '\\u0000') THEN \(exact) ELSE \(value) END"
    case .uuid: sql = "cairn_json_uuid(json_quote(\(value)))"
    case .json: sql = value
    case .real, .date, .decimal, .data, .url, .transformed, .ephemeral: return nil
    }
    var element = Scalar(
      sql: sql, isNullable: type is any OptionalProtocol.Type, type: column,
      swiftType: JSONPath.wrapped(type))
    if column == .json { element.jsonPath = JSONPath(column: value) }
    self.element = element
  }

  /// The condition that an element exists for which `condition` is true.
  func contains(where condition: Condition) -> Condition {
    let some = exists(condition.whenTrue)
    guard condition.isTotal else {
      let none = exists(.not(condition.whenFalse))
      return Condition(
        whenTrue: list.condition(some).whenTrue,
        whenFalse: list.condition("(NOT \(none))").whenTrue,
        isExact: false
      ).requiring(list.requirements)
    }
    return list.condition(some)
  }

  private func exists(_ condition: SQLFragment) -> SQLFragment {
    "EXISTS (SELECT 1 FROM json_each(\(list.sql)) AS \(identifier: alias) WHERE \(condition))"
  }

  /// The element of a stored array by its index in SQLite's syntax; NULL if it is out of bounds.
  static func element(_ index: String, of list: Scalar) -> Operand {
    guard let jsonPath = list.jsonPath, list.swiftType is any ArrayType.Type,
      let type = (list.swiftType as? any ListType.Type)?.elementType,
      let element = jsonPath.element(index).scalar(type, nullable: true, in: list)
    else { return .unknown }
    return .scalar(element)
  }
}

extension Scalar {
  /// The number of elements of a stored array or set; nil for other values.
  var listLength: SQLFragment? {
    swiftType is any ListType.Type ? jsonPath?.arrayLength : nil
  }
}

/// A type-erased view of array and set types.
private protocol ListType {
  static var elementType: Any.Type { get }
}

/// A type-erased view of array types.
private protocol ArrayType {}
extension Array: ArrayType {}

extension Array: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension Set: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}
