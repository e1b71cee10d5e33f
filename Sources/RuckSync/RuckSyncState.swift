// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
public import Foundation
public import RuckMap
public import SwiftData

/// The state of rucks, routes and gear on the server, computed from the state of their records.
///
/// ```swift
/// let state = RuckSyncState(container)
/// let status = try state.status(of: ruck.id)
/// ```
public struct RuckSyncState {
  private let container: ModelContainer
  private let context: ModelContext

  /// Creates a reader of a store's sync state.
  ///
  /// - Parameter container: The open store; without mirroring, everything is pending.
  public init(_ container: ModelContainer) {
    self.container = container
    context = ModelContext(container)
  }

  /// Returns the sync status of an object.
  ///
  /// - Parameters:
  ///   - id: The object's identifier.
  ///   - entity: The name of its entity.
  /// - Returns: `synced` if the server has the current version; otherwise `syncing` while records
  ///   are sent, `failed` after an error of the last sync, and `pending`.
  /// - Throws: A `SwiftDataError` if the store can't be read.
  public func status(
    of id: UUID, entity: String = "RuckingSession"
  ) throws -> RuckMap.SyncStatus {
    if try context.isAcknowledged(id, entity) { return .synced }
    guard let status = container.storeSyncs.first?.status else { return .pending }
    if status.activity == .sending { return .syncing }
    return status.lastError == nil ? .pending : .failed
  }

  /// Returns the rucks, routes and gear that the server does not have in their current version.
  ///
  /// - Returns: The changed objects of this device's history.
  /// - Throws: A `SwiftDataError` if the store can't be read.
  public func unsyncedData() async throws -> UnsyncedData {
    var batch = try await RuckDataRepository(modelContainer: container).getUnsyncedData()
    batch.sessions = try batch.sessions.filter { try !isSynced($0.id, "RuckingSession") }
    batch.routes = try batch.routes.filter { try !isSynced($0.id, "Route") }
    batch.equipment = try batch.equipment.filter { try !isSynced($0.id, "Equipment") }
    return batch
  }

  private func isSynced(_ id: UUID, _ entity: String) throws -> Bool {
    try status(of: id, entity: entity) == .synced
  }
}
