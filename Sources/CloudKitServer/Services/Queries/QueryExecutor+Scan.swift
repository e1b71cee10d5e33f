// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Table scans in the order of record names, for queries whose index cannot be built.
extension QueryExecutor {
  /// The index ID in cursors of table scans.
  static let byName: Int64 = -1
  private static let step = 200

  /// Scans the records of the type after a name until the body returns false.
  func scan(
    after name: String?, _ body: (StoredRecord, RecordFields?) throws -> Bool
  ) throws {
    var last = name ?? ""
    while true {
      try work.spend(QueryCostBudget.search)
      let records = try reader.records(
        ofType: query.type.id, in: zone.id, afterName: last, limit: Self.step)
      for record in records {
        try work.spend(QueryCostBudget.record + query.cost(of: record))
        let fields = try record.fields?.opened()
        let isHit =
          try fields.map {
            try query.matches(RecordView(record, $0, query.type, zone.name), work)
          } ?? false
        guard try body(record, isHit ? fields : nil) else { return }
      }
      guard records.count == Self.step, let end = records.last else { return }
      last = end.name
    }
  }

  /// Returns a page in the order of record names.
  func scannedPage(after cursor: QueryCursor?) throws -> Page {
    var page = Page()
    let name = cursor?.keys.first.map { String(decoding: $0, as: UTF8.self) }
    try scan(after: name) { record, fields in
      let position = QueryCursor(
        index: Self.byName, keys: [Array(record.name.utf8)], record: record.key)
      if fields != nil {
        if page.hits.count == limit {
          page.end = page.hits.last?.cursor
          return false
        }
        page.hits.append(Hit(record: record, cursor: position))
      }
      if work.isPartDone {
        page.end = position
        return false
      }
      return true
    }
    return page
  }
}
