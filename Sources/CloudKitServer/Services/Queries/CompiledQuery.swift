// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A query that was validated against the schema.
struct CompiledQuery: Sendable {
  let type: Schema.RecordType
  let filters: [QueryFilter]
  let sorts: [QuerySort]
  /// The index scans that find the records; each of them alone is sufficient.
  let drivers: [QueryDriver]
  /// The index that contains all records, in the order of the first sort if there is one.
  let wholeIndex: Schema.Index.Subject
  /// True if a needed index cannot be built, so that the query scans all records.
  var scansRecords = false

  /// Validates a query.
  ///
  /// - Throws: ``ServerFailure`` if the schema does not allow the query.
  init(_ query: Query, _ schema: Schema, _ environment: Environment) throws {
    if query.recordType == SystemNames.userType {
      throw ServerFailure(.badRequest, "Can't query system types")
    }
    guard let type = schema.types[query.recordType] else {
      throw ServerFailure(
        .notFound, "Did not find record type: \(query.recordType.debugDescription)")
    }
    self.type = type
    filters = try query.filters.map { try QueryFilter($0, type, environment) }
    sorts = try query.sorts.map { try QuerySort($0, type, environment) }
    var drivers: [QueryDriver] = []
    for driver in filters.compactMap(\.driver) {
      if !driver.hasSeveralEntries,
        let index = drivers.firstIndex(where: { $0.index == driver.index })
      {
        drivers[index] = drivers[index].intersection(driver)
      } else {
        drivers.append(driver)
      }
    }
    self.drivers = drivers
    if let index = sorts.first?.subject.index {
      wholeIndex = index
    } else {
      wholeIndex = .system(.recordName)
      if drivers.isEmpty {
        // A query for all records uses the index of record names.
        try QuerySubject(.system(.recordName), type, environment).requireQueryable(.equals)
      }
    }
  }

  /// The indexes that the query uses.
  var neededIndexes: [Schema.Index.Subject] {
    var needed: [Schema.Index.Subject] = []
    for index in drivers.map(\.index) + (drivers.isEmpty || !sorts.isEmpty ? [wholeIndex] : [])
    where !needed.contains(index) {
      needed.append(index)
    }
    return needed
  }

  /// Evaluates the filters.
  ///
  /// - Throws: ``QueryCostBudget/Exceeded`` if the cost budget is used up.
  func matches(_ view: RecordView, _ work: QueryCostBudget) throws -> Bool {
    for filter in filters {
      // The cost of finding the field in the record's JSON, and of comparing it.
      try work.spend(filter.cost(for: view))
      if try !filter.matches(view) { return false }
    }
    return true
  }

  /// The cost of parsing a record and evaluating its sort keys, in steps.
  func cost(of record: StoredRecord) -> Int {
    Int(record.byteCount) / 16 * (1 + sorts.count / 4) + sorts.count * 10
  }

  func sortKeys(_ record: StoredRecord, _ fields: RecordFields) throws -> [[UInt8]] {
    guard sorts.count > 1 else { return try sorts.map { try $0.key(record, fields) } }
    return try sorts.map { $0.group(try $0.key(record, fields)) }
  }

  /// True if a position precedes another one in the order of the sorts.
  func precedes(_ first: QueryCursor, _ second: QueryCursor) -> Bool {
    for (index, sort) in sorts.enumerated() {
      let (a, b) = (first.keys[index], second.keys[index])
      if a != b { return a.lexicographicallyPrecedes(b) == sort.isAscending }
    }
    return (first.record < second.record) == (sorts.first?.isAscending ?? true)
      && first.record != second.record
  }
}
