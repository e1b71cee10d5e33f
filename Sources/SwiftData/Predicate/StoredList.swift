// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A list that is stored as a JSON array.
struct StoredList {
  /// The element, as closures over the list see it.
  let element: Scalar
  private let list: Scalar
  private let alias: String

  /// Nil unless the scalar is an array or set of something that `json_each` gives exactly: strings,
  /// Booleans, integers, enums of these, UUIDs, values of several parts, and optionals of these.
  init?(_ scalar: Scalar, _ translation: Translation) {
    guard scalar.type == .json, let type = (scalar.swiftType as? any ListType.Type)?.elementType,
      let column = EntityLayout.columnType(of: JSONPlace.wrapped(type))
    else { return nil }
    list = scalar
    alias = translation.newAlias()
    let value = SQLFragment.identifier(alias) + ".value"
    let sql: SQLFragment
    switch column {
    case .boolean: sql = value
    case .integer:
      let wrapped = JSONPlace.wrapped(type)
      if wrapped is UInt.Type || wrapped is UInt64.Type || !(wrapped is any _ColumnValue.Type) {
        return nil
      }
      sql = value
    case .text:
      // What follows a NUL is lost in \"value\", and not in the whole text.
      let exact: SQLFragment =
        "cairn_json_text(\(scalar.sql) -> (\(identifier: alias).fullkey))"
      sql = "CASE WHEN instr(\(scalar.sql), '\\u0000') THEN \(exact) ELSE \(value) END"
    case .uuid: sql = "cairn_json_uuid(json_quote(\(value)))"
    case .json: sql = value
    case .real, .date, .decimal, .data, .url, .transformed, .ephemeral: return nil
    }
    var element = Scalar(
      sql: sql, isNullable: type is any OptionalProtocol.Type, type: column,
      swiftType: JSONPlace.wrapped(type))
    if column == .json { element.place = JSONPlace(column: value) }
    self.element = element
  }

  /// Whether there is an element for which `condition` is true.
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

  /// The element of a stored array with an index as SQLite writes it; nil where there is none.
  static func element(_ index: String, of list: Scalar) -> Operand {
    guard let place = list.place, list.swiftType is any ArrayType.Type,
      let type = (list.swiftType as? any ListType.Type)?.elementType,
      let element = place.element(index).scalar(type, nullable: true, in: list)
    else { return .unknown }
    return .scalar(element)
  }
}

extension Scalar {
  /// The number of elements of a stored array or set; nil for other values.
  var listLength: SQLFragment? {
    swiftType is any ListType.Type ? place?.arrayLength : nil
  }
}

/// An array or a set, to be asked for the type of its elements.
private protocol ListType {
  static var elementType: Any.Type { get }
}

/// A list with an order.
private protocol ArrayType {}
extension Array: ArrayType {}

extension Array: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension Set: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}
