// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A request to the server.
package enum SyncRequest: Sendable {
  /// The signed-in user.
  case account
  /// Create a database subscription with this name.
  case subscribe(String)
  /// The zones that changed since a token.
  case databaseChanges(since: CKServerChangeToken?)
  /// The records of a zone that changed since a token.
  case zoneChanges(CKRecordZone.ID, since: CKServerChangeToken?)
  /// Save and delete zones.
  case modifyZones(saving: [CKRecordZone], deleting: [CKRecordZone.ID])
  /// Save and delete records of one zone.
  case modifyRecords(RequestBatch)
}

/// The record changes of one zone in one request.
package struct RequestBatch: Sendable {
  package var zone: CKRecordZone.ID
  package var records: [CKRecord] = []
  package var deletions: [CKRecord.ID] = []
  /// The change tags that the server's records must have to be deleted.
  package var deletionTags: [CKRecord.ID: String] = [:]
  /// Whether the request succeeds or fails as a whole.
  package var isAtomic: Bool

  var count: Int { records.count + deletions.count }

  /// The two halves; nil if the batch is atomic or has one change.
  var halves: (RequestBatch, RequestBatch)? {
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

/// The response to a ``SyncRequest``, or the error that replaced it.
package enum SyncResponse: Sendable {
  /// The signed-in user; nil if there is none.
  case account(CKRecord.ID?)
  case subscribed
  case databaseChanges(SyncDatabasePage)
  case zoneChanges(SyncZonePage)
  case modifiedZones(SyncResults<CKRecordZone, CKRecordZone.ID>)
  case modifiedRecords(SyncResults<CKRecord, CKRecord.ID>)
  case failure(CKError)
}

/// The result for each saved and deleted item.
package struct SyncResults<Item: Sendable, ID: Sendable>: Sendable {
  package var saved: [Item] = []
  package var failedSaves: [(item: Item, error: CKError)] = []
  package var deleted: [ID] = []
  package var failedDeletes: [(id: ID, error: CKError)] = []

  package init() {}

  /// Results in which each item failed with the same error.
  init(_ items: [Item], _ ids: [ID], _ error: CKError) {
    failedSaves = items.map { ($0, error) }
    failedDeletes = ids.map { ($0, error) }
  }

  var isEmpty: Bool {
    saved.isEmpty && failedSaves.isEmpty && deleted.isEmpty && failedDeletes.isEmpty
  }
}

/// A page of changed zones.
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

/// A page of changed records, from the oldest to the newest change.
package struct SyncZonePage: Sendable {
  package var records: [CKRecord] = []
  package var deletions: [CKDatabase.RecordZoneChange.Deletion] = []
  /// Changed records that could not be decoded.
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

  /// The number of changes.
  package var count: Int { records.count + deletions.count }

  /// Appends the next page, which replaces records that both pages contain.
  package mutating func append(_ next: SyncZonePage) {
    let names = Set(
      next.records.map(\.recordID.recordName) + next.deletions.map(\.recordID.recordName)
        + next.failures.map(\.id.recordName))
    records.removeAll { names.contains($0.recordID.recordName) }
    deletions.removeAll { names.contains($0.recordID.recordName) }
    failures.removeAll { names.contains($0.id.recordName) }
    records += next.records
    deletions += next.deletions
    failures += next.failures
    token = next.token
    moreComing = next.moreComing
  }
}
