// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Binds the slots of a model to the parameters of an INSERT or UPDATE, and after the commit
/// replaces the objects in its relationships by keys.
public struct _RowWriter {
  /// The purpose of a pass over the slots.
  @usableFromInline
  enum Mode {
    case binding
    /// Replaces the models in to-one relationships by their keys.
    case settling
    /// Like `settling`, and unloads to-many relationships.
    case releasing
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  let statement: OpaquePointer?
  let entity: EntityLayout
  /// The batch that records external files, which are removed if the save fails.
  var files: ExternalFiles.Batch
  /// The bits of the properties to bind.
  @usableFromInline var mask: UInt64 = .max
  @usableFromInline let mode: Mode
  /// True if the rows of deleted models are already deleted, so that references to them are bound
  /// as NULL.
  @usableFromInline var hasDeleted = true
  /// The last bound parameter.
  @usableFromInline var position: Int32 = 0
  /// The first property that could not be bound, and the reason.
  var failure: (index: Int, reason: String)?
  @usableFromInline var index = 0

  init(statement: OpaquePointer?, entity: EntityLayout, files: ExternalFiles.Batch, mode: Mode) {
    self.statement = statement
    self.entity = entity
    self.files = files
    self.mode = mode
  }

  /// True if a property must be bound, to parameter ``position``.
  @inlinable
  @inline(__always)
  mutating func begin(_ index: Int) -> Bool {
    guard mode == .binding, mask & _ModelState.bit(index) != 0 else { return false }
    self.index = index
    position += 1
    return true
  }

  @usableFromInline
  mutating func fail(_ reason: String) {
    if failure == nil { failure = (index, reason) }
  }

  // MARK: Parameters

  private mutating func check(_ code: Int32) {
    if code != SQLITE_OK {
      fail("SQLite rejected the value (\(String(cString: sqlite3_errstr(code))))")
    }
  }

  mutating func null(_ parameter: Int32) { check(sqlite3_bind_null(statement, parameter)) }

  mutating func integer(_ value: Int64, _ parameter: Int32) {
    check(sqlite3_bind_int64(statement, parameter, value))
  }

  mutating func real(_ value: Double, _ parameter: Int32) {
    if value.isNaN { return fail("it is not a number (NaN), which SQLite can't store") }
    check(sqlite3_bind_double(statement, parameter, value))
  }

  mutating func text(_ value: String, _ parameter: Int32) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        // A null pointer would bind NULL.
        guard let start = bytes.baseAddress else {
          return sqlite3_bind_text(statement, parameter, "", 0, Self.transient)
        }
        return sqlite3_bind_text64(
          statement, parameter, start, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      }
    }
    check(code)
  }

  mutating func blob(_ bytes: UnsafeRawBufferPointer, _ parameter: Int32) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return check(sqlite3_bind_zeroblob(statement, parameter, 0))
    }
    check(
      sqlite3_bind_blob64(statement, parameter, start, UInt64(bytes.count), Self.transient))
  }

  mutating func data(_ value: Data, _ parameter: Int32) {
    if case .attribute(_, isExternal: true) = entity.properties[index].storage,
      value.count > ExternalFiles.threshold, files.isPossible
    {
      do {
        return text(try files.write(value), parameter)
      } catch {
        return fail("its external file can't be written (\(error.localizedDescription))")
      }
    }
    value.withUnsafeBytes { blob($0, parameter) }
  }

  // MARK: Slots

  // Raw values have disfavored overloads, as in `_RowReader`.

  /// Binds an attribute that has its own column type.
  @inlinable
  public mutating func _bind<Value: _ColumnValue>(_ slot: inout _Slot<Value>, _ index: Int) {
    guard begin(index) else { return }
    if let value = slot.stored { value._write(&self, position) } else { _fail() }
  }

  /// Binds a collection as JSON.
  public mutating func _bind<Value: Codable & _CollectionValue>(
    _ slot: inout _Slot<Value>, _ index: Int
  ) {
    guard begin(index) else { return }
    if let value = slot.stored { json(value) } else { _fail() }
  }

  /// Binds an optional collection as JSON.
  public mutating func _bind<Value: Codable & _CollectionValue>(
    _ slot: inout _Slot<Value?>, _ index: Int
  ) {
    guard begin(index) else { return }
    if let value = slot.stored ?? nil { json(value) } else { _null() }
  }

  /// Binds an attribute's raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _bind<Value: RawRepresentable>(_ slot: inout _Slot<Value>, _ index: Int)
  where Value.RawValue: _ColumnValue {
    guard begin(index) else { return }
    if let value = slot.stored { value.rawValue._write(&self, position) } else { _fail() }
  }

  /// Binds an optional attribute's raw value.
  @_disfavoredOverload
  @inlinable
  public mutating func _bind<Value: RawRepresentable>(_ slot: inout _Slot<Value?>, _ index: Int)
  where Value.RawValue: _ColumnValue {
    guard begin(index) else { return }
    if let value = slot.stored ?? nil { value.rawValue._write(&self, position) } else { _null() }
  }

  /// Binds the raw value of an attribute that is `Codable` too.
  @_disfavoredOverload
  @inlinable
  public mutating func _bind<Value: RawRepresentable & Codable>(
    _ slot: inout _Slot<Value>, _ index: Int
  ) where Value.RawValue: _ColumnValue {
    guard begin(index) else { return }
    if let value = slot.stored { value.rawValue._write(&self, position) } else { _fail() }
  }

  /// Binds the raw value of an optional attribute that is `Codable` too.
  @_disfavoredOverload
  @inlinable
  public mutating func _bind<Value: RawRepresentable & Codable>(
    _ slot: inout _Slot<Value?>, _ index: Int
  ) where Value.RawValue: _ColumnValue {
    guard begin(index) else { return }
    if let value = slot.stored ?? nil { value.rawValue._write(&self, position) } else { _null() }
  }

  /// Binds an attribute as JSON.
  @_disfavoredOverload
  public mutating func _bind<Value: Codable>(_ slot: inout _Slot<Value>, _ index: Int) {
    guard begin(index) else { return }
    if let value = slot.stored { json(value) } else { _fail() }
  }

  /// Binds an optional attribute as JSON.
  @_disfavoredOverload
  public mutating func _bind<Value: Codable>(_ slot: inout _Slot<Value?>, _ index: Int) {
    guard begin(index) else { return }
    if let value = slot.stored ?? nil { json(value) } else { _null() }
  }

  /// Binds the key of a to-one relationship.
  @inlinable
  public mutating func _bind<Target>(_ slot: inout _ToOne<Target>, _ index: Int) {
    guard mode == .binding else { return settle(&slot) }
    guard begin(index) else { return }
    let key = key(slot)
    if key > 0 { key._write(&self, position) } else { _null() }
  }

  /// Binds the key of a required to-one relationship.
  @inlinable
  public mutating func _bind<Target>(_ slot: inout _RequiredToOne<Target>, _ index: Int) {
    guard mode == .binding else { return settle(&slot.base) }
    guard begin(index) else { return }
    let key = key(slot.base)
    if key > 0 { key._write(&self, position) } else { _failRequired() }
  }

  /// Binds nothing, because a to-many relationship has no column.
  public mutating func _bind<Target>(_ slot: inout _ToMany<Target>, _ index: Int) {
    settle(&slot)
  }

  /// Binds nothing, because a to-many relationship has no column.
  public mutating func _bind<Target>(_ slot: inout _OptionalToMany<Target>, _ index: Int) {
    settle(&slot.base)
  }

  private func settle<Target>(_ slot: inout _ToMany<Target>) {
    switch mode {
    case .binding: break
    case .settling:
      slot.settled = slot.objects?.count ?? 0
      if slot.objects == nil { slot.shadow = [] }
    case .releasing: slot = _ToMany()
    }
  }

  @inlinable
  func settle<Target>(_ slot: inout _ToOne<Target>) {
    guard let object = slot.object else { return }
    // A model that was deleted, or released without a save, has no key.
    slot.key = object._$state.has(.deleted) ? 0 : Swift.max(0, object._$state.key)
    slot.object = nil
  }

  /// The key to write; 0 or less for NULL.
  @inlinable
  func key<Target>(_ slot: _ToOne<Target>) -> Int64 {
    guard let object = slot.object else { return slot.key }
    return hasDeleted && object._$state.has(.deleted) ? 0 : object._$state.key
  }

  @usableFromInline
  mutating func _null() { null(position) }

  @usableFromInline
  mutating func _fail() { fail("it has no value") }

  @usableFromInline
  mutating func _failRequired() { fail("it is required and refers to no model") }

  private mutating func json(_ value: some Encodable) {
    do {
      check(
        try StoredJSON.encode(value) { bytes in
          sqlite3_bind_text64(
            statement, position, bytes.bindMemory(to: CChar.self).baseAddress, UInt64(bytes.count),
            Self.transient, UInt8(SQLITE_UTF8))
        })
    } catch {
      fail("it can't be encoded (\(StoredJSON.describe(error)))")
    }
  }
}
