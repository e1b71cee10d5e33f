// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the server said, or that it said nothing.
package enum SyncAnswer: Sendable {
  /// Who is signed in; nil if nobody is.
  case account(CKRecord.ID?)
  case subscribed
  case databaseChanges(SyncDatabasePage)
  case zoneChanges(SyncZonePage)
  case modifiedZones(SyncResults<CKRecordZone, CKRecordZone.ID>)
  case modifiedRecords(SyncResults<CKRecord, CKRecord.ID>)
  case failure(CKError)
}
