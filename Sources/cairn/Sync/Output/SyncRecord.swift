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
  let conflicts: Int
  var error: String?

  init(
    _ synced: SyncedStore, _ before: SyncCounts, _ after: SyncCounts, conflicts: Int
  ) {
    app = synced.store.app
    container = synced.store.container
    fetched = after.received - before.received
    sent = after.sent - before.sent
    let status = synced.sync.status
    pending = status.pendingCount
    refused = status.refusedCount
    self.conflicts = conflicts
  }

  private enum CodingKeys: String, CodingKey {
    case app, container, fetched, sent, pending, refused, conflicts, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(self.container, forKey: .container)
    try container.encode(fetched, forKey: .fetched)
    try container.encode(sent, forKey: .sent)
    try container.encode(pending, forKey: .pending)
    try container.encode(refused, forKey: .refused)
    try container.encode(conflicts, forKey: .conflicts)
    try container.encode(error, forKey: .error)
  }

  /// A line for a person.
  var text: String {
    var text = "\(app): fetched \(fetched), sent \(sent), pending \(pending)"
    if refused > 0 { text += ", refused \(refused)" }
    if conflicts > 0 { text += "; \(conflicts) in cairn sync conflicts" }
    return text + "\n"
  }
}
