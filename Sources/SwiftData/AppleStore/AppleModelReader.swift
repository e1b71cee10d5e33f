// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// Creates models of one type from the rows of a store that Apple's framework wrote.
final class AppleModelReader {
  /// The source of an attribute's values.
  enum Source {
    /// The store has no values; the attribute gets its default value, or nil.
    case none
    case column(String, hasMarkers: Bool)
    /// The columns of a composite attribute, by the names of its elements.
    case composite([(name: String, kind: AppleModel.Kind?, column: String)])

    var columns: [String] {
      switch self {
      case .none: []
      case .column(let name, _): [name]
      case .composite(let elements): elements.map(\.column)
      }
    }
  }

  let entity: AppleStoreFile.Entity
  let layout: EntityLayout
  let description: ModelDescription
  let file: AppleStoreFile
  /// The source of each property; `.none` for relationships.
  let sources: [Source]
  private let transformer: ModelRowConverter

  init(
    _ entity: AppleStoreFile.Entity, _ layout: EntityLayout, _ file: AppleStoreFile,
    _ external: AppleExternalValues, _ scratch: Database, _ database: Database
  ) throws {
    self.entity = entity
    self.layout = layout
    self.file = file
    let description = ModelDescription.of(layout.type)
    self.description = description
    let columns = AppleColumns(file: file)
    let known = file.model?.entity(named: entity.name)
    let names = layout.properties.map { property in
      Self.sourceName(property, description, known)
    }
    sources = try layout.properties.map { property in
      guard case .attribute(let column, let isExternal) = property.storage, column != .ephemeral
      else { return .none }
      let name = names[property.index]
      if let attribute = known?.attributes.first(where: { $0.name == name }),
        !attribute.elements.isEmpty
      {
        let elements = try Self.elements(attribute, of: entity, columns, database)
        if !elements.isEmpty { return .composite(elements) }
      }
      let others =
        names.filter { $0 != name }
        + (known?.attributes.map(\.name) ?? [])
        .filter { $0 != name }
      guard let found = try columns.column(name, of: entity, others: others, database) else {
        return .none
      }
      let hasMarkers = try external.hasMarkers(
        found.name, in: entity.table, isDeclared: isExternal, database)
      return .column(found.name, hasMarkers: hasMarkers)
    }
    transformer = try ModelRowConverter(layout, scratch)
  }

  /// The property's name in the store: its own, its original name, or one that differs only in case.
  static func sourceName(
    _ property: PropertyLayout, _ description: ModelDescription, _ known: AppleModel.Entity?
  ) -> String {
    let original = description.properties[property.index].earlierName
    guard let known else { return original ?? property.name }
    let all = known.attributes.map(\.name) + known.relationships.map(\.name)
    for name in [property.name, original].compactMap(\.self) where all.contains(name) {
      return name
    }
    return all.first { $0.uppercased() == property.name.uppercased() } ?? original ?? property.name
  }

  static func elements(
    _ attribute: AppleModel.Attribute, of entity: AppleStoreFile.Entity, _ columns: AppleColumns,
    _ database: Database
  ) throws -> [(name: String, kind: AppleModel.Kind?, column: String)] {
    try attribute.elements.compactMap { element in
      let spellings = [
        "\(attribute.name)_\(element.name)", attribute.name + element.name, element.name,
      ]
      for name in spellings {
        guard let found = try columns.column(name, of: entity, others: [], database) else {
          continue
        }
        return (element.name, element.kind, found.name)
      }
      return nil
    }
  }

  // MARK: Rows

  /// The name of an object in messages.
  func name(ofKey key: Int64) -> String { "\(entity.name) \(key)" }

  /// Creates the model of a row.
  ///
  /// Throws ``SwiftDataError/modelValidationFailure`` for a value that the model can't have.
  func model(_ row: Row, key: Int64, _ external: inout AppleExternalValues) throws
    -> any PersistentModel
  {
    var values: [SQLValue?] = []
    values.reserveCapacity(sources.count)
    for (source, property) in zip(sources, layout.properties) {
      guard case .attribute(let column, _) = property.storage else {
        values.append(.null)
        continue
      }
      do {
        values.append(try value(source, column, row, key, &external))
      } catch let error as AppleValueConversion.Mismatch {
        throw invalid(property, key, error.reason)
      }
    }
    do {
      return try transformer.model(values)
    } catch let error as ModelRowConverter.Failure {
      throw invalid(layout.properties[error.index], key, error.reason)
    }
  }

  /// The value of an attribute in our form; nil for no value.
  private func value(
    _ source: Source, _ column: _ColumnType, _ row: Row, _ key: Int64,
    _ external: inout AppleExternalValues
  ) throws -> SQLValue? {
    switch source {
    case .none: return nil
    case .column(let name, let hasMarkers):
      var value = SQLValue(row[name] as DatabaseValue)
      if hasMarkers, case .blob(let data) = value {
        value = try external.data(data, of: self.name(ofKey: key)).map { .blob($0) } ?? .null
      }
      return value.isNull ? nil : try AppleValueConversion.convert(value, to: column)
    case .composite(let elements):
      // An enumeration with raw values is a composite of its raw value.
      if column != .json, elements.count == 1, let name = elements.first?.column {
        let value = SQLValue(row[name] as DatabaseValue)
        return value.isNull ? nil : try AppleValueConversion.convert(value, to: column)
      }
      return Self.composite(elements, row).map { .text($0) }
    }
  }

  /// The JSON text of a composite attribute; nil if all its elements are NULL.
  static func composite(
    _ elements: [(name: String, kind: AppleModel.Kind?, column: String)], _ row: Row
  ) -> String? {
    let members = elements.map { element in
      (
        key: element.name,
        value: AppleValueConversion.archived(
          SQLValue(row[element.column] as DatabaseValue), element.kind)
      )
    }
    if members.allSatisfy(\.value.isNull) { return nil }
    return ArchivedValue.dictionary(members).jsonText
  }

  private func invalid(_ property: PropertyLayout, _ key: Int64, _ reason: String) -> SwiftDataError
  {
    SwiftDataError.modelValidationFailure.withMessage(
      "\(name(ofKey: key)) in \(file.name) can't be imported: its \(property.name) is invalid for "
        + "\(layout.name).\(property.name): \(reason). Change the property's type, make it "
        + "optional or declare a default value; nothing was imported.")
  }
}

/// Creates models from values in the form of our columns, without a store.
///
/// The values are bound to a statement that returns them, from which the model is loaded like a
/// row.
final class ModelRowConverter {
  /// An error for a value that the model can't have.
  struct Failure: Error {
    let index: Int
    let reason: String
  }

  private let layout: EntityLayout
  private let properties: [Schema.PropertyMetadata]
  private let statement: Statement
  private let connection: OpaquePointer?

  /// Creates a converter; `database` may be any database.
  init(_ layout: EntityLayout, _ database: Database) throws {
    self.layout = layout
    properties = ModelDescription.of(layout.type).properties
    let parameters = layout.properties.indices.map { ", ?\($0 + 1)" }.joined()
    statement = try database.makeStatement(sql: "SELECT 0\(parameters)")
    connection = database.sqliteConnection
  }

  /// Creates a model.
  ///
  /// `values` has the value of each property; nil for the default value, or for the nil of an optional
  /// property.
  func model(_ values: [SQLValue?]) throws -> any PersistentModel {
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    defer { sqlite3_reset(handle) }
    for (index, value) in values.enumerated() {
      if let value {
        guard Store.Connection.bind(value, to: handle, Int32(index + 1)) == SQLITE_OK else {
          throw Failure(index: index, reason: "SQLite rejected the value")
        }
      } else {
        try bindDefault(index, handle)
      }
    }
    guard sqlite3_step(handle) == SQLITE_ROW else {
      throw SwiftDataError.storeFailure.withMessage(
        "A row of \(layout.name) can't be converted: it is too large.")
    }
    func make<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      makeFault(type, _ModelState())
    }
    let model = make(layout.type)
    var reader = _RowReader(statement: handle, store: nil)
    model._$load(&reader)
    if let failure = reader.failure {
      throw Failure(index: Int(failure.column) - 1, reason: failure.reason)
    }
    return model
  }

  private func bindDefault(_ index: Int, _ statement: OpaquePointer) throws {
    let property = layout.properties[index]
    guard case .attribute(let column, _) = property.storage, column != .ephemeral else { return }
    guard let value = properties[index].defaultValue.flatMap({ unwrapped($0) }) else {
      if property.isOptional { return }
      throw Failure(
        index: index, reason: "it is required, but there is no value and no default value")
    }
    var writer = _RowWriter(
      statement: statement, entity: layout,
      files: ExternalFiles.Batch(ExternalFiles(directory: nil)), mode: .binding)
    let position = Int32(index + 1)
    (writer.index, writer.position) = (index, position)
    if column == .transformed {
      writer.bindTransformed(value, position)
    } else if let value = Self.columnValue(value) {
      value._write(&writer, position)
    } else if let value = value as? any Encodable {
      writer.text(try StoredJSON.encode(value), position)
    }
    if let failure = writer.failure { throw Failure(index: index, reason: failure.reason) }
  }

  private static func columnValue(_ value: Any) -> (any _ColumnValue)? {
    if let value = value as? any _ColumnValue { return value }
    if value is any _CollectionValue { return nil }
    func raw<T: RawRepresentable>(_ value: T) -> (any _ColumnValue)? {
      value.rawValue as? any _ColumnValue
    }
    return (value as? any RawRepresentable).flatMap { raw($0) }
  }
}
