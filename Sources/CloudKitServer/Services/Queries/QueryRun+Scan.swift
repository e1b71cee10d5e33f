// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Finding records without an index, where none can be made: by their names, which each zone is kept by.
extension QueryRun {
  /// Stands in a place for the order of the names.
  static let byName: Int64 = -1
  private static let step = 200

  /// Looks at all records of the type behind a name until the body returns false.
  func scan(
    after name: String?, _ body: (StoredRecord, RecordFields?) throws -> Bool
  ) throws {
    var last = name ?? ""
    while true {
      try work.spend(QueryWork.search)
      let records = try reader.records(
        ofType: query.type.id, in: zone.id, afterName: last, limit: Self.step)
      for record in records {
        try work.spend(QueryWork.record + query.cost(of: record))
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

  /// In the order of the names.
  func scannedPage(after place: QueryPlace?) throws -> Page {
    var page = Page()
    let name = place?.keys.first.map { String(decoding: $0, as: UTF8.self) }
    try scan(after: name) { record, fields in
      let here = QueryPlace(
        index: Self.byName, keys: [Array(record.name.utf8)], record: record.key)
      if fields != nil {
        if page.hits.count == limit {
          page.end = page.hits.last?.place
          return false
        }
        page.hits.append(Hit(record: record, place: here))
      }
      if work.isPartDone {
        page.end = here
        return false
      }
      return true
    }
    return page
  }
}
