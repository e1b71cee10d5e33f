// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Makes indexes that a query needs for the first time.
///
/// Writers keep an index from the moment that it is there; what was stored before gets its entries a bit at
/// a time, so that nobody waits long. Any process can go on where another one ended.
struct IndexBuilder: Sendable {
  private static let step = 1_000

  let storage: any ServerStorage

  /// Returns once the indexes are ready.
  func build(_ subjects: [Schema.Index.Subject], ofType typeName: String, in schema: Int64)
    async throws
  {
    try await storage.write { writer in
      guard let type = try writer.schema(schema).types[typeName] else { return }
      for subject in subjects where type.index(subject) == nil {
        try writer.addIndex(subject, ofType: type.id, in: schema)
      }
    }
    for subject in subjects {
      while try await storage.write({ try Self.fill(subject, typeName, schema, $0) }) {}
    }
  }

  /// Fills in some entries; false if nothing is left to do.
  private static func fill(
    _ subject: Schema.Index.Subject, _ typeName: String, _ schema: Int64,
    _ writer: any StorageWriter
  ) throws -> Bool {
    guard let type = try writer.schema(schema).types[typeName], let index = type.index(subject),
      !index.isReady
    else { return false }
    let records = try writer.records(ofType: type.id, after: index.filledThrough, limit: step)
    for record in records {
      guard let fields = try record.fields?.opened() else { continue }
      for key in try IndexedKeys.keys(of: subject, record, fields, type) {
        try writer.addEntry(IndexEntry(key: key, record: record.key), to: index.id, in: record.zone)
      }
    }
    let isReady = records.count < step
    try writer.setIndex(
      index.id, filledThrough: records.last?.key ?? index.filledThrough, isReady: isReady,
      in: schema)
    return !isReady
  }
}
