// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring

/// The result of one sync of a store, as JSON and as text.
struct SyncRecord: Encodable {
  let app: String
  let container: String
  /// The numbers of records fetched and sent.
  let fetched: Int64
  let sent: Int64
  /// The numbers of unsent records, and of records that the server or the store rejects.
  let pending: Int
  let refused: Int
  /// The number of objects whose encrypted values stay on this device for lack of a key.
  let withheld: Int
  /// The numbers of overwritten values: entered ones, and ones derived from them.
  let conflicts: Int
  let derivedConflicts: Int
  let refusals: [Refusal]
  /// Whether the server was reached.
  let isReached: Bool
  var error: String?

  init(
    _ synced: SyncedStore, _ before: SyncCounts, _ after: SyncCounts, conflicts: [Conflict],
    refusals: [Refusal], isReached: Bool
  ) {
    app = synced.store.name
    container = synced.store.container
    fetched = after.received - before.received
    sent = after.sent - before.sent
    let status = synced.sync.status
    pending = status.pendingCount
    refused = status.rejectedCount
    withheld = status.withheldCount
    derivedConflicts = conflicts.count { synced.store.conflictFormatter.isDerived($0) }
    self.conflicts = conflicts.count - derivedConflicts
    self.refusals = refusals
    self.isReached = isReached
  }

  private enum CodingKeys: String, CodingKey {
    case app, container, fetched, sent, pending, refused, refusals, withheld, conflicts
    case derivedConflicts = "derived_conflicts"
    case error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(self.container, forKey: .container)
    try container.encode(fetched, forKey: .fetched)
    try container.encode(sent, forKey: .sent)
    try container.encode(pending, forKey: .pending)
    try container.encode(refused, forKey: .refused)
    try container.encode(refusals.map { RefusalRecord($0) }, forKey: .refusals)
    try container.encode(withheld, forKey: .withheld)
    try container.encode(conflicts, forKey: .conflicts)
    try container.encode(derivedConflicts, forKey: .derivedConflicts)
    try container.encode(error, forKey: .error)
  }

  /// The result as a line of text; empty if nothing was synced.
  var text: String {
    guard isReached || fetched > 0 || sent > 0 else { return "" }
    var text = "\(app): fetched \(fetched), sent \(sent), pending \(pending)"
    if refused > 0 { text += ", refused \(refused)" }
    if withheld > 0 { text += ", \(withheld) without encrypted fields (see cairn passphrase)" }
    if conflicts > 0 { text += "; \(conflicts) in cairn sync conflicts" }
    return text + "\n"
  }
}

/// A rejected record, as JSON.
struct RefusalRecord: Encodable {
  /// The largest number of records listed.
  static let limit = 100

  let record: String
  let type: String
  let reason: String

  init(_ refusal: Refusal) {
    record = refusal.recordName
    type = refusal.recordType
    reason = refusal.reason
  }
}
