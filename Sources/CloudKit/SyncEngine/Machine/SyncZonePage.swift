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

  /// How much it tells.
  package var count: Int { records.count + deletions.count }

  /// Adds the page that comes next; what is in both counts as it is in that one.
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
