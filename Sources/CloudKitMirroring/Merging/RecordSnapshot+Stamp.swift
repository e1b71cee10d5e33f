// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordSnapshot {
  /// Gives fields that this device has written, and whose values are here already, the time of it.
  ///
  /// - Parameters:
  ///   - fields: Their names.
  ///   - clock: The device's.
  ///   - now: The time of the wall clock, in milliseconds since 1970.
  ///   - summed: The names of those among them that are sums.
  package mutating func stamp(
    _ fields: [String], with clock: inout HybridLogicalClock, now: Int64, summed: Set<String> = []
  ) {
    guard !fields.isEmpty else { return }
    let previous = fields.flatMap { field in
      [clocks[field]] + (clocks.sums[field]?.parts.map(\.timestamp) ?? [])
    }
    let timestamp = clock.tick(now: now, after: previous.max())
    for field in fields {
      if summed.contains(field), let value = values[field] {
        let known = clocks.sums[field] ?? Contributions()
        clocks.sums[field] = known.reaching(value, by: timestamp)
      }
      clocks[field] = timestamp
    }
  }
}
