// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// A store that keeps all models of a program in one JSON file.
///
/// The file is read once. Each save writes a new file and replaces the old one by it, so
/// that a crash leaves either of them complete. One process at a time may use the file.
public final class JSONStore: DataStore, DataStoreBatching {
  /// The type of the configuration.
  public typealias Configuration = JSONStoreConfiguration
  /// The type of the snapshots.
  public typealias Snapshot = DefaultSnapshot

  /// The configuration that opened the store.
  public let configuration: JSONStoreConfiguration
  /// The identifier in the file.
  public let identifier: String
  /// The models of the store.
  public let schema: Schema
  private let file: JSONStoreFile
  private var snapshots: [PersistentIdentifier: DefaultSnapshot]

  /// Reads the file of a configuration, if it exists.
  public init(
    _ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    file = JSONStoreFile(url: configuration.fileURL)
    let contents = try file.read()
    identifier = contents?.identifier ?? UUID().uuidString
    snapshots = Dictionary(
      (contents?.models ?? []).map { ($0.persistentIdentifier, $0) }
    ) { first, _ in first }
  }

  // MARK: Fetching

  /// Returns the models of a type and its subclasses.
  public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel {
    // The context has the models' property types, and filters and sorts them.
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let names = entityNames(of: T.self)
    let matches = snapshots.values.filter { names.contains($0.persistentIdentifier.entityName) }
      .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
      .dropFirst(request.descriptor.fetchOffset ?? 0)
      .prefix(request.descriptor.fetchLimit ?? .max)
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: Array(matches))
  }

  /// Returns the models with some identifiers.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for identifier in persistentIdentifiers { found[identifier] = snapshots[identifier] }
    return found
  }

  /// The names of an entity and of its subentities.
  private func entityNames<T: PersistentModel>(of type: T.Type) -> Set<String> {
    func names(_ entity: Schema.Entity) -> [String] {
      [entity.name] + entity.subentities.flatMap(names)
    }
    return Set(schema.entity(for: type).map(names) ?? [Schema.entityName(for: type)])
  }

  // MARK: Saving

  /// Writes a file with the changes.
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      identifiers[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
    }
    var changed = snapshots
    for snapshot in request.inserted + request.updated {
      let own = snapshot.persistentIdentifier
      let permanent = identifiers[own] ?? own
      // New models can also be the targets of relationships.
      changed[permanent] = snapshot.copy(
        persistentIdentifier: permanent, remappedIdentifiers: identifiers)
    }
    for snapshot in request.deleted { changed[snapshot.persistentIdentifier] = nil }
    try write(changed)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: identifiers)
  }

  /// Deletes all models of a type.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    // Only a deletion without a condition needs no property values.
    guard request.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    let names =
      request.includeSubclasses ? entityNames(of: T.self) : [Schema.entityName(for: T.self)]
    try write(snapshots.filter { !names.contains($0.key.entityName) })
  }

  /// Writes a file without models.
  public func erase() throws { try write([:]) }

  private func write(_ changed: [PersistentIdentifier: DefaultSnapshot]) throws {
    let models = changed.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    try file.write(JSONStoreFile.Contents(identifier: identifier, models: models))
    snapshots = changed
  }
}
