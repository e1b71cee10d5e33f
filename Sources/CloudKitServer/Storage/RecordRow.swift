// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A record in the storage's memory, good until the next one is looked at.
package struct RecordRow {
  /// All but ``StoredRecord/fields``, which is nil here.
  package let record: StoredRecord
  /// The JSON of the fields; nil for a deleted record.
  package let fields: UnsafeRawBufferPointer?

  package init(record: StoredRecord, fields: UnsafeRawBufferPointer?) {
    self.record = record
    self.fields = fields
  }

  /// The record with a copy of its fields.
  package var stored: StoredRecord {
    var stored = record
    stored.fields = fields.map {
      .init(stored: Array($0), hasAssets: record.traits.contains(.hasAssets))
    }
    return stored
  }
}
