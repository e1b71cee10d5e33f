// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
public import Observation
public import SwiftData
import Synchronization

/// The mirroring of one store of a container: how far it is, and what can be done about it.
///
/// ```swift
/// let sync = container.storeSyncs.first
/// try await sync?.syncNow()
/// for conflict in try await sync?.conflicts() ?? [] { ... }
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

  /// How far it is; observable.
  public var status: SyncStatus {
    registrar.access(self, keyPath: \.status)
    return current.withLock { $0 }
  }

  func set(_ status: SyncStatus) {
    registrar.withMutation(of: self, keyPath: \.status) { current.withLock { $0 = status } }
    watchers.tell(status)
  }

  /// Sends what was saved, and fetches what others have; returns when all of it is done.
  ///
  /// - Throws: A `CKError` that says what can't be reached or was refused.
  public func syncNow() async throws { try await engine.syncNow() }

  /// What merges of this device did not keep, oldest first.
  public func conflicts() async throws -> [Conflict] { try await engine.conflicts() }

  /// Does what a merge did not keep after all: gives the property the value, or deletes the object.
  ///
  /// - Throws: A `SwiftDataError` if the object is gone.
  public func restore(_ conflict: Conflict.ID) async throws { try await engine.restore(conflict) }

  /// Takes a conflict off the log; what was kept stays.
  public func dismiss(_ conflict: Conflict.ID) async throws { try await engine.dismiss(conflict) }
}

extension ModelContainer {
  /// The mirroring of the stores whose configurations name a CloudKit database, in the order of the
  /// configurations.
  public var storeSyncs: [StoreSync] {
    storeMirrors.compactMap { ($0 as? MirrorEngine)?.sync }
  }
}
