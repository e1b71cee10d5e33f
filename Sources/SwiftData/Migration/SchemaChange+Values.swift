// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SchemaChange {
  /// An attribute whose stored values keep their kind and must be readable as another Swift type.
  struct Reinterpretation {
    let table: String
    /// The SQL expression of the value; the old row is `o`.
    let value: String
    /// A condition for the old rows; nil for all.
    let condition: String?
    let entity: EntityLayout
    let property: PropertyLayout
    let (old, new): (StoredValue, StoredValue)
  }

  /// Adds a check that an attribute's values are valid for its new type, if the column does not
  /// imply it.
  func noteReading(
    _ value: String, _ old: StoredValue, _ new: StoredValue, _ property: PropertyLayout,
    _ entity: EntityLayout, _ oldTable: DatabaseStructure.Table
  ) {
    // A store of an older format has not recorded the type.
    guard self.old.recordsOriginalNames, !new.type.isEmpty, new.type != old.type else { return }
    reinterpretations.append(
      Reinterpretation(
        table: oldTable.name, value: value, condition: rows(of: entity, oldTable), entity: entity,
        property: property, old: old, new: new))
  }

  /// Throws an error if values can't be read with the new types; reads each value.
  ///
  /// `store` provides the external files; its layout is not used.
  func checkValues(_ database: Database, _ store: Store) throws {
    for reading in reinterpretations {
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
      throw migrationError(
        reading.entity.name, reading.property.name,
        "changes from \(reading.old.description) to \(reading.new.description); "
          + "\(count) \(count == 1 ? "row has" : "rows have") a value that the new type can't "
          + "read, the first in row \(first)",
        "Make new parts optional or set them in init(from:), change the values first, or "
          + "fill another property in a custom stage.")
    }
  }
}
