// Cairn
// SPDX-License-Identifier: Apache-2.0

/// When each field of a record was last written, and by which device.
package struct FieldClocks: Hashable, Sendable {
  /// The timestamp of all fields that have none of their own: that of the record's making.
  package var base: HybridTimestamp
  /// The fields that were written since.
  package private(set) var fields: [String: HybridTimestamp]
  /// What each device has added to fields that are sums.
  package var sums: [String: Contributions]

  /// Clocks of a record all of whose fields were written at once.
  package init(
    base: HybridTimestamp, fields: [String: HybridTimestamp] = [:],
    sums: [String: Contributions] = [:]
  ) {
    self.base = base
    self.fields = fields.filter { $0.value != base }
    self.sums = sums
  }

  /// When a field was last written.
  package subscript(field: String) -> HybridTimestamp {
    get { fields[field] ?? base }
    set { fields[field] = newValue == base ? nil : newValue }
  }

  /// When anything was last written.
  package var latest: HybridTimestamp { latest(besides: []) }

  /// When any field but some was last written.
  func latest(besides others: Set<String>) -> HybridTimestamp {
    fields.reduce(base) { others.contains($1.key) ? $0 : Swift.max($0, $1.value) }
  }

  /// The clocks of a record as they are believed, given the server's date of the record.
  ///
  /// The parts of a sum are only compared with others of their device. They become the latest times that are
  /// believed, so that a later part stays the later one.
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
  /// The clocks of a record that the server has, with what writers without clocks did to it.
  ///
  /// A field that has another value than the ancestor, and still the ancestor's timestamp, was written
  /// by somebody who knows nothing of clocks, at the date that the server gave the record. So was all
  /// of a record without clocks, and what a sum has beyond the sum of what was added. The sum's
  /// addition counts for ``HybridTimestamp/node`` 0.
  ///
  /// - Parameters:
  ///   - clocks: What stands in the record; nil for a record without, or with clocks of a version that
  ///     can't be read.
  ///   - values: The record's values.
  ///   - ancestor: The record as it was known before; nil if it wasn't.
  ///   - modified: The server's date of the record, in milliseconds since 1970.
  ///   - summed: The names of the fields that are sums.
  /// - Returns: The clocks to merge with.
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
      // Clocks were taken away with what was written: what is as it was keeps its own.
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
        // Nobody has noted who gave what: the ancestor's writer did, or who wrote the field.
        known = ancestor?.contributions(to: field) ?? known
        if known.parts.isEmpty { writer = self[field] }
      }
      guard known.sum(like: value) != value else { continue }
      result.sums[field] = known.reaching(value, by: writer)
    }
    return result
  }
}
