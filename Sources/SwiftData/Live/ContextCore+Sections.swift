// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// The results of a sectioned fetch: the keys in order, the models, and the sections.
  typealias Sections<T: PersistentModel, Title: Hashable> = (
    keys: [Int64], models: FetchResultsCollection<T>, layout: SectionLayout<Title>
  )

  /// Fetches models and divides them into sections.
  ///
  /// SQL sorts the rows and returns each row's title with its key. Only a title that differs from
  /// the previous row's is decoded. Where SQL can't answer the fetch, the models are loaded.
  func fetchSections<T: PersistentModel, Title: Hashable>(
    _ descriptor: FetchDescriptor<T>, by sectioning: Sectioning<T, Title>, batchSize: Int
  ) throws -> Sections<T, Title> {
    var runs = SectionRuns<Title>()
    if var keys = try fetchKeys(descriptor, sectioning, &runs) {
      let layout = SectionLayout(runs, &keys)
      return (keys, collection(Matches(keys: keys), descriptor, batchSize), layout)
    }
    runs = SectionRuns()
    var plain = descriptor
    plain.relationshipKeyPathsForPrefetching = []
    var models = try fetch(plain)
    for (offset, model) in models.enumerated() { runs.append(sectioning.title(model), at: offset) }
    let layout = SectionLayout(runs, &models)
    var matches = Matches<T>()
    for model in models {
      let key = model._$state.key
      matches.keys.append(key)
      if key < 0 { matches.models[key] = model }
    }
    return (matches.keys, collection(matches, descriptor, batchSize), layout)
  }

  /// The keys of the models and their titles by one SQL query; nil if SQL alone is not enough.
  private func fetchKeys<T: PersistentModel, Title>(
    _ descriptor: FetchDescriptor<T>, _ sectioning: Sectioning<T, Title>,
    _ runs: inout SectionRuns<Title>
  ) throws -> [Int64]? {
    guard let read = sectioning.read else { return nil }
    var keys: [Int64] = []
    var last = ColumnBytes()
    var isComplete = true
    let isAnswered = try forEachKey(descriptor, with: sectioning.keyPath) { reader, statement in
      if last.update(statement, 1) || keys.isEmpty {
        guard let title = read(&reader, 1), reader.failure == nil else {
          isComplete = false
          return false
        }
        runs.append(title, at: keys.count)
      }
      keys.append(reader.key)
      return true
    }
    return isAnswered && isComplete ? keys : nil
  }
}

/// The stored value of a column, for comparing consecutive rows.
private struct ColumnBytes {
  private var type: Int32 = 0
  private var bits: Int64 = 0
  private var bytes: [UInt8] = []

  /// Stores the value of a column; returns true if it differs from the last one.
  mutating func update(_ statement: OpaquePointer, _ column: Int32) -> Bool {
    let type = sqlite3_column_type(statement, column)
    var bits: Int64 = 0
    switch type {
    case SQLITE_INTEGER: bits = sqlite3_column_int64(statement, column)
    case SQLITE_FLOAT:
      bits = Int64(bitPattern: sqlite3_column_double(statement, column).bitPattern)
    case SQLITE_NULL: break
    default: return updateBytes(statement, column, type)
    }
    defer { (self.type, self.bits) = (type, bits) }
    return type != self.type || bits != self.bits
  }

  private mutating func updateBytes(
    _ statement: OpaquePointer, _ column: Int32, _ type: Int32
  ) -> Bool {
    let start =
      type == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(statement, column))
      : sqlite3_column_blob(statement, column)
    let new = UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    if type == self.type, new.count == bytes.count, new.elementsEqual(bytes) { return false }
    self.type = type
    bytes = Array(new)
    return true
  }
}
