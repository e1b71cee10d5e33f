// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// Converts models to column values and column values to models, without a store.
///
/// Values have the representation of the store's tables, in the order of the entity's properties. A
/// to-one relationship is its target's key, and a to-many relationship is NULL. Values of
/// `.externalStorage` are always inline. An instance is not thread-safe.
package final class ModelColumns {
  // The generated code of models reads and binds statements. The values pass through a statement
  // that returns its own bindings.
  private let database: OpaquePointer
  private var statements: [Int: OpaquePointer] = [:]

  /// Creates a converter with its own connection to an empty in-memory database.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite can't open the database.
  package init() throws {
    var database: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let database else {
      sqlite3_close(database)
      throw SwiftDataError.storeFailure.withMessage(
        "SQLite can't open an in-memory database (\(String(cString: sqlite3_errstr(code)))).")
    }
    self.database = database
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  // MARK: Models to values

  /// The values of a model, by property index.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that can't be stored.
  package func values(of model: any PersistentModel, in entity: EntityLayout) throws -> [SQLValue] {
    ContextCore.fulfillIfNeeded(model)
    let statement = try statement(entity.properties.count)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: entity,
      files: ExternalFiles.Batch(ExternalFiles(directory: nil)), mode: .binding)
    model._$bind(&writer)
    try check(writer, entity)
    guard sqlite3_step(statement) == SQLITE_ROW else { throw failure() }
    // Parameters are consecutive: a property without a column has none.
    var column: Int32 = 0
    return entity.properties.map { property in
      guard property.hasColumn else { return .null }
      column += 1
      return SQLValue(column: column, of: statement)
    }
  }

  /// The declared default value of a property, evaluated at each call; nil if there is none.
  package func defaultValue(of property: PropertyLayout, in entity: EntityLayout) throws
    -> SQLValue?
  {
    let metadata = ModelDescription.of(entity.type).properties[property.index]
    guard let value = metadata.defaultValue, property.hasColumn else { return nil }
    let statement = try statement(1)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: entity,
      files: ExternalFiles.Batch(ExternalFiles(directory: nil)), mode: .binding)
    writer.bind(value, of: property)
    try check(writer, entity)
    guard sqlite3_step(statement) == SQLITE_ROW else { throw failure() }
    return SQLValue(column: 1, of: statement)
  }

  // MARK: Values to models

  /// Creates a model with the given values, without a context.
  ///
  /// - Throws: ``SwiftDataError/storeIsCorrupt`` for a value that the property's type can't
  ///   represent.
  package func model(of entity: EntityLayout, from values: [SQLValue]) throws
    -> any PersistentModel
  {
    let statement = try bound(values, count: entity.properties.count)
    defer { sqlite3_reset(statement) }
    var reader = _RowReader(statement: statement, store: nil)
    let model = make(entity.type, &reader)
    try check(reader, entity)
    return model
  }

  /// Creates a model with the given values, replacing values that their properties can't represent.
  ///
  /// The replacement is nil, or the property's default value. An enumeration case that only a newer
  /// version of the program knows does not prevent the model from being created. The properties
  /// with replaced values are appended to `replaced`.
  ///
  /// - Throws: ``SwiftDataError/storeIsCorrupt`` for a property that is neither optional nor has a
  ///   default value.
  package func model(
    of entity: EntityLayout, from values: [SQLValue], replaced: inout [PropertyLayout]
  ) throws -> any PersistentModel {
    var values = values
    while true {
      let statement = try bound(values, count: entity.properties.count)
      var reader = _RowReader(statement: statement, store: nil)
      let model = make(entity.type, &reader)
      sqlite3_reset(statement)
      guard let failure = reader.failure else { return model }
      let property = entity.properties[Int(failure.column) - 1]
      let replacement =
        property.isOptional ? .null : try defaultValue(of: property, in: entity) ?? .null
      guard !replaced.contains(where: { $0.index == property.index }),
        property.index < values.count, values[property.index] != replacement
      else {
        try check(reader, entity)
        return model
      }
      replaced.append(property)
      values[property.index] = replacement
    }
  }

  private func make<Model: PersistentModel>(_ type: Model.Type, _ reader: inout _RowReader)
    -> any PersistentModel
  {
    let model = makeFault(type, _ModelState())
    model._$load(&reader)
    return model
  }

  /// Sets attributes of a model through their properties.
  ///
  /// Observers are notified, and the next save writes the changes.
  ///
  /// - Throws: ``SwiftDataError/storeIsCorrupt`` for a value that its property can't represent. The
  ///   preceding values are set.
  package func set(
    _ values: [(property: PropertyLayout, value: SQLValue)], of model: any PersistentModel,
    in entity: EntityLayout
  ) throws {
    let properties = ModelDescription.of(entity.type).properties
    for (property, value) in values {
      guard case .attribute = property.storage, property.hasColumn else { continue }
      // Errors name the property by the column number, so preceding columns are padded with NULL.
      var columns = Array(repeating: SQLValue.null, count: property.index)
      columns.append(value)
      let statement = try bound(columns, count: property.index + 1)
      defer { sqlite3_reset(statement) }
      let column = Int32(property.index + 1)
      var reader = _RowReader(statement: statement, store: nil)
      let metadata = properties[property.index]
      var new: Any?
      if value != .null {
        new = reader.value(column, of: metadata)
        if new == nil { reader.fail(column, "its type has no such value") }
      }
      try check(reader, entity)
      guard Self.set(new, of: model, at: metadata.keypath) else {
        reader.fail(column, new == nil ? "it can't be nil" : "it can't be set")
        return try check(reader, entity)
      }
    }
  }

  static func set(_ value: Any?, of model: any PersistentModel, at keyPath: AnyKeyPath)
    -> Bool
  {
    func openRoot<Root>(_ root: Root.Type) -> Bool {
      func openValue<Value>(_ type: Value.Type) -> Bool {
        guard let path = keyPath as? ReferenceWritableKeyPath<Root, Value>,
          let object = model as? Root
        else { return false }
        guard let new = (value ?? Any?.none as Any) as? Value else { return false }
        object[keyPath: path] = new
        return true
      }
      return _openExistential(Swift.type(of: keyPath).valueType, do: openValue)
    }
    return _openExistential(Swift.type(of: keyPath).rootType, do: openRoot)
  }

  // MARK: Statements

  /// A statement whose column 0 is a key and whose other columns are its parameters.
  private func statement(_ count: Int) throws -> OpaquePointer {
    if let known = statements[count] { return known }
    let sql = "SELECT 0" + String(repeating: ", ?", count: count)
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure()
    }
    statements[count] = statement
    return statement
  }

  /// A statement with `count` columns, stepped to its row; columns beyond the values are NULL.
  private func bound(_ values: [SQLValue], count: Int) throws -> OpaquePointer {
    let statement = try statement(count)
    sqlite3_clear_bindings(statement)
    for (index, value) in values.prefix(count).enumerated() {
      let code = Store.Connection.bind(value, to: statement, Int32(index + 1))
      guard code == SQLITE_OK else { throw failure() }
    }
    guard sqlite3_step(statement) == SQLITE_ROW else {
      sqlite3_reset(statement)
      throw failure()
    }
    return statement
  }

  // MARK: Errors

  private func check(_ writer: _RowWriter, _ entity: EntityLayout) throws {
    guard let failure = writer.failure else { return }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(entity.name).\(entity.properties[failure.index].name) has a value that can't be stored: "
        + "\(failure.reason).")
  }

  private func check(_ reader: _RowReader, _ entity: EntityLayout) throws {
    guard let failure = reader.failure else { return }
    throw SwiftDataError.storeIsCorrupt.withMessage(
      "\(entity.name).\(entity.properties[Int(failure.column) - 1].name) can't be read: "
        + "\(failure.reason).")
  }

  private func failure() -> SwiftDataError {
    SwiftDataError.storeFailure.withMessage(
      "SQLite can't convert the values of a model (\(String(cString: sqlite3_errmsg(database)))).")
  }
}
