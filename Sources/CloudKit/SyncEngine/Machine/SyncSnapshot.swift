// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A state as it was.
struct SyncSnapshot: Sendable {
  var user: CKRecord.ID?
  var databaseToken: CKServerChangeToken?
  var zones: [SyncZone] = []
  var fullFetches = 0
  var databaseChanges = PendingSequence<CKSyncEngine.PendingDatabaseChange>()
  var recordChanges = PendingSequence<CKSyncEngine.PendingRecordZoneChange>()
  var hasUntrackedChanges = false
}
