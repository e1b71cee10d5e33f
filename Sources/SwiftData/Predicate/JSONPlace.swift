// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place inside of a column that holds JSON.
struct JSONPlace: Equatable {
  /// The whole JSON text.
  let column: SQLFragment
  /// SQLite's path from there: `$`, `$."gear"."weight"`, `$[0]`.
  let path: String

  init(column: SQLFragment, path: String = "$") {
    self.column = column
    self.path = path
  }

  /// The value of a key of the object here; nil for keys that SQLite's paths can't name.
  func member(_ key: String) -> JSONPlace? {
    let isPlain = key.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain, !key.isEmpty else { return nil }
    let isWord = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return JSONPlace(column: column, path: isWord ? "\(path).\(key)" : "\(path).\"\(key)\"")
  }

  /// The element of the array here, counted from the start or, as `#-1`, from the end.
  func element(_ index: String) -> JSONPlace {
    JSONPlace(column: column, path: "\(path)[\(index)]")
  }

  /// True if the place is in, or is, another one: it holds nothing where that one does not.
  func isInside(_ other: JSONPlace) -> Bool {
    guard column == other.column, path.hasPrefix(other.path) else { return false }
    let next = path.dropFirst(other.path.count).first
    return next == nil || next == "." || next == "["
  }

  private var pathLiteral: SQLFragment {
    SQLFragment(stringLiteral: "'" + path.replacing("'", with: "''") + "'")
  }

  /// The JSON text here; NULL for none and for null.
  private var json: SQLFragment {
    path == "$" ? column : "NULLIF(\(column) -> \(pathLiteral), 'null')"
  }

  /// The number of elements of the array here.
  var arrayLength: SQLFragment {
    path == "$" ? "json_array_length(\(column))" : "json_array_length(\(column), \(pathLiteral))"
  }

  /// The value here as SQL has it; nil for types that SQLite reads otherwise than Swift.
  ///
  /// `nullable` says whether there may be none; `owner` has what must hold for the whole.
  func scalar(_ type: Any.Type, nullable: Bool, in owner: Scalar) -> Scalar? {
    let wrapped = JSONPlace.wrapped(type)
    guard let column = EntityLayout.columnType(of: wrapped), let sql = sql(column, wrapped) else {
      return nil
    }
    var result = Scalar(
      sql: sql, path: owner.path, isNullable: nullable || wrapped != type, type: column,
      swiftType: wrapped, requirements: owner.requirements)
    result.place = self
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
    let raw = JSONPlace.rawType(swiftType)
    switch type {
    case .integer:
      // Above Int64.max SQLite reads a REAL.
      if raw is UInt.Type || raw is UInt64.Type { return nil }
      return "json_extract(\(column), \(pathLiteral))"
    case .boolean: return "json_extract(\(column), \(pathLiteral))"
    // SQLite does not read decimals exactly, and texts up to the first NUL; these functions do.
    case .text, .url: return "cairn_json_text(\(text))"
    case .real: return raw is Float.Type ? "cairn_json_float(\(text))" : "cairn_json_real(\(text))"
    case .date: return "cairn_json_real(\(text))"
    case .uuid: return "cairn_json_uuid(\(text))"
    case .data: return "cairn_json_data(\(text))"
    case .decimal, .json: return json
    case .transformed, .ephemeral: return nil
    }
  }

  /// The type of the raw value of an enum; any other type as it is.
  private static func rawType(_ type: Any.Type) -> Any.Type {
    guard !(type is any _ColumnValue.Type), let raw = type as? any RawRepresentable.Type else {
      return type
    }
    return rawValueType(of: raw)
  }

  private static func rawValueType<T: RawRepresentable>(of type: T.Type) -> Any.Type {
    T.RawValue.self
  }
}
