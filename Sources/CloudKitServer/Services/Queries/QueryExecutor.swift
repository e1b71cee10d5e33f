// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Executes a query in one zone, and returns a page of the matching records.
struct QueryExecutor {
  struct Hit {
    var record: StoredRecord
    var cursor: QueryCursor
  }

  /// A page, with the position after which the next page begins, if there is one.
  struct Page {
    var hits: [Hit] = []
    var end: QueryCursor?
  }

  /// The number of candidates up to which a query sorts them in memory instead of scanning the sort index.
  private static let sortLimit = 2_000
  /// The number of scanned index entries after which a page ends early.
  private static let scanLimit = 50_000

  let query: CompiledQuery
  let reader: any StorageReader
  let zone: StoredZone
  let limit: Int
  let work: QueryCostBudget

  func page(after cursor: QueryCursor?) throws -> Page {
    try work.spend(QueryCostBudget.search)
    if query.drivers.contains(where: { $0.ranges.isEmpty }) { return Page() }
    if query.scansRecords || cursor?.index == Self.byName {
      return try query.sorts.isEmpty ? scannedPage(after: cursor) : collect(nil, after: cursor)
    }
    if query.sorts.isEmpty { return try scanIndex(driver(cursor), after: cursor) }
    guard let ordered = query.sorts.first, ordered.relativeLocation == nil else {
      return try collect(try cheapest() ?? whole, after: cursor)
    }
    let same = query.drivers.first { $0.index == query.wholeIndex && !$0.hasSeveralEntries }
    if let cheapest = try cheapest(), cheapest.index != same?.index || query.sorts.count > 1,
      try count(cheapest) <= Self.sortLimit
    {
      return try collect(cheapest, after: cursor)
    }
    return query.sorts.count == 1
      ? try scanSorted(same ?? whole, after: cursor) : try scanGroups(same ?? whole, after: cursor)
  }

  // MARK: Planning

  private var whole: QueryDriver {
    QueryDriver(index: query.wholeIndex, ranges: [.all], hasSeveralEntries: false)
  }

  private func indexID(_ subject: Schema.Index.Subject) throws -> Int64 {
    guard let index = query.type.index(subject), index.isReady else {
      throw StorageError.failed("an index is not ready")
    }
    return index.id
  }

  /// The driver of the previous page, or else the one with the fewest entries.
  private func driver(_ cursor: QueryCursor?) throws -> QueryDriver {
    if let cursor, cursor.index != 0 {
      for driver in query.drivers + [whole] where try indexID(driver.index) == cursor.index {
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
      try work.spend(QueryCostBudget.search)
      count += try reader.entryCount(
        of: index, in: zone.id, from: range.lower, upTo: range.upper,
        limit: Self.sortLimit + 1 - count)
    }
    return count
  }

  // MARK: Scanning

  /// Passes a driver's entries to `body` until it returns false; returns false if it did.
  @discardableResult
  private func visit(
    _ driver: QueryDriver, descending: Bool = false, beyond: IndexEntry? = nil,
    _ body: (IndexEntry, StoredRecord?, RecordFields?) throws -> Bool
  ) throws -> Bool {
    let index = try indexID(driver.index)
    var continues = true
    for range in descending ? driver.ranges.reversed() : driver.ranges where continues {
      var start: IndexEntry?
      if let beyond {
        let isPassed =
          descending
          ? beyond.key.lexicographicallyPrecedes(range.lower)
          : range.upper.map { !beyond.key.lexicographicallyPrecedes($0) } ?? false
        if isPassed { continue }
        if range.contains(beyond.key) { start = beyond }
      }
      try work.spend(QueryCostBudget.search)
      try reader.entries(
        of: index, in: zone.id, from: range.lower, upTo: range.upper, descending: descending,
        beyond: start
      ) { key, number in
        let entry = IndexEntry(key: Array(key), record: number)
        continues = try look(entry, driver, body)
        return continues
      }
    }
    return continues
  }

  private func look(
    _ entry: IndexEntry, _ driver: QueryDriver,
    _ body: (IndexEntry, StoredRecord?, RecordFields?) throws -> Bool
  ) throws -> Bool {
    try work.spend(QueryCostBudget.record)
    guard let record = try reader.record(entry.record) else { return try body(entry, nil, nil) }
    try work.spend(query.cost(of: record))
    guard let fields = try record.fields?.opened(),
      try query.matches(RecordView(record, fields, query.type, zone.name), work)
    else { return try body(entry, nil, nil) }
    if driver.hasSeveralEntries {
      // A record with several entries in the ranges matches at its first one.
      let keys = try IndexedKeys.keys(of: driver.index, record, fields, query.type)
      let first = keys.filter { key in driver.ranges.contains { $0.contains(key) } }
        .min { $0.lexicographicallyPrecedes($1) }
      if first != entry.key { return try body(entry, nil, nil) }
    }
    return try body(entry, record, fields)
  }

  /// Returns a page in the order of a driver's index.
  private func scanIndex(_ driver: QueryDriver, after cursor: QueryCursor?) throws -> Page {
    let index = try indexID(driver.index)
    let beyond = cursor.flatMap { cursor in
      cursor.keys.first.map { IndexEntry(key: $0, record: cursor.record) }
    }
    return try scanIndex(driver, descending: false, beyond: beyond) { entry in
      QueryCursor(index: index, keys: [entry.key], record: entry.record)
    }
  }

  /// Returns a page in the order of the only sort, by its index.
  private func scanSorted(_ driver: QueryDriver, after cursor: QueryCursor?) throws -> Page {
    let beyond = cursor.flatMap { cursor in
      cursor.keys.first.map { IndexEntry(key: $0, record: cursor.record) }
    }
    let descending = query.sorts.first?.isAscending == false
    return try scanIndex(driver, descending: descending, beyond: beyond) { entry in
      QueryCursor(keys: [entry.key], record: entry.record)
    }
  }

  private func scanIndex(
    _ driver: QueryDriver, descending: Bool, beyond: IndexEntry?,
    _ cursor: (IndexEntry) -> QueryCursor
  ) throws -> Page {
    var page = Page()
    var scanned = 0
    try visit(driver, descending: descending, beyond: beyond) { entry, record, _ in
      scanned += 1
      if let record {
        if page.hits.count == limit {
          page.end = page.hits.last?.cursor
          return false
        }
        page.hits.append(Hit(record: record, cursor: cursor(entry)))
      }
      if scanned == Self.scanLimit || work.isPartDone {
        page.end = cursor(entry)
        return false
      }
      return true
    }
    return page
  }

  /// Returns a page in the order of the first sort's index; groups of equal keys are sorted in memory.
  private func scanGroups(_ driver: QueryDriver, after cursor: QueryCursor?) throws -> Page {
    var hits: [Hit] = []
    var group: [Hit] = []
    var groupKey: [UInt8]?
    var isPart = false
    func closeGroup() {
      hits += group.sorted { query.precedes($0.cursor, $1.cursor) }
      group = []
    }
    let descending = query.sorts.first?.isAscending == false
    // Start before the first entry of the group in which the previous page ended.
    let start = cursor.flatMap { cursor in
      cursor.keys.first.flatMap { key -> IndexEntry? in
        guard descending, query.sorts.first?.subject.type == .string else {
          return IndexEntry(key: key, record: descending ? .max : .min)
        }
        // Within a group of strings the index is in the order of the unfolded strings.
        return IndexKey.successor(ofPrefix: key).map { IndexEntry(key: $0, record: .min) }
      }
    }
    try visit(driver, descending: descending, beyond: start) { entry, record, fields in
      let key = query.sorts.first?.group(entry.key) ?? entry.key
      if key != groupKey {
        closeGroup()
        if hits.count > limit { return false }
        // The next groups belong to another page, unless this page is still empty.
        if work.isPartDone, !hits.isEmpty {
          isPart = true
          return false
        }
        groupKey = key
      }
      guard let record, let fields else { return true }
      let position = QueryCursor(keys: try query.sortKeys(record, fields), record: record.key)
      if let cursor, !query.precedes(cursor, position) { return true }
      group.append(Hit(record: record, cursor: position))
      return true
    }
    closeGroup()
    let page = self.page(of: hits)
    guard isPart, page.end == nil else { return page }
    return Page(hits: page.hits, end: page.hits.last?.cursor)
  }

  // MARK: Sorting

  /// Scans a driver's entries, or all records, and returns the first hits in the order of the sorts.
  private func collect(_ driver: QueryDriver?, after cursor: QueryCursor?) throws -> Page {
    var found: [Hit] = []
    func add(_ record: StoredRecord?, _ fields: RecordFields?) throws -> Bool {
      guard let record, let fields else { return true }
      let position = QueryCursor(keys: try query.sortKeys(record, fields), record: record.key)
      if let cursor, !query.precedes(cursor, position) { return true }
      found.append(Hit(record: record, cursor: position))
      if found.count >= 4 * (limit + 1) {
        found.sort { query.precedes($0.cursor, $1.cursor) }
        found.removeLast(found.count - limit - 1)
      }
      return true
    }
    if let driver {
      try visit(driver) { try add($1, $2) }
    } else {
      try scan(after: nil) { try add($0, $1) }
    }
    return page(of: found.sorted { query.precedes($0.cursor, $1.cursor) })
  }

  private func page(of hits: [Hit]) -> Page {
    guard hits.count > limit else { return Page(hits: hits) }
    let page = Array(hits.prefix(limit))
    return Page(hits: page, end: page.last?.cursor)
  }
}
