// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The record fields that a notification contains.
struct NotificationFields {
  /// The maximum size of the fields in bytes; Apple's push service accepts 4 kB in total.
  private static let limit = 2_048

  /// A JSON object of names and plain values; nil if no field is requested.
  let json: [UInt8]?
  /// True if a requested field was omitted because of the size limit.
  let isPruned: Bool

  init(_ names: [String], of record: RecordView) throws {
    guard !names.isEmpty else {
      (json, isPruned) = (nil, false)
      return
    }
    var writer = JSONWriter(capacity: 256)
    var isPruned = false
    writer.beginObject()
    for name in names {
      guard let value = try Self.value(name, of: record) else { continue }
      if case .string(let text) = value, text.utf8.count > Self.limit {
        isPruned = true
        continue
      }
      var single = JSONWriter(capacity: 64)
      value.write(to: &single, numbersAsStrings: false)
      guard writer.bytes.count + name.utf8.count + single.bytes.count + 8 <= Self.limit else {
        isPruned = true
        continue
      }
      writer.key(name)
      writer.splice(single.bytes)
    }
    writer.endObject()
    (json, self.isPruned) = (writer.bytes, isPruned)
  }

  /// The values as strings, for the placeholders of an alert.
  static func texts(_ names: [String], of record: RecordView) throws -> [String] {
    var left = limit
    return try names.map { name in
      let text =
        switch try value(name, of: record) {
        case .string(let text)?: text
        case .int64(let number)?, .timestamp(let number)?: "\(number)"
        case .double(let number)?: "\(number)"
        default: ""
        }
      left -= text.utf8.count
      return left < 0 ? "" : text
    }
  }

  /// Returns an unencrypted string, number or date; nil for other fields.
  private static func value(_ name: String, of record: RecordView) throws -> FieldValue? {
    guard let field = record.type.fields[name], !field.isEncrypted,
      [.string, .int64, .double, .timestamp].contains(field.type)
    else { return nil }
    return try record.value(QuerySubject(name, field))
  }
}
