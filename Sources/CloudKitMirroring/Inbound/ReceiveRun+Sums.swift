// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ReceiveRun {
  /// Has what this device adds to sums go on from what it had added before it was put back to an older copy
  /// of itself.
  ///
  /// The server's copy has a part of this device then that is neither what was known of the server nor what
  /// was sent since. One's own later part would take its place, and what it had more would be lost.
  ///
  /// Returns the names of the sums that have other values now than the object.
  mutating func goOn(
    _ local: inout RecordSnapshot, _ note: RecordNote, _ remote: RecordSnapshot,
    summed: Set<String>
  ) throws -> [String] {
    guard let ancestor = note.ancestor else { return [] }
    let node = mirror.clock.node
    var changed: [String] = []
    for field in summed.sorted() {
      guard let before = remote.clocks.sums[field]?.part(of: node),
        let own = local.clocks.sums[field]?.part(of: node), own.timestamp != before.timestamp,
        !HybridLogicalClock.isBounded(before.timestamp)
      else { continue }
      guard var sum = local.clocks.sums[field], let value = local.values[field] else { continue }
      let known = ancestor.clocks.sums[field]?.part(of: node)
      if let known, known.timestamp >= before.timestamp { continue }
      if try tables.hasDeparted(note.name, before.timestamp) { continue }
      let added = known.map { own.total.subtracting($0.total) } ?? own.total
      let time = mirror.clock.tick(now: mirror.surroundings.now())
        .replacing(Swift.max(own.timestamp, before.timestamp))
      sum.add(Contributions.Part(timestamp: time, total: before.total.adding(added)))
      local.clocks.sums[field] = sum
      local.values[field] = sum.sum(like: value)
      changed.append(field)
    }
    return changed
  }
}
