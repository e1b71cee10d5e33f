// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Builds indexes on demand, when a query first needs them.
///
/// Writers maintain an index from its creation. Existing records are added in small transactions, so that
/// other writers do not wait long. Any process can continue another process's build.
struct IndexBuilder: Sendable {
  private static let step = 1_000

  let storage: any ServerStorage

  /// Builds indexes, and returns when they are ready.
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

  /// Adds the entries of one batch of records; returns false when the index is ready.
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
