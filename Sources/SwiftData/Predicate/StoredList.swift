// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A list of scalars that is stored as a JSON array.
struct StoredList {
  /// The element, as closures over the list see it.
  let element: Scalar
  private let list: Scalar
  private let alias: String

  /// Nil unless the scalar is an array or set of something that JSON holds exactly: strings,
  /// Booleans, integers, and optionals of these.
  init?(_ scalar: Scalar, _ translation: Translation) {
    guard scalar.type == .json, let type = (scalar.swiftType as? any ListType.Type)?.elementType,
      let column = (type as? any _ColumnValue.Type)?._columnType,
      [.text, .boolean, .integer].contains(column)
    else { return nil }
    list = scalar
    alias = translation.newAlias()
    element = Scalar(
      sql: .identifier(alias) + ".value", isNullable: type is any OptionalProtocol.Type,
      type: column, swiftType: type)
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
}

/// An array or a set, to be asked for the type of its elements.
private protocol ListType {
  static var elementType: Any.Type { get }
}

extension Array: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}

extension Set: ListType {
  fileprivate static var elementType: Any.Type { Element.self }
}
