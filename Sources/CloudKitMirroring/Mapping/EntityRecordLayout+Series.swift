// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftData

extension EntityRecordLayout {
  /// The reference to what the rows are the series of.
  var ownerOfRows: FieldLayout? { series.flatMap { byName[$0.owner] }.map { fields[$0] } }

  /// The row of a series for the columns of an object: a value for each of ``SeriesLayout/columns``.
  package func row(of columns: [SQLValue]) -> [SQLValue] {
    fields.filter { $0.column != nil }.map { columns[$0.property.index] }
  }

  /// Finds the columns of the object that a row of a series is.
  ///
  /// - Parameters:
  ///   - row: A value for each of ``SeriesLayout/columns``.
  ///   - owner: The key of what the series is of; nil for none.
  ///   - default: Gives what a property has that the row has no value for and that can't be nil.
  /// - Returns: The columns by the index of their property.
  /// - Throws: ``FieldProblem`` for a value of another kind, and for a property without one.
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
