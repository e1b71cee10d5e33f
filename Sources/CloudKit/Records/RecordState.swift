// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All that a record knows.
struct RecordState: Sendable {
  /// When and by whom it was made or changed.
  struct Stamp: Sendable, Hashable {
    var date: Date
    var user: CKRecord.ID?
  }

  var recordType: CKRecord.RecordType
  var recordID: CKRecord.ID
  var changeTag: String?
  var created: Stamp?
  var modified: Stamp?
  var parent: CKRecord.Reference?
  var isParentChanged = false
  var values: [CKRecord.FieldKey: StoredValue] = [:]
  /// The fields that were set or cleared since the server knew the record.
  var changedKeys: Set<CKRecord.FieldKey> = []
  /// The values that are encrypted on the way to the server.
  var secrets: [CKRecord.FieldKey: StoredValue] = [:]
  /// Those of them that were set or cleared since the server knew the record.
  var changedSecrets: Set<CKRecord.FieldKey> = []

  init(recordType: CKRecord.RecordType, recordID: CKRecord.ID) {
    self.recordType = recordType
    self.recordID = recordID
  }
}
