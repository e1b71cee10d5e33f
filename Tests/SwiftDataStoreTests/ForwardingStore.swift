// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A custom store that passes all requests to a default store.
final class ForwardingStore: DataStore, DataStoreBatching {
  typealias Snapshot = DefaultSnapshot

  struct Configuration: DataStoreConfiguration {
    typealias Store = ForwardingStore

    var name: String { url.lastPathComponent }
    var schema: Schema?
    let url: URL

    init(url: URL) { self.url = url }

    static func == (lhs: Configuration, rhs: Configuration) -> Bool { lhs.url == rhs.url }

    func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  let configuration: Configuration
  let store: DefaultStore

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    store = try DefaultStore(
      ModelConfiguration(schema: configuration.schema, url: configuration.url),
      migrationPlan: migrationPlan)
  }

  var identifier: String { store.identifier }
  var schema: Schema { store.schema }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel { try store.fetch(request) }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
    try store.fetchCount(request)
  }

  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel { try store.fetchIdentifiers(request) }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  { try store.save(request) }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    try store.delete(request)
  }

  func erase() throws { try store.erase() }
}
