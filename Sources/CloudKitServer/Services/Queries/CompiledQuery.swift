// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A query that was checked against the schema.
struct CompiledQuery: Sendable {
  let type: Schema.RecordType
  let filters: [QueryFilter]
  let sorts: [QuerySort]
  /// Ways to find the records, of which one is enough.
  let drivers: [QueryDriver]
  /// The way to find all records, or all in the order of the first sort.
  let wholeIndex: Schema.Index.Subject
  /// True if an index that it needs can't be made: then it looks at every record.
  var scansRecords = false

  /// - throws: ``ServerFailure`` for what can't be asked.
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
        // Asking for all is asking by name.
        try QuerySubject(.system(.recordName), type, environment).requireQueryable(.equals)
      }
    }
  }

  /// The indexes that it is answered with.
  var neededIndexes: [Schema.Index.Subject] {
    var needed: [Schema.Index.Subject] = []
    for index in drivers.map(\.index) + (drivers.isEmpty || !sorts.isEmpty ? [wholeIndex] : [])
    where !needed.contains(index) {
      needed.append(index)
    }
    return needed
  }

  /// - throws: ``QueryWork/Exceeded`` where there is no work left to find out.
  func matches(_ view: RecordView, _ work: QueryWork) throws -> Bool {
    for filter in filters {
      // Its field is found in the record's text, and compared.
      try work.spend(filter.cost(for: view))
      if try !filter.matches(view) { return false }
    }
    return true
  }

  /// The steps that it takes to open a record and to look at its sorts.
  func cost(of record: StoredRecord) -> Int {
    Int(record.byteCount) / 16 * (1 + sorts.count / 4) + sorts.count * 10
  }

  func sortKeys(_ record: StoredRecord, _ fields: RecordFields) throws -> [[UInt8]] {
    guard sorts.count > 1 else { return try sorts.map { try $0.key(record, fields) } }
    return try sorts.map { $0.group(try $0.key(record, fields)) }
  }

  /// True if a place is before another in the order of the sorts.
  func precedes(_ first: QueryPlace, _ second: QueryPlace) -> Bool {
    for (index, sort) in sorts.enumerated() {
      let (a, b) = (first.keys[index], second.keys[index])
      if a != b { return a.lexicographicallyPrecedes(b) == sort.isAscending }
    }
    return (first.record < second.record) == (sorts.first?.isAscending ?? true)
      && first.record != second.record
  }
}
