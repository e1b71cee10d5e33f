// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The ranges of an index that contain all records matching a filter.
struct QueryDriver: Sendable {
  let index: Schema.Index.Subject
  /// Disjoint ranges in ascending order; some of their records may not match the filter.
  var ranges: [KeyRange]
  /// True if a record can have several entries.
  let hasSeveralEntries: Bool

  init(index: Schema.Index.Subject, ranges: [KeyRange], hasSeveralEntries: Bool) {
    self.index = index
    self.hasSeveralEntries = hasSeveralEntries
    self.ranges = []
    for range in ranges.sorted(by: { $0.lower.lexicographicallyPrecedes($1.lower) }) {
      if let last = self.ranges.last, last.contains(range.lower) || last.upper == range.lower {
        // The ranges overlap or are adjacent.
        guard let upper = last.upper else { break }
        if let other = range.upper, other.lexicographicallyPrecedes(upper) { continue }
        self.ranges[self.ranges.count - 1].upper = range.upper
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// The ranges for the conjunction of two filters on one scalar value.
  func intersection(_ other: QueryDriver) -> QueryDriver {
    var shared: [KeyRange] = []
    var (mine, others) = (ranges[...], other.ranges[...])
    // Both lists are sorted: the range that ends first cannot overlap any further one.
    while let first = mine.first, let second = others.first {
      if let both = first.intersection(second) { shared.append(both) }
      let isFirst =
        switch (first.upper, second.upper) {
        case (let upper?, let end?): upper.lexicographicallyPrecedes(end)
        case (let upper, nil): upper != nil
        case (nil, _): false
        }
      if isFirst { mine.removeFirst() } else { others.removeFirst() }
    }
    return QueryDriver(index: index, ranges: shared, hasSeveralEntries: hasSeveralEntries)
  }
}

extension QueryFilter {
  /// The index ranges of the filter; nil if no index helps.
  var driver: QueryDriver? {
    if isNegated { return nil }
    switch test {
    case .isAny(let values): return driver(values.flatMap { equal($0) })
    case .isOrdered(let comparator, let bound): return driver([ordered(comparator, bound)])
    case .isNear(let centre, let distance):
      return driver(GeoCell.ranges(around: centre, within: distance))
    case .begins(let prefix): return driver([begins(prefix)])
    case .hasWords(let words, let all):
      let ranges = words.map { exactly(Tokenizer.key($0)) }
      guard all else { return wordDriver(ranges) }
      // The longest word is usually the rarest.
      return words.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        .map { wordDriver([exactly(Tokenizer.key($0))]) }
    case .listHasAny(let values): return driver(values.flatMap { equal($0) })
    case .listHasAll(let values): return values.first.flatMap { driver(equal($0)) }
    case .listHasPrefix(let prefix): return driver([begins(prefix)])
    }
  }

  private func driver(_ ranges: [KeyRange]) -> QueryDriver? {
    subject.index.map {
      QueryDriver(index: $0, ranges: ranges, hasSeveralEntries: subject.type.isList)
    }
  }

  private func wordDriver(_ ranges: [KeyRange]) -> QueryDriver {
    QueryDriver(index: subject.wordIndex, ranges: ranges, hasSeveralEntries: true)
  }

  private func exactly(_ key: [UInt8]) -> KeyRange { KeyRange(lower: key, upper: key + [0]) }

  private func begins(_ prefix: String) -> KeyRange {
    let folded = IndexKey.folded(prefix)
    if folded.isEmpty { return KeyRange(lower: IndexKey.first, upper: nil) }
    return KeyRange(lower: folded, upper: IndexKey.successor(ofPrefix: folded))
  }

  private func equal(_ value: FieldValue) -> [KeyRange] {
    switch value {
    case .string(let text):
      return [KeyRange(lower: IndexKey.textStart(text), upper: IndexKey.textEnd(text))]
    case .double(let number) where subject.type.element != .double:
      guard let integer = Int64(exactly: number) else { return [] }
      return [exactly(IndexKey.number(integer))]
    default: return IndexKey.key(value).map { [exactly($0)] } ?? []
    }
  }

  /// Includes the bound itself; `matches` excludes it where needed.
  private func ordered(_ comparator: CloudKitWire.Comparator, _ bound: FieldValue) -> KeyRange {
    let isBelow = comparator == .lessThan || comparator == .lessThanOrEquals
    switch bound {
    case .string(let text):
      return isBelow
        ? KeyRange(lower: IndexKey.first, upper: IndexKey.textEnd(text))
        : KeyRange(lower: IndexKey.textStart(text), upper: nil)
    case .double(let number) where subject.type != .double:
      let whole = number.rounded(isBelow ? .down : .up)
      let integer = Int64(exactly: whole) ?? (number < 0 ? .min : .max)
      return range(isBelow, IndexKey.number(integer))
    default: return range(isBelow, IndexKey.key(bound) ?? IndexKey.first)
    }
  }

  private func range(_ isBelow: Bool, _ key: [UInt8]) -> KeyRange {
    isBelow
      ? KeyRange(lower: IndexKey.first, upper: key + [0]) : KeyRange(lower: key, upper: nil)
  }
}
