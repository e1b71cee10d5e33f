// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring
import Foundation
public import RuckMap
public import SwiftData

/// The objects with changes that were not sent yet, read from the store's history.
///
/// The history names the objects that this device has changed, and the state of mirroring decides which of
/// them the server has. Times of changes are not compared.
public actor UnsyncedChanges: UnsyncedDataSource {
  private let container: ModelContainer
  private let sync: StoreSync
  /// The history position up to which everything was sent.
  private var sent: DefaultHistoryToken?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - container: The store, which is mirrored.
  ///   - sync: The mirroring of the store.
  public init(container: ModelContainer, sync: StoreSync) {
    self.container = container
    self.sync = sync
  }

  /// Returns the rucks, routes and gear with unsent changes, and the number of other such records.
  ///
  /// - Throws: ``SyncError/failedToFetchLocalChanges`` if the history can't be read, or
  ///   `CancellationError`.
  public func getUnsyncedData() async throws -> UnsyncedDataBatch {
    do {
      return try read()
    } catch {
      try Task.checkCancellation()
      throw SyncError.failedToFetchLocalChanges
    }
  }

  private func read() throws -> UnsyncedDataBatch {
    let context = ModelContext(container)
    var changed: [String: [PersistentIdentifier]] = [:]
    var known: Set<PersistentIdentifier> = []
    let transactions = try history(context)
    for transaction in transactions where transaction.author != Mirror.author {
      for change in transaction.changes {
        let id = change.changedPersistentIdentifier
        if known.insert(id).inserted { changed[id.entityName, default: []].append(id) }
      }
    }
    var batch = UnsyncedDataBatch()
    batch.sessions = try unsent(RuckingSession.self, \.id, of: &changed, context)
    batch.routes = try unsent(Route.self, \.id, of: &changed, context)
    batch.equipment = try unsent(Equipment.self, \.id, of: &changed, context)
    let hasOthers = changed.values.contains { !$0.isEmpty }
    let own = transactions.last { $0.author != Mirror.author }
    let isRecorded =
      try (context.recordedTransaction(ofStore: 0) ?? 0) >= (own?.transactionIdentifier ?? 0)
    // Rows of a series share records, so that the pending records are counted.
    let pending = sync.status.pendingCount - batch.totalCount
    batch.otherCount = hasOthers ? max(isRecorded ? 0 : 1, pending) : 0
    if batch.isEmpty, isRecorded, sync.status.pendingCount == 0, let last = transactions.last {
      sent = last.token
    }
    return batch
  }

  /// Returns the identifiers of a model's changed objects that the server does not have.
  ///
  /// Objects that exist are removed from `changed`. Deleted ones remain and count among the others,
  /// because the server needs their deletion.
  private func unsent<Model: PersistentModel>(
    _ type: Model.Type, _ id: KeyPath<Model, UUID>,
    of changed: inout [String: [PersistentIdentifier]], _ context: ModelContext
  ) throws -> [UUID] {
    let entity = Schema.entityName(for: type)
    let wanted = changed[entity] ?? []
    if wanted.isEmpty { return [] }
    let found = try context.fetch(
      FetchDescriptor<Model>(predicate: #Predicate { wanted.contains($0.persistentModelID) }))
    let existing = Dictionary(found.map { ($0.persistentModelID, $0[keyPath: id]) }) { $1 }
    changed[entity] = wanted.filter { existing[$0] == nil }
    return try wanted.compactMap { existing[$0] }
      .filter { try !context.isAcknowledged($0, entity) }
  }

  /// The transactions since everything was sent.
  private func history(_ context: ModelContext) throws -> [DefaultHistoryTransaction] {
    guard let sent else {
      return try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    do {
      return try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > sent }))
    } catch let error as SwiftDataError where error == .historyTokenExpired {
      self.sent = nil
      return try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }
}

/// Sends changes by the mirroring of the store.
public struct MirroringNetworkService: NetworkService {
  private let sync: StoreSync

  /// Creates a service.
  public init(sync: StoreSync) { self.sync = sync }

  /// Sends all saved changes, those of the batch among them; the mirroring divides them into requests.
  ///
  /// - Throws: ``SyncError``, or `CancellationError`.
  public func sync(_ batch: UnsyncedDataBatch) async throws {
    do {
      try await sync.syncNow()
    } catch {
      try Task.checkCancellation()
      throw SyncError(error)
    }
  }
}
