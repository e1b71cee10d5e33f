// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Changes of records of one zone, in one request.
package struct SyncPart: Sendable {
  package var zone: CKRecordZone.ID
  package var records: [CKRecord] = []
  package var deletions: [CKRecord.ID] = []
  /// The tags that the server's copies must have for that, by record.
  package var deletionTags: [CKRecord.ID: String] = [:]
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
