// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The time of the last write to each field of a record, and the device that wrote it.
package struct FieldClocks: Hashable, Sendable {
  /// The timestamp of all fields without their own: the creation time of the record.
  package var base: HybridTimestamp
  /// The timestamps of the fields that were written since.
  package private(set) var fields: [String: HybridTimestamp]
  /// The contributions of each device to fields that are sums.
  package var sums: [String: Contributions]

  /// Creates the clocks of a record; by default all its fields were written at the same time.
  package init(
    base: HybridTimestamp, fields: [String: HybridTimestamp] = [:],
    sums: [String: Contributions] = [:]
  ) {
    self.base = base
    self.fields = fields.filter { $0.value != base }
    self.sums = sums
  }

  /// The time of the last write to a field.
  package subscript(field: String) -> HybridTimestamp {
    get { fields[field] ?? base }
    set { fields[field] = newValue == base ? nil : newValue }
  }

  /// The time of the last write to any field.
  package var latest: HybridTimestamp { latest(besides: []) }

  /// The time of the last write to any field except some.
  func latest(besides others: Set<String>) -> HybridTimestamp {
    fields.reduce(base) { others.contains($1.key) ? $0 : Swift.max($0, $1.value) }
  }

  /// The plausible clocks of a record, given the server's date of the record.
  ///
  /// The parts of a sum are only compared with other parts of their device. Their times are limited
  /// to the latest plausible time, so that a later part remains later.
  package func bounded(modified: Int64) -> FieldClocks {
    FieldClocks(
      base: HybridLogicalClock.bounded(base, modified: modified),
      fields: fields.mapValues { HybridLogicalClock.bounded($0, modified: modified) },
      sums: sums.mapValues { sum in
        sum.mapTimestamps { HybridLogicalClock.limited($0, modified: modified) }
      })
  }
}

extension FieldClocks {
  /// The clocks of a record on the server, including changes of programs that write no clocks.
  ///
  /// If a field differs from the ancestor and still has the ancestor's timestamp, a program without
  /// clocks has written it, at the server's date of the record. Such a program has also written all
  /// of a record without clocks, and the difference between a sum and its parts. This difference
  /// counts as the part of ``HybridTimestamp/node`` 0.
  ///
  /// - Parameters:
  ///   - clocks: The clocks in the record; nil for a record without clocks, or with clocks of an
  ///     unreadable version.
  ///   - values: The record's values.
  ///   - ancestor: The last known copy of the record; nil if there is none.
  ///   - modified: The server's date of the record, in milliseconds since 1970.
  ///   - summed: The names of the fields that are sums.
  /// - Returns: The clocks for merging.
  package static func attributed(
    _ clocks: FieldClocks?, to values: [String: RecordValue], ancestor: RecordSnapshot?,
    modified: Int64, summed: Set<String> = []
  ) -> FieldClocks {
    let foreign = HybridTimestamp(milliseconds: modified, node: 0)
    var result: FieldClocks
    if let clocks {
      result = clocks.bounded(modified: modified)
      guard let ancestor else { return result.addingForeign(values, nil, foreign, summed) }
      for field in Set(values.keys).union(ancestor.values.keys)
      where values[field] != ancestor.values[field] && result[field] == ancestor.clocks[field] {
        result[field] = Swift.max(foreign, ancestor.clocks[field])
      }
    } else if let ancestor {
      // The write has removed the clocks: unchanged fields keep their own.
      result = ancestor.clocks
      for field in Set(values.keys).union(ancestor.values.keys)
      where values[field] != ancestor.values[field] {
        result[field] = Swift.max(foreign, ancestor.clocks[field])
      }
    } else {
      result = FieldClocks(base: foreign)
    }
    return result.addingForeign(values, ancestor, foreign, summed)
  }

  private func addingForeign(
    _ values: [String: RecordValue], _ ancestor: RecordSnapshot?, _ timestamp: HybridTimestamp,
    _ summed: Set<String>
  ) -> FieldClocks {
    var result = self
    for field in summed {
      guard let value = values[field] else { continue }
      var known = sums[field] ?? Contributions()
      var writer = timestamp
      if known.parts.isEmpty {
        // No parts are recorded: the value is attributed to the ancestor's writer, or to the
        // field's.
        known = ancestor?.contributions(to: field) ?? known
        if known.parts.isEmpty { writer = self[field] }
      }
      guard known.sum(like: value) != value else { continue }
      result.sums[field] = known.reaching(value, by: writer)
    }
    return result
  }
}
