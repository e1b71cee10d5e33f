// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What outlives a process.
struct SyncState: Sendable {
  /// Who was signed in.
  var user: CKRecord.ID?
  var databaseToken: CKServerChangeToken?
  var zones = SyncZones()
  /// How many full fetches of zones were begun.
  var fullFetches = 0
  var databaseChanges = PendingList<CKSyncEngine.PendingDatabaseChange>()
  var recordChanges = PendingList<CKSyncEngine.PendingRecordZoneChange>()
  var hasUntrackedChanges = false

  init() {}

  init(_ snapshot: SyncSnapshot) {
    user = snapshot.user
    databaseToken = snapshot.databaseToken
    zones = SyncZones(snapshot.zones)
    fullFetches = snapshot.fullFetches
    databaseChanges = PendingList(snapshot.databaseChanges)
    recordChanges = PendingList(snapshot.recordChanges)
    hasUntrackedChanges = snapshot.hasUntrackedChanges
  }

  /// The state without its indexes; cheap to take and to keep.
  var snapshot: SyncSnapshot {
    SyncSnapshot(
      user: user, databaseToken: databaseToken, zones: zones.zones, fullFetches: fullFetches,
      databaseChanges: databaseChanges.sequence, recordChanges: recordChanges.sequence,
      hasUntrackedChanges: hasUntrackedChanges)
  }

  var hasPendingChanges: Bool {
    !databaseChanges.isEmpty || !recordChanges.isEmpty || hasUntrackedChanges
  }

  /// Begins to fetch all of a zone.
  mutating func beginFullFetch(_ zone: CKRecordZone.ID) {
    fullFetches += 1
    let number = fullFetches
    zones.change(zone) {
      $0.token = nil
      $0.fullFetch = number
    }
  }
}
