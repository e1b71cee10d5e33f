// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// What a round has done for a store, as JSON and in words.
struct SyncRecord: Encodable {
  let app: String
  let container: String
  /// Records that came and went.
  let fetched: Int64
  let sent: Int64
  /// Records that are still to be sent, and those that the server or the store doesn't take.
  let pending: Int
  let refused: Int
  /// What merges did not keep of what somebody wrote, and what they did not of values that follow from it.
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
    app = synced.store.app
    container = synced.store.container
    fetched = after.received - before.received
    sent = after.sent - before.sent
    let status = synced.sync.status
    pending = status.pendingCount
    refused = status.refusedCount
    derivedConflicts = conflicts.count { synced.store.conflicts.isDerived($0) }
    self.conflicts = conflicts.count - derivedConflicts
    self.refusals = refusals
    self.isReached = isReached
  }

  private enum CodingKeys: String, CodingKey {
    case app, container, fetched, sent, pending, refused, refusals, conflicts
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
    try container.encode(conflicts, forKey: .conflicts)
    try container.encode(derivedConflicts, forKey: .derivedConflicts)
    try container.encode(error, forKey: .error)
  }

  /// A line for a person; empty if nothing was done.
  var text: String {
    guard isReached || fetched > 0 || sent > 0 else { return "" }
    var text = "\(app): fetched \(fetched), sent \(sent), pending \(pending)"
    if refused > 0 { text += ", refused \(refused)" }
    if conflicts > 0 { text += "; \(conflicts) in cairn sync conflicts" }
    return text + "\n"
  }
}
