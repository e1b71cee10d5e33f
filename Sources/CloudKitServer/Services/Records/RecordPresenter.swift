// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Converts stored records to the form in responses.
struct RecordPresenter {
  let schema: Schema
  let call: CallContext
  let tokens: AssetTokens
  var desiredKeys: [String]?
  var numbersAsStrings = false

  /// True if the stored bytes can be sent unchanged.
  private var isPlain: Bool { desiredKeys == nil && !numbersAsStrings }

  /// The record without its fields.
  func envelope(_ record: StoredRecord, _ zoneID: ZoneID) -> Record {
    Record(
      recordName: record.name, recordType: schema.typeName(record.type),
      recordChangeTag: record.changeTag, created: record.created.withDevice,
      modified: record.modified.withDevice,
      zoneID: zoneID, deleted: false, parent: record.parent.map { RecordLink(recordName: $0) })
  }

  /// Passes a record and its encoded fields to `write`.
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

  /// The desired fields in the form for responses.
  func shaped(_ fields: RecordFields) throws -> RecordFields {
    let fields = try fields.selecting(desiredKeys).presentingAssets(tokens, call)
    return numbersAsStrings ? try fields.withNumbersAsStrings() : fields
  }

  /// The response for a tombstone.
  func deletion(_ record: StoredRecord, _ zoneID: ZoneID) -> DeletedRecord {
    DeletedRecord(
      recordName: record.name, recordType: schema.typeName(record.type), zoneID: zoneID)
  }
}

extension AuditStamp {
  /// The stamp with the device ID that Apple's service gives to requests of its Web Services.
  ///
  /// Clients decode `deviceID` as a required member. The server does not track devices.
  fileprivate var withDevice: AuditStamp {
    var stamp = self
    stamp.deviceID = "2"
    return stamp
  }
}
