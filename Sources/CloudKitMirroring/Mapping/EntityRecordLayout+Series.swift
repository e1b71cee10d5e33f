// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

extension EntityRecordLayout {
  /// The reference from a row to the owner of its series.
  var ownerOfRows: FieldLayout? { series.flatMap { byName[$0.owner] }.map { fields[$0] } }

  /// The row of a series for an object's columns: a value for each of ``SeriesLayout/columns``.
  package func row(of columns: [SQLValue]) -> [SQLValue] {
    fields.filter { $0.column != nil }.map { columns[$0.property.index] }
  }

  /// Converts a row of a series to the columns of its object.
  ///
  /// - Parameters:
  ///   - row: A value for each of ``SeriesLayout/columns``.
  ///   - owner: The key of the series' owner; nil for none.
  ///   - default: Returns the value of a property that can't be nil and has no value in the row.
  /// - Returns: The columns by the index of their property.
  /// - Throws: ``FieldProblem`` for a value of another type, and for a property without one.
  package func columns(
    ofRow row: [SQLValue], owner: Int64?, default: (FieldLayout) throws -> SQLValue?
  ) throws -> [SQLValue] {
    var values: [String: RecordValue] = [:]
    for (field, value) in zip(fields.filter { $0.column != nil }, row) {
      values[field.name] = value.recordValue
    }
    var columns = try self.columns(of: values, finding: { _, _ in nil }, default: `default`)
    if let owner, let field = ownerOfRows {
      columns[field.property.index] = .integer(owner)
    }
    return columns
  }
}
