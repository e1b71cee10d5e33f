// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of a record.
struct RecordState: Sendable {
  /// The time and the user of a creation or change.
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
  /// The plain fields changed since the record was fetched or saved.
  var changedKeys: Set<CKRecord.FieldKey> = []
  /// The values of encrypted fields, in plaintext.
  var secrets: [CKRecord.FieldKey: StoredValue] = [:]
  /// The encrypted fields changed since the record was fetched or saved.
  var changedSecrets: Set<CKRecord.FieldKey> = []

  init(recordType: CKRecord.RecordType, recordID: CKRecord.ID) {
    self.recordType = recordType
    self.recordID = recordID
  }
}
