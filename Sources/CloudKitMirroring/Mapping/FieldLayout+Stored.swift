// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension FieldLayout {
  /// The value of a record's field for other programs; nil if CloudKit has none, such as for
  /// infinity.
  ///
  /// Lost details are stored in `exact`. A reference points to a record of `zone`.
  package func stored(
    _ value: RecordValue, in zone: CKRecordZone.ID, exact: inout ExactValues
  ) -> StoredValue? {
    switch (column, value) {
    case (nil, .reference(let name)):
      // Without an action: a deletion on the server would also delete records that another device
      // adds meanwhile, and at most 750 records could refer to one. The devices delete dependents
      // themselves.
      .reference(
        CKRecord.Reference(
          recordID: CKRecord.ID(recordName: name, zoneID: zone), action: .none))
    case (.date, .real(let seconds)): exact.visible(date: seconds, of: name).map { .date($0) }
    case (_, .real(let number)): exact.visible(number: number, of: name).map { .double($0) }
    case (.uuid, .data(let bytes)) where bytes.count == 16: .string(Self.uuid(bytes).uuidString)
    case (_, .integer(let number)): .int64(number)
    case (_, .text(let text)): .string(text)
    case (_, .data(let bytes)): .data(bytes)
    default: nil
    }
  }

  /// Decodes the value of a record's field; nil if there is none.
  ///
  /// Reads the output of ``stored(_:in:exact:)``, and integers for real numbers or the reverse from
  /// other writers. Throws for a value of another type.
  package func value(_ stored: StoredValue?, exact: ExactValues, of entity: String)
    throws(FieldProblem) -> RecordValue?
  {
    func problem(_ expected: String) -> FieldProblem {
      FieldProblem(
        place: "\(entity).\(property.name)", field: name,
        reason: "the field \(name) has \(Self.describe(stored)) in place of \(expected)")
    }
    guard let stored else {
      switch column {
      case .date: return exact.date(nil, of: name).map { .real($0) }
      case .real: return exact.number(nil, of: name).map { .real($0) }
      default: return nil
      }
    }
    switch (column, stored) {
    case (nil, .reference(let reference)): return .reference(reference.recordID.recordName)
    case (nil, _): throw problem("a reference")
    case (.integer, .int64(let number)), (.boolean, .int64(let number)): return .integer(number)
    case (.integer, .double(let number)), (.boolean, .double(let number)):
      guard let whole = Int64(exactly: number) else { throw problem("a whole number") }
      return .integer(whole)
    case (.integer, _), (.boolean, _): throw problem("a whole number")
    case (.real, .double(let number)) where !number.isNaN:
      return exact.number(number, of: name).map { .real($0) }
    case (.real, .int64(let number)):
      return exact.number(Double(number), of: name).map { .real($0) }
    case (.real, _): throw problem("a number")
    case (.date, .date(let date)): return exact.date(date, of: name).map { .real($0) }
    case (.date, _): throw problem("a date")
    case (.uuid, .string(let text)):
      guard let uuid = UUID(uuidString: text) else { throw problem("a UUID") }
      return .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case (.uuid, .data(let bytes)) where bytes.count == 16: return .data(bytes)
    case (.uuid, _): throw problem("a UUID")
    case (.decimal, .string(let text)):
      guard let number = Self.decimal(text) else { throw problem("a decimal number") }
      return .text(number.description)
    case (.decimal, .int64(let number)): return .text("\(number)")
    case (.decimal, .double(let number)):
      guard let value = Self.decimal("\(number)") else { throw problem("a decimal number") }
      return .text(value.description)
    case (.decimal, _): throw problem("a decimal number")
    case (.text, .string(let text)), (.url, .string(let text)), (.json, .string(let text)):
      return .text(text)
    case (.text, .data(let bytes)), (.json, .data(let bytes)), (.url, .data(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw problem("a text") }
      return .text(text)
    case (.text, _), (.url, _), (.json, _): throw problem("a text")
    case (.data, .data(let bytes)), (.transformed, .data(let bytes)): return .data(bytes)
    default: throw problem("bytes")
    }
  }

  private static func uuid(_ bytes: Data) -> UUID {
    bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func decimal(_ text: String) -> Decimal? {
    guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      !number.isNaN
    else { return nil }
    return number
  }

  /// The type of a value in words, without the private value itself.
  private static func describe(_ stored: StoredValue?) -> String {
    switch stored {
    case nil: "nothing"
    case .string: "a text"
    case .int64: "a whole number"
    case .double: "a number"
    case .date: "a date"
    case .data: "bytes"
    case .reference: "a reference"
    case .asset: "a file"
    case .location: "a location"
    case .list: "a list"
    case .unsupported(let reason): reason
    }
  }
}
