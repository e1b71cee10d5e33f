// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Reads the columns of a statement's current row into the slots of a model.
public struct _RowReader {
  let statement: OpaquePointer
  /// The store of the row; nil for values from elsewhere.
  let store: Store?
  /// The first unreadable column, and the reason.
  var failure: (column: Int32, reason: String)?
  /// The JSON document of the last read column, reused for its buffers.
  private var document: JSONDocument?

  init(statement: OpaquePointer, store: Store?) {
    self.statement = statement
    self.store = store
  }

  var key: Int64 { sqlite3_column_int64(statement, 0) }

  mutating func fail(_ column: Int32, _ reason: String) {
    if failure == nil { failure = (column, reason) }
  }

  // MARK: Columns

  @usableFromInline
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func bytes<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The bytes of a column, or of the external file that it names.
  mutating func data(_ column: Int32) -> Data {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else {
      return bytes(column) { Data($0) }
    }
    let name = text(column)
    guard let store else {
      fail(column, "it names the external file \(name), but the value belongs to no store")
      return Data()
    }
    do {
      return try store.externalFiles.read(name)
    } catch {
      fail(column, "its external file \(name) can't be read (\(error.localizedDescription))")
      return Data()
    }
  }

  // MARK: Slots

  // Raw values have disfavored overloads. A program may make any type `RawRepresentable`, such as
  // `Date`, its optional or an array, which keep their columns.

  /// Reads an attribute that has its own column type.
  @inlinable
  public mutating func _load<Value: _ColumnValue>(_ slot: inout _Slot<Value>, _ index: Int) {
    slot.stored = Value._read(&self, Int32(index + 1))
  }

  /// Reads a collection from JSON.
  public mutating func _load<Value: Codable & _CollectionValue>(
    _ slot: inout _Slot<Value>, _ index: Int
  ) {
    slot.stored = _json(Int32(index + 1))
  }

  /// Reads an optional collection from JSON.
  public mutating func _load<Value: Codable & _CollectionValue>(
    _ slot: inout _Slot<Value?>, _ index: Int
  ) {
    let column = Int32(index + 1)
    let value: Value? = isNull(column) ? nil : _json(column)
    slot.stored = .some(value)
  }

  /// Reads an attribute by its raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _load<Value: RawRepresentable>(_ slot: inout _Slot<Value>, _ index: Int)
  where Value.RawValue: _ColumnValue {
    let column = Int32(index + 1)
    slot.stored = _rawValue(Value.RawValue._read(&self, column), column)
  }

  /// Reads an optional attribute by its raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _load<Value: RawRepresentable>(_ slot: inout _Slot<Value?>, _ index: Int)
  where Value.RawValue: _ColumnValue {
    let column = Int32(index + 1)
    let value: Value? =
      isNull(column) ? nil : _rawValue(Value.RawValue._read(&self, column), column)
    slot.stored = .some(value)
  }

  /// Reads an attribute that is `Codable` too by its raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _load<Value: RawRepresentable & Codable>(
    _ slot: inout _Slot<Value>, _ index: Int
  ) where Value.RawValue: _ColumnValue {
    let column = Int32(index + 1)
    slot.stored = _rawValue(Value.RawValue._read(&self, column), column)
  }

  /// Reads an optional attribute that is `Codable` too by its raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _load<Value: RawRepresentable & Codable>(
    _ slot: inout _Slot<Value?>, _ index: Int
  ) where Value.RawValue: _ColumnValue {
    let column = Int32(index + 1)
    let value: Value? =
      isNull(column) ? nil : _rawValue(Value.RawValue._read(&self, column), column)
    slot.stored = .some(value)
  }

  /// Reads an attribute from JSON.
  @_disfavoredOverload
  public mutating func _load<Value: Codable>(_ slot: inout _Slot<Value>, _ index: Int) {
    slot.stored = _json(Int32(index + 1))
  }

  /// Reads an optional attribute from JSON.
  @_disfavoredOverload
  public mutating func _load<Value: Codable>(_ slot: inout _Slot<Value?>, _ index: Int) {
    let column = Int32(index + 1)
    let value: Value? = isNull(column) ? nil : _json(column)
    slot.stored = .some(value)
  }

  /// Reads the key of a to-one relationship.
  public mutating func _load<Target>(_ slot: inout _ToOne<Target>, _ index: Int) {
    slot = _ToOne()
    slot.key = sqlite3_column_int64(statement, Int32(index + 1))
  }

  /// Reads the key of a required to-one relationship.
  public mutating func _load<Target>(_ slot: inout _RequiredToOne<Target>, _ index: Int) {
    _load(&slot.base, index)
  }

  /// Marks a to-many relationship as not loaded; it is loaded on access.
  public mutating func _load<Target>(_ slot: inout _ToMany<Target>, _ index: Int) {
    slot = _ToMany()
  }

  /// Marks a to-many relationship as not loaded; it is loaded on access.
  public mutating func _load<Target>(_ slot: inout _OptionalToMany<Target>, _ index: Int) {
    slot.base = _ToMany()
  }

  // MARK: Conversions

  @usableFromInline
  mutating func _rawValue<Value: RawRepresentable>(_ raw: Value.RawValue, _ column: Int32)
    -> Value?
  {
    if let value = Value(rawValue: raw) { return value }
    fail(
      column,
      "\(Value.self) has no case with the raw value \(raw). Restore the case, or change the value "
        + "with a version of the models that has it")
    return nil
  }

  private mutating func _json<Value: Decodable>(_ column: Int32) -> Value? {
    // Reused, unless a decoder has retained it.
    if document == nil || !isKnownUniquelyReferenced(&document) { document = JSONDocument() }
    guard let document else { return nil }
    do {
      let start = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return try StoredJSON.decode(
        Value.self, from: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count),
        with: document)
    } catch {
      fail(
        column,
        "its JSON is not a \(Value.self) (\(StoredJSON.describe(error))). Make the type decode it "
          + "(new properties are optional, or have a default in its init(from:)), or change the "
          + "value with a version of the models that can")
      return nil
    }
  }
}
