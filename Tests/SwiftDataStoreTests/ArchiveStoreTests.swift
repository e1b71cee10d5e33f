// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A store in the usual form of stores for Apple's systems: its configuration is a class, keys are
/// UUIDs, and each fetch reads the whole file.
@Suite struct ArchiveStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> ModelContext {
    let configuration = ArchiveConfiguration(
      name: "archive", schema: Schema([Remark.self]),
      fileURL: folder.url.appending(path: "archive.json"))
    return ModelContext(try ModelContainer(for: Remark.self, configurations: configuration))
  }

  @Test func `a store that reads its file for each fetch keeps models`() throws {
    let context = try open()
    for text in ["b", "a", "c"] { context.insert(Remark(text)) }
    try context.save()
    let descriptor = FetchDescriptor<Remark>(
      predicate: #Predicate { $0.text != "c" }, sortBy: [SortDescriptor(\.text)])
    #expect(try context.fetch(descriptor).map(\.text) == ["a", "b"])
    let other = try open()
    let remarks = try other.fetch(descriptor)
    #expect(remarks.map(\.text) == ["a", "b"])
    remarks[0].count = 5
    other.delete(remarks[1])
    try other.save()
    let stored = try open().fetch(FetchDescriptor<Remark>(sortBy: [SortDescriptor(\.text)]))
    #expect(stored.map(\.text) == ["a", "c"])
    #expect(stored.map(\.count) == [5, 0])
    #expect(stored[0].persistentModelID == remarks[0].persistentModelID)
  }

  @Test func `a container without erase support reports it`() throws {
    let container = try open().container
    #expect(throws: DataStoreError.unsupportedFeature) { try container.erase() }
  }
}

private final class ArchiveConfiguration: DataStoreConfiguration {
  typealias Store = ArchiveStore

  let name: String
  var schema: Schema?
  let fileURL: URL

  init(name: String, schema: Schema? = nil, fileURL: URL) {
    self.name = name
    self.schema = schema
    self.fileURL = fileURL
  }

  static func == (lhs: ArchiveConfiguration, rhs: ArchiveConfiguration) -> Bool {
    lhs.name == rhs.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class ArchiveStore: DataStore {
  typealias Configuration = ArchiveConfiguration
  typealias Snapshot = DefaultSnapshot

  var configuration: ArchiveConfiguration
  var name: String
  var schema: Schema
  var identifier: String

  init(
    _ configuration: ArchiveConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    name = configuration.name
    schema = try #require(configuration.schema)
    identifier = configuration.fileURL.lastPathComponent
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel {
    if request.descriptor.predicate != nil {
      throw DataStoreError.preferInMemoryFilter
    } else if request.descriptor.sortBy.count > 0 {
      throw DataStoreError.preferInMemorySort
    }
    let objects = try read()
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: objects.values.map { $0 },
      relatedSnapshots: objects)
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    var remapped = [PersistentIdentifier: PersistentIdentifier]()
    var objects = try read()
    for snapshot in request.inserted {
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
      objects[permanent] = snapshot.copy(persistentIdentifier: permanent)
      remapped[snapshot.persistentIdentifier] = permanent
    }
    for snapshot in request.updated { objects[snapshot.persistentIdentifier] = snapshot }
    for snapshot in request.deleted { objects[snapshot.persistentIdentifier] = nil }
    let data = try JSONEncoder().encode(objects.values.map { $0 })
    try data.write(to: configuration.fileURL, options: .atomic)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [:] }
    let list = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
    return Dictionary(list.map { ($0.persistentIdentifier, $0) }) { first, _ in first }
  }
}
