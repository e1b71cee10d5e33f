// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something that a sync machine wants to be done.
package enum SyncEffect: Sendable {
  /// Ask the server; to be answered under the same number.
  case ask(Int, SyncRequest, CKOperationGroup?)
  /// The answer is no longer wanted; it is to come nevertheless, as an error if need be.
  case stopAsking(Int)
  /// Let the delegate handle an event; to be answered when it has.
  case deliver(CKSyncEngine.Event)
  /// Ask the delegate for the options of a fetch.
  case askForOptions(CKSyncEngine.FetchChangesContext)
  /// Ask the delegate for the next batch.
  case askForBatch(CKSyncEngine.SendChangesContext)
  /// Let somebody go on who waits.
  case finish(SyncCaller, CKError?)
  /// Tell the machine when a time has come, instead of any that was named before; nil for never.
  case wake(at: Double?)
  /// Listen, from anew, for news of the server, or no longer.
  case listen(Bool)
}

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

/// Changes of records of one zone, in one request.
package struct SyncPart: Sendable {
  package var zone: CKRecordZone.ID
  package var records: [CKRecord] = []
  package var deletions: [CKRecord.ID] = []
  /// Whether all is done or nothing.
  package var isAtomic: Bool

  var count: Int { records.count + deletions.count }

  /// The two halves; nil if it can't be split.
  var halves: (SyncPart, SyncPart)? {
    guard !isAtomic, count > 1 else { return nil }
    var (first, second) = (self, self)
    let middle = count / 2
    first.records = Array(records.prefix(middle))
    first.deletions = Array(deletions.prefix(middle - first.records.count))
    second.records = Array(records.dropFirst(first.records.count))
    second.deletions = Array(deletions.dropFirst(first.deletions.count))
    return (first, second)
  }
}

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

/// A page of the zones that changed.
package struct SyncDatabasePage: Sendable {
  package var modifications: [CKRecordZone.ID] = []
  package var deletions: [CKDatabase.DatabaseChange.Deletion] = []
  package var token: CKServerChangeToken
  package var moreComing = false

  package init(
    modifications: [CKRecordZone.ID] = [], deletions: [CKDatabase.DatabaseChange.Deletion] = [],
    token: CKServerChangeToken, moreComing: Bool = false
  ) {
    self.modifications = modifications
    self.deletions = deletions
    self.token = token
    self.moreComing = moreComing
  }
}

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

/// What became of each thing that was to be saved or deleted.
package struct SyncResults<Item: Sendable, ID: Sendable>: Sendable {
  package var saved: [Item] = []
  package var failedSaves: [(item: Item, error: CKError)] = []
  package var deleted: [ID] = []
  package var failedDeletes: [(id: ID, error: CKError)] = []

  package init() {}

  /// All failed for one reason.
  init(_ items: [Item], _ ids: [ID], _ error: CKError) {
    failedSaves = items.map { ($0, error) }
    failedDeletes = ids.map { ($0, error) }
  }

  var isEmpty: Bool {
    saved.isEmpty && failedSaves.isEmpty && deleted.isEmpty && failedDeletes.isEmpty
  }
}
