// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SchemaChange {
  /// Values that stay as they are in the store, or become others of the same kind, and are to be read
  /// as another Swift type.
  struct Reading {
    let table: String
    /// The value; the old row is `o`.
    let value: String
    /// A condition for the old rows; nil for all.
    let condition: String?
    let entity: EntityLayout
    let property: PropertyLayout
    let (old, new): (StoredValue, StoredValue)
  }

  /// Notes that the values of an attribute must be ones of its new type, where that can't be told from
  /// the column.
  func noteReading(
    _ value: String, _ old: StoredValue, _ new: StoredValue, _ property: PropertyLayout,
    _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table
  ) {
    // A store of an older format does not say what type it was.
    guard self.old.notesOriginalNames, !new.type.isEmpty, new.type != old.type else { return }
    readings.append(
      Reading(
        table: oldTable.name, value: value, condition: rows(of: entity, oldTable), entity: entity,
        property: property, old: old, new: new))
  }

  /// Throws an error for values that can't be read by the new types; reads them one by one.
  ///
  /// `store` has the external files, and may have any layout.
  func checkValues(_ database: Database, _ store: Store) throws {
    for reading in readings {
      let metadata = ModelDescription.of(reading.entity.type).properties[reading.property.index]
      let conditions = ["(\(reading.value)) IS NOT NULL"] + [reading.condition].compactMap(\.self)
      let statement = try database.makeStatement(
        sql:
          "SELECT o.rowid, \(reading.value) FROM \(SQLFragment.quoted(reading.table)) AS o WHERE "
          + conditions.map { "(\($0))" }.joined(separator: " AND ") + " ORDER BY o.rowid")
      var (count, first): (Int64, Int64?) = (0, nil)
      let rows = try Row.fetchCursor(statement)
      while try rows.next() != nil {
        var reader = _RowReader(statement: statement.sqliteStatement, store: store)
        if reader.value(1, of: metadata) != nil, reader.failure == nil { continue }
        count += 1
        if first == nil { first = reader.key }
      }
      guard let first else { continue }
      throw refusal(
        reading.entity.name, reading.property.name,
        "was a \(reading.old.description) and is to be a \(reading.new.description); "
          + "\(count) \(count == 1 ? "row has" : "rows have") a value that is none, the first of "
          + "them row \(first)",
        "Let the type read it (new parts are optional, or have a value in its init(from:)), change "
          + "the values before, or fill another property in a custom stage.")
    }
  }
}
