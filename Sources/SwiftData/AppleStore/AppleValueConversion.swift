// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// Converts values in the columns of Apple's framework to the form of our columns.
enum AppleValueConversion {
  /// An error for a value that can't be converted.
  struct Mismatch: Error { let reason: String }

  typealias Value = SQLValue

  /// Converts a value that is not NULL to the form of a column, which is not `.ephemeral`.
  static func convert(_ value: Value, to column: _ColumnType) throws -> Value {
    switch column {
    case .integer, .boolean: try integer(value, column)
    case .real, .date: try real(value)
    case .text: try text(value)
    case .url: try url(value)
    case .uuid: try uuid(value)
    case .decimal: try decimal(value)
    case .json: .text(try json(value))
    case .data, .transformed: try data(value)
    case .ephemeral: .null
    }
  }

  private static func mismatch(_ value: Value, _ expected: String) -> Mismatch {
    Mismatch(reason: "it is \(description(value)), not \(expected)")
  }

  private static func description(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .text: "text"
    case .blob(let data): "binary data of \(data.count) bytes"
    }
  }

  private static func integer(_ value: Value, _ column: _ColumnType) throws -> Value {
    switch value {
    case .integer(let number): return .integer(column == .boolean ? (number == 0 ? 0 : 1) : number)
    case .real(let number):
      if let exact = Int64(exactly: number) { return .integer(exact) }
    case .text(let text):
      if let number = Int64(text) { return .integer(number) }
    default: break
    }
    throw mismatch(value, "an integer")
  }

  private static func real(_ value: Value) throws -> Value {
    switch value {
    case .integer(let number): return .real(Double(number))
    case .real: return value
    case .text(let text):
      if let number = Double(text) { return .real(number) }
    default: break
    }
    throw mismatch(value, "a number")
  }

  private static func text(_ value: Value) throws -> Value {
    switch value {
    case .text: return value
    case .integer(let number): return .text("\(number)")
    case .real(let number): return .text("\(number)")
    case .blob(let data):
      if case .text(let text)? = ArchivedValue(data) { return .text(text) }
    case .null: break
    }
    throw mismatch(value, "text")
  }

  private static func url(_ value: Value) throws -> Value {
    if case .text(let text) = try text(value), URL(string: text) != nil { return .text(text) }
    throw mismatch(value, "a URL")
  }

  private static func uuid(_ value: Value) throws -> Value {
    switch value {
    case .blob(let data):
      if data.count == 16 { return value }
      if case .text(let text)? = ArchivedValue(data), let uuid = UUID(uuidString: text) {
        return .blob(bytes(of: uuid))
      }
    case .text(let text):
      if let uuid = UUID(uuidString: text) { return .blob(bytes(of: uuid)) }
    default: break
    }
    throw mismatch(value, "a UUID of 16 bytes")
  }

  private static func bytes(of uuid: UUID) -> Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }

  /// A decimal number; Apple's framework stores it as the nearest floating-point number, or as text.
  private static func decimal(_ value: Value) throws -> Value {
    let text: String? =
      switch value {
      case .integer(let number): "\(number)"
      case .real(let number): number.isFinite ? "\(number)" : nil
      case .text(let text): text
      default: nil
      }
    if let text, let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      !number.isNaN
    {
      return .text(number.storedText)
    }
    throw mismatch(value, "a decimal number")
  }

  private static func data(_ value: Value) throws -> Value {
    switch value {
    case .blob: return value
    case .text(let text): return .blob(Data(text.utf8))
    default: throw mismatch(value, "binary data")
    }
  }

  /// The JSON text of a `Codable` value: an archive, a property list, JSON, or a plain value.
  static func json(_ value: Value) throws -> String {
    switch value {
    case .null: return "null"
    case .integer(let number): return "\(number)"
    case .real(let number): return ArchivedValue.real(number).jsonText
    case .text(let text): return isJSON(Data(text.utf8)) ? text : ArchivedValue.text(text).jsonText
    case .blob(let data):
      if let archived = ArchivedValue(data) { return archived.jsonText }
      if isJSON(data) { return String(decoding: data, as: UTF8.self) }
      throw mismatch(value, "an archive, a property list or JSON")
    }
  }

  /// Whether data is a JSON array or object.
  private static func isJSON(_ data: Data) -> Bool {
    guard let first = data.first(where: { $0 > 0x20 }), first == 0x5B || first == 0x7B else {
      return false
    }
    return (try? JSONSerialization.jsonObject(with: data)) != nil
  }

  /// The value of an element of a composite attribute.
  static func archived(_ value: Value, _ kind: AppleModel.Kind?) -> ArchivedValue {
    switch value {
    case .null: .null
    case .integer(let number): kind == .boolean ? .boolean(number != 0) : .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let data):
      if kind == .uuid, let uuid = UUID(bytes: data) {
        .text(uuid.uuidString)
      } else {
        ArchivedValue(data) ?? .data(data)
      }
    }
  }
}

extension SQLValue {
  /// The value of a column.
  init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .null: .null
      case .int64(let number): .integer(number)
      case .double(let number): .real(number)
      case .string(let text): .text(text)
      case .blob(let data): .blob(data)
      }
  }

  var isNull: Bool { self == .null }
}

/// The values of attributes with external storage: a marker byte, then the data or a file's name.
struct AppleExternalValues {
  private static let inline: UInt8 = 1
  private static let reference: UInt8 = 2

  let file: AppleStoreFile
  /// Whether a missing file is reported instead of an error.
  let skipsMissingFiles: Bool
  /// The paths of the missing files.
  private(set) var missing: [String] = []

  init(_ file: AppleStoreFile, skipsMissingFiles: Bool) {
    self.file = file
    self.skipsMissingFiles = skipsMissingFiles
  }

  /// Whether the values of a column have marker bytes.
  ///
  /// If the model does not declare external storage, only a reference to a file distinguishes the
  /// values from other data.
  func hasMarkers(_ column: String, in table: String, isDeclared: Bool, _ database: Database)
    throws -> Bool
  {
    let (table, column) = (SQLFragment.quoted(table), SQLFragment.quoted(column))
    func exists(_ condition: String) throws -> Bool {
      try Int.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE typeof(\(column)) = 'blob' "
          + "AND \(condition))") == 1
    }
    if try exists("substr(\(column), 1, 1) NOT IN (x'01', x'02')") { return false }
    if isDeclared { return true }
    return try exists("substr(\(column), 1, 1) = x'02' AND length(\(column)) BETWEEN 37 AND 38")
  }

  /// The data of a value with a marker byte; nil for a skipped missing file.
  mutating func data(_ value: Data, of object: String) throws -> Data? {
    guard value.first == Self.reference, let name = Self.fileName(value) else {
      return value.first == Self.inline ? Data(value.dropFirst()) : value
    }
    if let data = try file.externalData(name) { return data }
    let path = file.externalPath(name)
    guard skipsMissingFiles else {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "\(object) in \(file.name) refers to the external file \(path), which is missing. Copy the "
          + "hidden _SUPPORT folder with the store, or import without the missing files; nothing "
          + "was imported.")
    }
    missing.append(path)
    return nil
  }

  /// The file's name in a reference: a UUID as text, with a zero byte at the end.
  private static func fileName(_ value: Data) -> String? {
    guard (37...38).contains(value.count) else { return nil }
    let text = String(decoding: value.dropFirst().prefix(36), as: UTF8.self)
    return UUID(uuidString: text) == nil ? nil : text
  }
}
