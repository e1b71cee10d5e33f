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
  /// - Throws: ``SyncError/failedToFetchLocalChanges`` if the history can't be read.
  public func getUnsyncedData() async throws -> UnsyncedDataBatch {
    do {
      return try read()
    } catch {
      throw SyncError.failedToFetchLocalChanges
    }
  }

  private func read() throws -> UnsyncedDataBatch {
    let context = ModelContext(container)
    var changed: [(entity: String, id: PersistentIdentifier)] = []
    var known: Set<PersistentIdentifier> = []
    let transactions = try history(context)
    for transaction in transactions where transaction.author != Mirror.author {
      for change in transaction.changes {
        let id = change.changedPersistentIdentifier
        if known.insert(id).inserted { changed.append((id.entityName, id)) }
      }
    }
    var batch = UnsyncedDataBatch()
    var others = 0
    for (entity, id) in changed {
      switch entity {
      case Schema.entityName(for: RuckingSession.self):
        if let session = context.model(for: id) as? RuckingSession, !session.isDeleted,
          try isUnsent(entity, session.id, context)
        {
          batch.sessions.append(session.id)
        }
      case Schema.entityName(for: Route.self):
        if let route = context.model(for: id) as? Route, !route.isDeleted,
          try isUnsent(entity, route.id, context)
        {
          batch.routes.append(route.id)
        }
      case Schema.entityName(for: Equipment.self):
        if let item = context.model(for: id) as? Equipment, !item.isDeleted,
          try isUnsent(entity, item.id, context)
        {
          batch.equipment.append(item.id)
        }
      default: others += 1
      }
    }
    let own = transactions.last { $0.author != Mirror.author }
    let isRecorded =
      try (context.recordedTransaction(ofStore: 0) ?? 0) >= (own?.transactionIdentifier ?? 0)
    // Rows of a series share records, so that the pending records are counted.
    let pending = sync.status.pendingCount - batch.totalCount
    batch.otherCount = others == 0 ? 0 : max(isRecorded ? 0 : 1, pending)
    if batch.isEmpty, isRecorded, sync.status.pendingCount == 0, let last = transactions.last {
      sent = last.token
    }
    return batch
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

  private func isUnsent(_ entity: String, _ id: UUID, _ context: ModelContext) throws -> Bool {
    try !context.isAcknowledged(id, entity)
  }
}

/// Sends changes by the mirroring of the store.
public struct MirroringNetworkService: NetworkService {
  private let sync: StoreSync

  /// Creates a service.
  public init(sync: StoreSync) { self.sync = sync }

  /// Sends all saved changes, those of the batch among them; the mirroring divides them into requests.
  ///
  /// - Throws: ``SyncError``.
  public func sync(_ batch: UnsyncedDataBatch) async throws {
    do {
      try await sync.syncNow()
    } catch {
      throw SyncError(error)
    }
  }
}
