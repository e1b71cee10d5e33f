// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the columns of one row in their order.
///
/// A required column that is null or malformed throws with the name of its table.
struct ColumnReader {
  private let values: [String?]
  private let table: String
  private var index = 0

  /// Creates a reader of a row.
  init(_ values: [String?], of table: String) {
    self.values = values
    self.table = table
  }

  /// Reads a number that may be null.
  mutating func optional<Number: LosslessStringConvertible>(_: Number.Type) -> Number? {
    text().flatMap { Number($0) }
  }

  /// Reads a number.
  ///
  /// - Throws: ``AnalyticsError/malformedRow(table:)``.
  mutating func number<Number: LosslessStringConvertible>(
    _ type: Number.Type = Number.self
  ) throws -> Number {
    try required(optional(type))
  }

  /// Reads an identifier.
  ///
  /// - Throws: ``AnalyticsError/malformedRow(table:)``.
  mutating func uuid() throws -> UUID { try required(text().flatMap { UUID(uuidString: $0) }) }

  /// Reads a decimal that may be null.
  mutating func decimal() -> AnalyticsDecimal? { AnalyticsDecimal(text: text()) }

  /// Reads a JSON document that may be null.
  ///
  /// - Throws: ``AnalyticsError/malformedRow(table:)``.
  mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
    guard let text = text() else { return nil }
    return try required(try? JSONDecoder().decode(type, from: Data(text.utf8)))
  }

  /// Returns a value, which is no null.
  ///
  /// - Throws: ``AnalyticsError/malformedRow(table:)``.
  func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw AnalyticsError.malformedRow(table: table) }
    return value
  }

  private mutating func text() -> String? {
    defer { index += 1 }
    return values.indices.contains(index) ? values[index] : nil
  }
}
