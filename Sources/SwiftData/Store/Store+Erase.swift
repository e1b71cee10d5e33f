// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
  /// Deletes all rows of all entities and their external files, and releases the disk space.
  ///
  /// Keys are not reused: an old persistent identifier refers to no model afterwards.
  func erase() throws {
    let joins = Set(
      layout.entities.flatMap(\.properties).compactMap { property in
        if case .toManyByJoin(_, let table, _, _) = property.storage { table } else { nil }
      })
    var files: [String] = []
    let batch = ExternalFiles.Batch(externalFiles)
    try write { connection in
      for entity in layout.entities {
        for property in entity.ownProperties {
          guard case .attribute(_, isExternal: true) = property.storage else { continue }
          files += try connection.texts(
            """
            SELECT \(identifier: property.column) FROM \(identifier: entity.table) \
            WHERE typeof(\(identifier: property.column)) = 'text'
            """, store: name)
        }
      }
      batch.recordObsolete(files)
      for table in joins.sorted() + Set(layout.entities.map(\.table)).sorted() {
        try connection.execute("DELETE FROM \(identifier: table)", store: name)
      }
      try connection.execute(
        "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = ''", store: name)
      let last = try connection.cachedInteger(HistorySQL.last, store: name)
      try Self.deleteTransactions(upTo: last, connection, store: name)
    }
    withExtendedLifetime(batch) { externalFiles.remove(files) }
    try compact()
  }
}
