// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A path to a value inside a JSON column.
struct JSONPath: Equatable {
  /// The column, or other SQL expression, with the whole JSON text.
  let column: SQLFragment
  /// The path in SQLite's syntax, such as `$`, `$."gear"."weight"` or `$[0]`.
  let path: String

  init(column: SQLFragment, path: String = "$") {
    self.column = column
    self.path = path
  }

  /// The path of a member of the object; nil for a key that SQLite's path syntax can't express.
  func member(_ key: String) -> JSONPath? {
    let isPlain = key.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain, !key.isEmpty else { return nil }
    let isWord = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return JSONPath(column: column, path: isWord ? "\(path).\(key)" : "\(path).\"\(key)\"")
  }

  /// The path of an element of the array, by its index from the start or, as `#-1`, from the end.
  func element(_ index: String) -> JSONPath {
    JSONPath(column: column, path: "\(path)[\(index)]")
  }

  /// True if the path has another one as a prefix: its value is missing whenever the other is.
  func isInside(_ other: JSONPath) -> Bool {
    guard column == other.column, path.hasPrefix(other.path) else { return false }
    let next = path.dropFirst(other.path.count).first
    return next == nil || next == "." || next == "["
  }

  private var pathLiteral: SQLFragment {
    SQLFragment(stringLiteral: "'" + path.replacing("'", with: "''") + "'")
  }

  /// The JSON text of the value; NULL if it is missing or null.
  private var json: SQLFragment {
    path == "$" ? column : "NULLIF(\(column) -> \(pathLiteral), 'null')"
  }

  /// The number of elements of the array.
  var arrayLength: SQLFragment {
    path == "$" ? "json_array_length(\(column))" : "json_array_length(\(column), \(pathLiteral))"
  }

  /// Returns the value as SQL.
  ///
  /// - Parameters:
  ///   - type: The Swift type of the value.
  ///   - nullable: Whether the value may be missing.
  ///   - owner: The enclosing value, whose path and requirements the result inherits.
  /// - Returns: The value, or nil for a type that SQLite reads differently from Swift.
  func scalar(_ type: Any.Type, nullable: Bool, in owner: Scalar) -> Scalar? {
    let wrapped = JSONPath.wrapped(type)
    guard let column = EntityLayout.columnType(of: wrapped), let sql = sql(column, wrapped) else {
      return nil
    }
    var result = Scalar(
      sql: sql, path: owner.path, isNullable: nullable || wrapped != type, type: column,
      swiftType: wrapped, requirements: owner.requirements)
    result.jsonPath = self
    if column == .real || column == .date {
      result.canBeNaN = true
      result.isNullable = true
      result.presenceTest = "COALESCE(\(self.column) -> \(pathLiteral) <> 'null', 0)"
    }
    return result
  }

  /// The type without optionals.
  static func wrapped(_ type: Any.Type) -> Any.Type {
    if NativeType.column(of: type) != nil { return type }
    guard let optional = type as? any OptionalProtocol.Type else { return type }
    return wrapped(optional.wrappedType)
  }

  private func sql(_ type: _ColumnType, _ swiftType: Any.Type) -> SQLFragment? {
    let text: SQLFragment = "\(column) -> \(pathLiteral)"
    let raw = JSONPath.rawType(swiftType)
    switch type {
    case .integer:
      // Above Int64.max SQLite reads a REAL.
      if raw is UInt.Type || raw is UInt64.Type { return nil }
      return "json_extract(\(column), \(pathLiteral))"
    case .boolean: return "json_extract(\(column), \(pathLiteral))"
    // SQLite does not parse decimals exactly, and ends strings at NUL; these functions are exact.
    case .text, .url: return "cairn_json_text(\(text))"
    case .real: return raw is Float.Type ? "cairn_json_float(\(text))" : "cairn_json_real(\(text))"
    case .date: return "cairn_json_real(\(text))"
    case .uuid: return "cairn_json_uuid(\(text))"
    case .data: return "cairn_json_data(\(text))"
    case .decimal, .json: return json
    case .transformed, .ephemeral: return nil
    }
  }

  /// The raw value type of an enum; any other type unchanged.
  private static func rawType(_ type: Any.Type) -> Any.Type {
    guard !(type is any _ColumnValue.Type), !(type is any _CollectionValue.Type),
      let raw = type as? any RawRepresentable.Type
    else { return type }
    return rawValueType(of: raw)
  }

  private static func rawValueType<T: RawRepresentable>(of type: T.Type) -> Any.Type {
    T.RawValue.self
  }
}
