// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Fetching and saving 100,000 models of a custom store in memory, beside the SQLite store.
struct CustomStoreBenchmark {
  let directory: URL
  let count = 100_000

  func run() throws -> [Figure] {
    let rows = (0..<count).map(SampleRow.init)
    let sqlite = try ModelContainer(
      for: Sample.self,
      configurations: ModelConfiguration(url: directory.appending(path: "beside.store")))
    try fill(sqlite, rows)
    let custom = try ModelContainer(
      for: Sample.self, configurations: ArrayStore.Configuration(name: "fetched"))
    try fill(custom, rows)
    let count = count
    var rounds = Rounds()

    let base = "SQLite store: fetch 100k"
    rounds.add(base) { try timing(expecting: count, sqlite) }
    rounds.add("custom store: fetch 100k", besides: base) { try timing(expecting: count, custom) }
    rounds.add("custom store: first fetch of 100k", besides: base) {
      let opened = try ModelContainer(
        for: Sample.self, configurations: ArrayStore.Configuration(name: "fetched"))
      return try timing(expecting: count, opened)
    }
    let insert = "SQLite store: insert and save 100k"
    rounds.add(insert) {
      let url = directory.appending(path: "\(UUID().uuidString).store")
      let container = try ModelContainer(
        for: Sample.self, configurations: ModelConfiguration(url: url))
      return try ContinuousClock().measure { try fill(container, rows) }
    }
    rounds.add("custom store: insert and save 100k", besides: insert) {
      let container = try ModelContainer(
        for: Sample.self, configurations: ArrayStore.Configuration(name: UUID().uuidString))
      return try ContinuousClock().measure { try fill(container, rows) }
    }
    return try rounds.figures()
  }

  private func fill(_ container: ModelContainer, _ rows: [SampleRow]) throws {
    let context = ModelContext(container)
    for row in rows { context.insert(Sample(row)) }
    try context.save()
  }

  private func timing(expecting count: Int, _ container: ModelContainer) throws -> Duration {
    let context = ModelContext(container)
    var fetched: [Sample] = []
    let time = try ContinuousClock().measure {
      fetched = try context.fetch(FetchDescriptor<Sample>())
    }
    try WrongResult.unless(fetched.count == count, "\(fetched.count) rows instead of \(count)")
    return time
  }
}

/// A custom store with its snapshots in an array.
private final class ArrayStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  struct Configuration: DataStoreConfiguration {
    typealias Store = ArrayStore

    let name: String
    var schema: Schema?

    static func == (lhs: Configuration, rhs: Configuration) -> Bool { lhs.name == rhs.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The snapshots of each store, as long as the process.
  ///
  /// The benchmark uses one thread.
  nonisolated(unsafe) private static var contents: [String: [DefaultSnapshot]] = [:]

  let configuration: Configuration
  let schema: Schema
  var identifier: String { configuration.name }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: Self.contents[configuration.name] ?? [])
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    guard request.updated.isEmpty, request.deleted.isEmpty else {
      throw DataStoreError.unsupportedFeature
    }
    var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
    var snapshots = Self.contents[configuration.name] ?? []
    for snapshot in request.inserted {
      let own = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: snapshots.count + 1)
      identifiers[snapshot.persistentIdentifier] = own
      snapshots.append(snapshot.copy(persistentIdentifier: own))
    }
    Self.contents[configuration.name] = snapshots
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: identifiers)
  }
}
