// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
import Synchronization

/// The declared default values of properties, for rows that existed before the properties.
///
/// A default that differs with each evaluation, such as `UUID()`, is evaluated for each row.
final class DefaultValues {
  /// A default value as SQL.
  enum Value {
    /// One value for all rows.
    case constant(SQLValue)
    /// A function call that returns a new value for each row.
    case each(String)

    /// The SQL expression of the value.
    var sql: String {
      switch self {
      case .constant(let value): value.literal
      case .each(let call): call
      }
    }
  }

  private static let name = "cairn_default"

  private let database: Database
  /// The closures that ``Value/each(_:)`` calls.
  ///
  /// Unchecked because only the connection's thread adds and calls them.
  private final class Makers: @unchecked Sendable {
    var list: [() -> SQLValue] = []
  }
  private let makers = Makers()

  init(_ database: Database) {
    self.database = database
    let makers = makers
    database.add(
      function: DatabaseFunction(Self.name, argumentCount: 1, pure: false) { values in
        guard let index = Int.fromDatabaseValue(values[0]) else { return nil }
        return makers.list[index]().databaseValue
      })
  }

  /// The default value of an attribute; nil if it has none.
  func value(of property: PropertyLayout, in entity: EntityLayout) throws -> Value? {
    let metadata = ModelDescription.of(entity.type).properties[property.index]
    guard let first = metadata.defaultValue, let second = metadata.defaultValue else { return nil }
    let value = try stored(first, property, entity)
    if try stored(second, property, entity) == value { return .constant(value) }
    let database = database
    makers.list.append {
      guard let next = metadata.defaultValue else { return .null }
      return (try? Self.stored(next, property, entity, database)) ?? .null
    }
    return .each("\(Self.name)(\(makers.list.count - 1))")
  }

  private func stored(_ value: Any, _ property: PropertyLayout, _ entity: EntityLayout) throws
    -> SQLValue
  {
    try Self.stored(value, property, entity, database)
  }

  /// Returns the stored form of a value.
  private static func stored(
    _ value: Any, _ property: PropertyLayout, _ entity: EntityLayout, _ database: Database
  ) throws -> SQLValue {
    let statement = try database.makeStatement(sql: "SELECT ?")
    let handle = statement.sqliteStatement
    var writer = _RowWriter(
      statement: handle, entity: entity,
      files: ExternalFiles.Batch(ExternalFiles(directory: nil)), mode: .binding)
    writer.bind(value, of: property)
    if let failure = writer.failure {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "The default value of \(entity.name).\(property.name) can't be stored: \(failure.reason).")
    }
    defer { sqlite3_reset(handle) }
    guard sqlite3_step(handle) == SQLITE_ROW else { return .null }
    return withExtendedLifetime(statement) { SQLValue(column: 0, of: handle) }
  }
}

extension _RowWriter {
  /// Binds a value whose type is known only at run time, to parameter 1.
  mutating func bind(_ value: Any, of property: PropertyLayout) {
    index = property.index
    guard let plain = unwrapped(value) else { return null(1) }
    guard case .attribute(let column, _) = property.storage else { return null(1) }
    if column == .transformed { return bindTransformed(plain, 1) }
    if column == .json {
      guard let value = plain as? any Encodable, let text = try? StoredJSON.encode(value) else {
        return fail("it can't be encoded")
      }
      return self.text(text, 1)
    }
    if let value = plain as? any _ColumnValue { return value._write(&self, 1) }
    guard let raw = plain as? any RawRepresentable, let value = raw.rawValue as? any _ColumnValue
    else { return fail("it is a \(type(of: plain))") }
    value._write(&self, 1)
  }

}

extension SQLValue {
  /// Reads a column of a statement's current row.
  init(column: Int32, of statement: OpaquePointer) {
    let count = Int(sqlite3_column_bytes(statement, column))
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, column), count: count)
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, column), count: count)
      self = .blob(Data(bytes))
    default: self = .null
    }
  }

  /// The value as an argument of a statement.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let value): value.databaseValue
    }
  }

  /// The value as a literal for a DEFAULT clause; nil if it needs an expression.
  var plainLiteral: String? {
    switch self {
    case .integer(Int64.min), .real(Double.infinity), .real(-Double.infinity): nil
    case .text(let value) where value.utf8.contains(0): nil
    default: literal
    }
  }

  /// The value as an SQL expression.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(Int64.min): "(-9223372036854775807 - 1)"
    case .integer(let value): "\(value)"
    case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
    case .real(let value): "\(value)"
    // A NUL would end the statement.
    case .text(let value) where value.utf8.contains(0): "CAST(\(Self.hex(value.utf8)) AS TEXT)"
    case .text(let value): "'" + value.replacing("'", with: "''") + "'"
    case .blob(let value): Self.hex(value)
    }
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF")
    return "x'" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "'"
  }
}
