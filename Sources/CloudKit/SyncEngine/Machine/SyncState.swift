// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The persistent state of the engine.
struct SyncState: Sendable {
  /// The user who was signed in last.
  var user: CKRecord.ID?
  var databaseToken: CKServerChangeToken?
  var zones = SyncZones()
  /// The number of full zone fetches started so far.
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

  /// The state without its indexes, which shares its storage.
  var snapshot: SyncSnapshot {
    SyncSnapshot(
      user: user, databaseToken: databaseToken, zones: zones.zones, fullFetches: fullFetches,
      databaseChanges: databaseChanges.sequence, recordChanges: recordChanges.sequence,
      hasUntrackedChanges: hasUntrackedChanges)
  }

  var hasPendingChanges: Bool {
    !databaseChanges.isEmpty || !recordChanges.isEmpty || hasUntrackedChanges
  }

  /// Starts a full fetch of a zone.
  mutating func beginFullFetch(_ zone: CKRecordZone.ID) {
    fullFetches += 1
    let number = fullFetches
    zones.change(zone) {
      $0.token = nil
      $0.fullFetch = number
    }
  }
}

/// An immutable snapshot of ``SyncState`` for encoding.
struct SyncSnapshot: Sendable {
  var user: CKRecord.ID?
  var databaseToken: CKServerChangeToken?
  var zones: [SyncZone] = []
  var fullFetches = 0
  var databaseChanges = PendingSequence<CKSyncEngine.PendingDatabaseChange>()
  var recordChanges = PendingSequence<CKSyncEngine.PendingRecordZoneChange>()
  var hasUntrackedChanges = false
}

/// The sync state of a zone.
package struct SyncZone: Sendable, Hashable {
  package let id: CKRecordZone.ID
  /// The token of the last page handled; nil if there was none.
  package var token: CKServerChangeToken?
  /// Whether the database changes named the zone since its last fetch.
  package var hasServerChanges = false
  /// Whether a backup was restored on the server and the delegate does not know yet.
  package var isServerRestored = false
  /// The number of the full fetch in progress.
  package var fullFetch: Int?

  init(_ id: CKRecordZone.ID) { self.id = id }

  /// Whether the zone has changes to fetch.
  var isUnfetched: Bool { hasServerChanges || fullFetch != nil }
}

/// The zones of a database in the order of their discovery.
struct SyncZones: Sendable {
  private(set) var zones: [SyncZone] = []
  private var indexes: [CKRecordZone.ID: Int] = [:]

  init() {}

  init(_ zones: [SyncZone]) {
    for zone in zones { self[zone.id] = zone }
  }

  /// The zone with an ID; setting nil removes it.
  subscript(id: CKRecordZone.ID) -> SyncZone? {
    get { indexes[id].map { zones[$0] } }
    set {
      switch (indexes[id], newValue) {
      case (let index?, let zone?): zones[index] = zone
      case (nil, let zone?):
        indexes[id] = zones.count
        zones.append(zone)
      case (let index?, nil):
        zones.remove(at: index)
        indexes[id] = nil
        for later in index..<zones.count { indexes[zones[later].id] = later }
      case (nil, nil): break
      }
    }
  }

  /// Changes a zone if it is known.
  mutating func change(_ id: CKRecordZone.ID, _ body: (inout SyncZone) -> Void) {
    if let index = indexes[id] { body(&zones[index]) }
  }
}
