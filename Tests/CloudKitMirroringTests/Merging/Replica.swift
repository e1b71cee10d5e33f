// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// A device's copy of one record, which syncs with a server's copy.
struct Replica {
  var clock: HybridLogicalClock
  var snapshot: RecordSnapshot
  var ancestor: RecordSnapshot
  var lost: [LostValue] = []

  init(node: UInt64, _ shared: RecordSnapshot) {
    clock = HybridLogicalClock(node: node)
    snapshot = shared
    ancestor = shared
  }

  mutating func write(_ changes: [String: RecordValue?], now: Int64, rules: MergeRules) {
    var values = snapshot.values
    for (field, value) in changes { values[field] = value }
    snapshot.write(values, at: clock.tick(now: now), summed: rules.summed)
  }

  /// Merges with the server's copy and sends the result; the answer may be lost.
  mutating func synchronize(
    _ server: inout RecordSnapshot, modified: Int64, rules: MergeRules, isAnswerLost: Bool = false
  ) {
    let merge = RecordMerge(
      ancestor: ancestor, local: snapshot, remote: server, rules: rules)
    lost += merge.lost
    if merge.sent.isEmpty {
      snapshot = merge.merged
      ancestor = server
      return
    }
    server = merge.merged
    if isAnswerLost { return }
    snapshot = merge.merged
    ancestor = merge.merged.shortened
  }
}
