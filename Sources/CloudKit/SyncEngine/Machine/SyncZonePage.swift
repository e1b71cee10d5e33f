// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A page of the records that changed, from the oldest to the newest change.
package struct SyncZonePage: Sendable {
  package var records: [CKRecord] = []
  package var deletions: [CKDatabase.RecordZoneChange.Deletion] = []
  /// Records that changed and can't be told.
  package var failures: [(id: CKRecord.ID, error: CKError)] = []
  package var token: CKServerChangeToken
  package var moreComing = false

  package init(
    records: [CKRecord] = [], deletions: [CKDatabase.RecordZoneChange.Deletion] = [],
    failures: [(id: CKRecord.ID, error: CKError)] = [], token: CKServerChangeToken,
    moreComing: Bool = false
  ) {
    self.records = records
    self.deletions = deletions
    self.failures = failures
    self.token = token
    self.moreComing = moreComing
  }
}
