// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Finds a page of the records of one zone that a query selects.
struct QueryRun {
  struct Hit {
    var record: StoredRecord
    var place: QueryPlace
  }

  /// A page; if it ended before all was looked at, the place to go on behind.
  struct Page {
    var hits: [Hit] = []
    var end: QueryPlace?
  }

  /// Up to so many records are taken together and sorted, rather than walked through in order.
  private static let sortLimit = 2_000
  /// Entries after which a walk gives the client what it has, to be asked again.
  private static let walkLimit = 50_000

  let query: CompiledQuery
  let reader: any StorageReader
  let zone: StoredZone
  let limit: Int
  let work: QueryWork

  func page(after place: QueryPlace?) throws -> Page {
    try work.spend(QueryWork.search)
    if query.drivers.contains(where: { $0.ranges.isEmpty }) { return Page() }
    if query.scansRecords || place?.index == Self.byName {
      return try query.sorts.isEmpty ? scannedPage(after: place) : collect(nil, after: place)
    }
    if query.sorts.isEmpty { return try walk(driver(place), after: place) }
    guard let ordered = query.sorts.first, ordered.relativeLocation == nil else {
      return try collect(try cheapest() ?? whole, after: place)
    }
    let same = query.drivers.first { $0.index == query.wholeIndex && !$0.hasSeveralEntries }
    if let cheapest = try cheapest(), cheapest.index != same?.index || query.sorts.count > 1,
      try count(cheapest) <= Self.sortLimit
    {
      return try collect(cheapest, after: place)
    }
    return query.sorts.count == 1
      ? try walkSorted(same ?? whole, after: place) : try walkGroups(same ?? whole, after: place)
  }

  // MARK: Choosing

  private var whole: QueryDriver {
    QueryDriver(index: query.wholeIndex, ranges: [.all], hasSeveralEntries: false)
  }

  private func indexID(_ subject: Schema.Index.Subject) throws -> Int64 {
    guard let index = query.type.index(subject), index.isReady else {
      throw StorageError.failed("an index is not ready")
    }
    return index.id
  }

  /// The one that the page before was found with, or the one with the fewest entries.
  private func driver(_ place: QueryPlace?) throws -> QueryDriver {
    if let place, place.index != 0 {
      for driver in query.drivers + [whole] where try indexID(driver.index) == place.index {
        return driver
      }
    }
    return try cheapest() ?? whole
  }

  private func cheapest() throws -> QueryDriver? {
    if query.drivers.count <= 1 { return query.drivers.first }
    var (best, least): (QueryDriver?, Int) = (nil, .max)
    for driver in query.drivers {
      let count = try count(driver)
      if count < least { (best, least) = (driver, count) }
    }
    return best
  }

  private func count(_ driver: QueryDriver) throws -> Int {
    var count = 0
    let index = try indexID(driver.index)
    for range in driver.ranges where count <= Self.sortLimit {
      try work.spend(QueryWork.search)
      count += try reader.entryCount(
        of: index, in: zone.id, from: range.lower, upTo: range.upper,
        limit: Self.sortLimit + 1 - count)
    }
    return count
  }

  // MARK: Walking

  /// Looks at what a driver finds until the body returns false; false if it did.
  @discardableResult
  private func visit(
    _ driver: QueryDriver, descending: Bool = false, beyond: IndexEntry? = nil,
    _ body: (IndexEntry, StoredRecord?, RecordFields?) throws -> Bool
  ) throws -> Bool {
    let index = try indexID(driver.index)
    var goesOn = true
    for range in descending ? driver.ranges.reversed() : driver.ranges where goesOn {
      var place: IndexEntry?
      if let beyond {
        let isPassed =
          descending
          ? beyond.key.lexicographicallyPrecedes(range.lower)
          : range.upper.map { !beyond.key.lexicographicallyPrecedes($0) } ?? false
        if isPassed { continue }
        if range.contains(beyond.key) { place = beyond }
      }
      try work.spend(QueryWork.search)
      try reader.entries(
        of: index, in: zone.id, from: range.lower, upTo: range.upper, descending: descending,
        beyond: place
      ) { key, number in
        let entry = IndexEntry(key: Array(key), record: number)
        goesOn = try look(entry, driver, body)
        return goesOn
      }
    }
    return goesOn
  }

  private func look(
    _ entry: IndexEntry, _ driver: QueryDriver,
    _ body: (IndexEntry, StoredRecord?, RecordFields?) throws -> Bool
  ) throws -> Bool {
    try work.spend(QueryWork.record)
    guard let record = try reader.record(entry.record) else { return try body(entry, nil, nil) }
    try work.spend(query.cost(of: record))
    guard let fields = try record.fields?.opened(),
      try query.matches(RecordView(record, fields, query.type, zone.name), work)
    else { return try body(entry, nil, nil) }
    if driver.hasSeveralEntries {
      // Of several entries the first in the ranges counts.
      let keys = try IndexedKeys.keys(of: driver.index, record, fields, query.type)
      let first = keys.filter { key in driver.ranges.contains { $0.contains(key) } }
        .min { $0.lexicographicallyPrecedes($1) }
      if first != entry.key { return try body(entry, nil, nil) }
    }
    return try body(entry, record, fields)
  }

  /// In the order of the driver.
  private func walk(_ driver: QueryDriver, after place: QueryPlace?) throws -> Page {
    let index = try indexID(driver.index)
    let beyond = place.flatMap { place in
      place.keys.first.map { IndexEntry(key: $0, record: place.record) }
    }
    return try walk(driver, descending: false, beyond: beyond) { entry in
      QueryPlace(index: index, keys: [entry.key], record: entry.record)
    }
  }

  /// In the order of the one sort, by its index.
  private func walkSorted(_ driver: QueryDriver, after place: QueryPlace?) throws -> Page {
    let beyond = place.flatMap { place in
      place.keys.first.map { IndexEntry(key: $0, record: place.record) }
    }
    let descending = query.sorts.first?.isAscending == false
    return try walk(driver, descending: descending, beyond: beyond) { entry in
      QueryPlace(keys: [entry.key], record: entry.record)
    }
  }

  private func walk(
    _ driver: QueryDriver, descending: Bool, beyond: IndexEntry?,
    _ place: (IndexEntry) -> QueryPlace
  ) throws -> Page {
    var page = Page()
    var walked = 0
    try visit(driver, descending: descending, beyond: beyond) { entry, record, _ in
      walked += 1
      if let record {
        if page.hits.count == limit {
          page.end = page.hits.last?.place
          return false
        }
        page.hits.append(Hit(record: record, place: place(entry)))
      }
      if walked == Self.walkLimit || work.isPartDone {
        page.end = place(entry)
        return false
      }
      return true
    }
    return page
  }

  /// In the order of the first sort by its index; what is equal there is put in order here.
  private func walkGroups(_ driver: QueryDriver, after place: QueryPlace?) throws -> Page {
    var hits: [Hit] = []
    var group: [Hit] = []
    var groupKey: [UInt8]?
    var isPart = false
    func closeGroup() {
      hits += group.sorted { query.precedes($0.place, $1.place) }
      group = []
    }
    let descending = query.sorts.first?.isAscending == false
    // From before the first of the group that the last page ended in.
    let start = place.flatMap { place in
      place.keys.first.flatMap { key -> IndexEntry? in
        guard descending, query.sorts.first?.subject.type == .string else {
          return IndexEntry(key: key, record: descending ? .max : .min)
        }
        // An index is in order of texts with their case, which is behind what a group has in common.
        return IndexKey.successor(ofPrefix: key).map { IndexEntry(key: $0, record: .min) }
      }
    }
    try visit(driver, descending: descending, beyond: start) { entry, record, fields in
      let key = query.sorts.first?.group(entry.key) ?? entry.key
      if key != groupKey {
        closeGroup()
        if hits.count > limit { return false }
        // What is behind this group is for another page, unless nothing of this one is new.
        if work.isPartDone, !hits.isEmpty {
          isPart = true
          return false
        }
        groupKey = key
      }
      guard let record, let fields else { return true }
      let here = QueryPlace(keys: try query.sortKeys(record, fields), record: record.key)
      if let place, !query.precedes(place, here) { return true }
      group.append(Hit(record: record, place: here))
      return true
    }
    closeGroup()
    let page = self.page(of: hits)
    guard isPart, page.end == nil else { return page }
    return Page(hits: page.hits, end: page.hits.last?.place)
  }

  // MARK: Sorting

  /// Looks at all that the driver finds, or else at every record, and keeps the first in the order of the
  /// sorts.
  private func collect(_ driver: QueryDriver?, after place: QueryPlace?) throws -> Page {
    var found: [Hit] = []
    func take(_ record: StoredRecord?, _ fields: RecordFields?) throws -> Bool {
      guard let record, let fields else { return true }
      let here = QueryPlace(keys: try query.sortKeys(record, fields), record: record.key)
      if let place, !query.precedes(place, here) { return true }
      found.append(Hit(record: record, place: here))
      if found.count >= 4 * (limit + 1) {
        found.sort { query.precedes($0.place, $1.place) }
        found.removeLast(found.count - limit - 1)
      }
      return true
    }
    if let driver {
      try visit(driver) { try take($1, $2) }
    } else {
      try scan(after: nil) { try take($0, $1) }
    }
    return page(of: found.sorted { query.precedes($0.place, $1.place) })
  }

  private func page(of hits: [Hit]) -> Page {
    guard hits.count > limit else { return Page(hits: hits) }
    let page = Array(hits.prefix(limit))
    return Page(hits: page, end: page.last?.place)
  }
}
