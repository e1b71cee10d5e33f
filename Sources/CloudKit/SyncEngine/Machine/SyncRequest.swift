// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something to be asked of the server.
package enum SyncRequest: Sendable {
  /// Who is signed in?
  case account
  /// Have a subscription to the database, under a name.
  case subscribe(String)
  /// Which zones have changed?
  case databaseChanges(since: CKServerChangeToken?)
  /// Which records of a zone have changed?
  case zoneChanges(CKRecordZone.ID, since: CKServerChangeToken?)
  /// Save and delete zones.
  case modifyZones(saving: [CKRecordZone], deleting: [CKRecordZone.ID])
  /// Save and delete records of one zone.
  case modifyRecords(SyncPart)
}
