// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordSnapshot {
  /// Sets the times of fields that this device has written and whose values are already set.
  ///
  /// - Parameters:
  ///   - fields: The names of the fields.
  ///   - time: The time of the write, as in ``write(_:at:summed:)``.
  ///   - summed: The names of those fields that are sums.
  package mutating func stamp(
    _ fields: [String], at time: HybridTimestamp, summed: Set<String> = []
  ) {
    for field in fields {
      var stamp = time.replacing(clocks[field])
      if summed.contains(field), let value = values[field] {
        let known = clocks.sums[field] ?? Contributions()
        stamp = known.parts.reduce(stamp) { $0.replacing($1.timestamp) }
        clocks.sums[field] = known.reaching(value, by: stamp)
      }
      clocks[field] = stamp
    }
  }
}
