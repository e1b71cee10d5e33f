// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// The clocks of a record that was never written.
  var noClocks: FieldClocks { FieldClocks(base: .distantPast) }

  /// The values of an object by the columns of its row, without its positions in lists.
  func values(of columns: [SQLValue], _ entity: Int, _ tables: MirrorTables) throws
    -> [String: RecordValue]
  {
    try records(ofEntity: entity).values(of: columns) { field, key in
      guard case .toOne(let destination) = field.property.storage else { return nil }
      return try tables.name(of: RowName(table: destination.table, key: key))
    }
  }

  /// The values of a record by the columns of its object's row and its positions in lists.
  ///
  /// A reference to a record that has not arrived counts as set.
  func values(
    of columns: [SQLValue], _ note: RecordNote, _ entity: Int, _ tables: MirrorTables
  ) throws -> [String: RecordValue] {
    var values = try values(of: columns, entity, tables)
    values.merge(note.localPlaces) { own, _ in own }
    guard records(ofEntity: entity).fields.contains(where: { $0.column == nil }) else {
      return values
    }
    values.merge(try tables.awaited(by: note.name).mapValues { .reference($0) }) { $1 }
    return values
  }

  /// This device's copy of a record by the columns of its object's row.
  ///
  /// Fields that were not written here have the server's values: a row may represent an equal value
  /// differently, such as a set in another order.
  func local(_ note: RecordNote, _ columns: [SQLValue], _ entity: Int, _ tables: MirrorTables)
    throws
    -> RecordSnapshot
  {
    var local = RecordSnapshot(
      values: try values(of: columns, note, entity, tables), clocks: note.localClocks ?? noClocks)
    guard let ancestor = note.ancestor else { return local }
    for field in Set(local.values.keys).union(ancestor.values.keys)
    where local.clocks[field] == ancestor.clocks[field] {
      local.values[field] = ancestor.values[field]
    }
    return local
  }

  /// The field with the position of a list's members; nil for a list without an order.
  func positionField(
    of property: PropertyLayout, _ destination: PropertyLayout.Destination
  ) -> String? {
    guard let inverse = destination.inverse,
      let entity = layout.entity(named: destination.entity)
    else { return nil }
    return entity.field(ofProperty: inverse)?.positionName
  }
}
