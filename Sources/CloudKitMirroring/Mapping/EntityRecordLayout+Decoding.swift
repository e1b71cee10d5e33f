// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
package import SwiftData

extension EntityRecordLayout {
  /// Decodes the fields of a record; `known` are the clocks of the copy that was decoded before.
  ///
  /// Throws only the errors of `transport`. Without a key, encrypted values are reported as locked and
  /// retained. An unreadable value is reported as a problem and retained. So is a value that can't be decrypted because the key has changed, if it was not
  /// written since.
  package func read(
    _ stored: [CKRecord.FieldKey: StoredValue], of recordName: String, known: FieldClocks? = nil,
    with transport: FieldTransport
  ) throws -> ReceivedRecord {
    var record = ReceivedRecord()
    if case .data(let bytes) = stored[HiddenFields.clocks] {
      record.clocks = try? FieldClocks(decoding: bytes)
    }
    func isKnown(_ field: FieldLayout) -> Bool {
      guard let known, let clocks = record.clocks else { return false }
      return clocks[field.name] == known[field.name]
    }
    let isLocked = !encryptedFields.isEmpty && transport.keyName() == nil
    let exact = Self.exactValues(of: stored)
    func decoded(_ value: StoredValue, _ field: FieldLayout) throws -> RecordValue? {
      guard field.isEncrypted else { return try field.value(value, exact: exact, of: entity.name) }
      do {
        return try opened(value, field, recordName, transport)
      } catch let error as CKError where isKnown(field) {
        throw FieldProblem(
          place: "\(entity.name).\(field.property.name)", field: field.name,
          reason: error.localizedDescription)
      }
    }
    record.values.reserveCapacity(stored.count)
    for (name, value) in stored {
      do {
        if let place = byName[name] {
          let field = fields[place]
          if isLocked, field.isEncrypted {
            record.locked.insert(field.name)
            record.unknown[name] = value
            continue
          }
          record.values[name] = try decoded(value, field)
        } else if let place = byAsset[name], case .asset(let asset) = value {
          let field = fields[place]
          // A program that writes the field itself does not know of assets, so its value is newer.
          guard stored[field.name] == nil else { continue }
          if isLocked, field.isEncrypted {
            record.locked.insert(field.name)
            continue
          }
          let bytes = StoredValue.data(try transport.contents(asset))
          record.values[field.name] = try decoded(bytes, field)
        } else if byPosition[name] != nil, case .string(let position) = value {
          record.values[name] = .text(position)
        } else if name != HiddenFields.exact, name != HiddenFields.clocks {
          record.unknown[name] = value
        }
      } catch let problem as FieldProblem {
        record.problems.append(problem)
        record.unknown[name] = value
      }
    }
    if !exact.isEmpty {
      for field in fields where stored[field.name] == nil && !field.isEncrypted {
        if let value = try? field.value(nil, exact: exact, of: entity.name) {
          record.values[field.name] = value
        }
      }
    }
    return record
  }

  private static func exactValues(of stored: [CKRecord.FieldKey: StoredValue]) -> ExactValues {
    guard case .data(let bytes) = stored[HiddenFields.exact] else { return ExactValues() }
    // Ignore the exact values of a newer version.
    return (try? ExactValues(decoding: bytes)) ?? ExactValues()
  }

  private func opened(
    _ value: StoredValue, _ field: FieldLayout, _ recordName: String, _ transport: FieldTransport
  ) throws -> RecordValue {
    func problem(_ reason: String) -> FieldProblem {
      FieldProblem(
        place: "\(entity.name).\(field.property.name)", field: field.name, reason: reason)
    }
    guard case .data(let sealed) = value else { throw problem("it is not encrypted") }
    let bytes = try transport.open(
      sealed,
      FieldTransport.SealedPlace(
        recordType: recordType, recordName: recordName, field: field.name))
    var reader = ByteReader(bytes)
    guard let value = try? RecordValue(from: &reader), reader.isAtEnd else {
      throw problem("the decrypted bytes are not a value")
    }
    return value
  }

  // MARK: Columns

  /// Converts the columns of an object's row to the values of its record.
  ///
  /// - Parameters:
  ///   - columns: The columns, by the index of the property.
  ///   - file: Reads the file that the column of a large value names; nil if values are in the
  ///     columns.
  ///   - name: Returns the name of a target's record by the target's key; nil if it has none.
  /// - Returns: The values by the names of their fields.
  /// - Throws: The errors of `file` and `name`, and ``FieldProblem`` for a file without `file`.
  package func values(
    of columns: [SQLValue], reading file: ((String) throws -> Data)? = nil,
    naming name: (FieldLayout, Int64) throws -> String?
  ) throws -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    values.reserveCapacity(fields.count)
    for field in fields {
      let column = columns[field.property.index]
      if field.isExternal, case .text(let path) = column {
        guard let file else {
          throw FieldProblem(
            place: "\(entity.name).\(field.property.name)", field: field.name,
            reason: "its value is in a file of the store")
        }
        values[field.name] = .data(try file(path))
      } else if field.column != nil {
        if let value = field.value(of: column) { values[field.name] = value }
      } else if case .integer(let key) = column, let target = try name(field, key) {
        values[field.name] = .reference(target)
      }
    }
    return values
  }

  /// Converts the values of a record to the columns of its object's row.
  ///
  /// - Parameters:
  ///   - values: The values of the record.
  ///   - key: Returns the key of a target by the name of its record; nil if it has not arrived.
  ///   - default: Returns the value of a property that can't be nil and has no value in the record,
  ///     because an older version of the schema wrote it.
  /// - Returns: The columns by the index of their property; to-many relationships are NULL.
  /// - Throws: ``FieldProblem`` for a property without a value in the record and in `default`.
  package func columns(
    of values: [String: RecordValue], finding key: (FieldLayout, String) throws -> Int64?,
    default: (FieldLayout) throws -> SQLValue?
  ) throws -> [SQLValue] {
    var columns = Array(repeating: SQLValue.null, count: entity.properties.count)
    for field in fields {
      func problem(_ reason: String) -> FieldProblem {
        FieldProblem(
          place: "\(entity.name).\(field.property.name)", field: field.name, reason: reason)
      }
      guard let value = values[field.name] else {
        guard !field.property.isOptional, field.column != nil else { continue }
        guard let value = try `default`(field) else {
          throw problem(
            "it has no value, since a program without the property wrote it; give the property a "
              + "default value or make it optional")
        }
        columns[field.property.index] = value
        continue
      }
      if case .reference(let name) = value {
        if let key = try key(field, name) { columns[field.property.index] = .integer(key) }
        continue
      }
      guard let column = field.column(of: value) else {
        throw problem("its stored value has another type")
      }
      columns[field.property.index] = column
    }
    return columns
  }
}
