// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordSnapshot {
  /// Gives fields that this device has written, and whose values are here already, the time of it.
  ///
  /// - Parameters:
  ///   - fields: Their names.
  ///   - time: When the device wrote them, as for ``write(_:at:summed:)``.
  ///   - summed: The names of those among them that are sums.
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
