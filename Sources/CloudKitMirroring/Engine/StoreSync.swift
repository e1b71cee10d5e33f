// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
public import Observation
public import SwiftData
import Synchronization

/// The mirroring of one store of a container: its status, its conflicts and manual sync.
///
/// ```swift
/// let sync = container.storeSyncs.first
/// try await sync?.syncNow()
/// for conflict in try await sync?.conflicts() ?? [] { show(conflict) }
/// ```
public final class StoreSync: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let current = Mutex(SyncStatus())
  let engine: MirrorEngine
  let watchers = Watchers()

  init(_ engine: MirrorEngine) { self.engine = engine }

  /// The identifier of the CloudKit container.
  public var containerIdentifier: String { engine.containerIdentifier }

  /// The name of the configuration of the store.
  public var configurationName: String { engine.configurationName }

  /// The current status; observable.
  public var status: SyncStatus {
    registrar.access(self, keyPath: \.status)
    return current.withLock { $0 }
  }

  func set(_ status: SyncStatus) {
    registrar.withMutation(of: self, keyPath: \.status) { current.withLock { $0 = status } }
    watchers.tell(status)
  }

  /// Sends all saved changes, fetches the changes of other devices, and returns when both are done.
  ///
  /// - Throws: A `CKError` if a request fails or the server rejects a change.
  public func syncNow() async throws { try await engine.syncNow() }

  /// Fetches all records again, also those that have not changed, and sends all saved changes.
  ///
  /// Fetched records are merged with the store's objects as usual. If another process mirrors the
  /// store, that one syncs changes only.
  ///
  /// - Throws: A `CKError` if a request fails or the server rejects a change.
  public func syncAll() async throws { try await engine.syncAll() }

  /// The conflicts of this device's merges, oldest first.
  public func conflicts() async throws -> [Conflict] { try await engine.conflicts() }

  /// Restores the overwritten value of a conflict, or deletes the object after all.
  ///
  /// - Throws: A `SwiftDataError` if the object does not exist any more.
  public func restore(_ conflict: Conflict.ID) async throws { try await engine.restore(conflict) }

  /// Removes a conflict from the log; the merged value stays.
  public func dismiss(_ conflict: Conflict.ID) async throws { try await engine.dismiss(conflict) }
}

extension ModelContainer {
  /// The mirroring of the stores whose configurations name a CloudKit database, in the order of the
  /// configurations.
  public var storeSyncs: [StoreSync] {
    storeMirrors.compactMap { ($0 as? MirrorEngine)?.sync }
  }
}
