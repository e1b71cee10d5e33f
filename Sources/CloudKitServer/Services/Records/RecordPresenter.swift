// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Makes answers of stored records.
struct RecordPresenter {
  let schema: Schema
  let call: Call
  let tokens: AssetTokens
  var desiredKeys: [String]?
  var numbersAsStrings = false

  /// True if the stored bytes are the answer's.
  private var isPlain: Bool { desiredKeys == nil && !numbersAsStrings }

  /// All but the fields.
  func envelope(_ record: StoredRecord, _ zoneID: ZoneID) -> Record {
    Record(
      recordName: record.name, recordType: schema.typeName(record.type),
      recordChangeTag: record.changeTag, created: record.created, modified: record.modified,
      zoneID: zoneID, deleted: false, parent: record.parent.map { RecordLink(recordName: $0) })
  }

  /// Calls back with a record and the fields that the answer has.
  func present(
    _ row: RecordRow, _ zoneID: ZoneID, _ write: (Record, UnsafeRawBufferPointer) -> Void
  ) throws {
    guard let bytes = row.fields else { return }
    let envelope = envelope(row.record, zoneID)
    if isPlain, !row.record.traits.contains(.hasAssets) { return write(envelope, bytes) }
    let fields = try shaped(
      RecordFields(stored: Array(bytes), hasAssets: row.record.traits.contains(.hasAssets)))
    fields.json.withUnsafeBytes { write(envelope, $0) }
  }

  func present(
    _ record: StoredRecord, _ zoneID: ZoneID, _ write: (Record, UnsafeRawBufferPointer) -> Void
  ) throws {
    guard let fields = record.fields else { return }
    try shaped(fields).json.withUnsafeBytes { write(envelope(record, zoneID), $0) }
  }

  /// The fields that an answer has.
  func shaped(_ fields: RecordFields) throws -> RecordFields {
    let fields = try fields.selecting(desiredKeys).presentingAssets(tokens, call)
    return numbersAsStrings ? try fields.withNumbersAsStrings() : fields
  }

  /// What is left of a record.
  func deletion(_ record: StoredRecord, _ zoneID: ZoneID) -> DeletedRecord {
    DeletedRecord(
      recordName: record.name, recordType: schema.typeName(record.type), zoneID: zoneID)
  }
}
