// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ReceiveRun {
  /// After this device was restored from a backup, continues its counters from the totals on the
  /// server.
  ///
  /// The server's copy then has a part of this device that is neither the last one known from the
  /// server nor one sent since. A later part of this device would replace it, and the difference
  /// would be lost.
  ///
  /// The result contains the names of the sums whose values now differ from the object.
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
