// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
package import Foundation
package import SwiftData

/// The connection of a coordinator to other devices.
package protocol CloudKitSyncAdapter: Sendable {
  /// Sends envelopes in their order; throws if one is not confirmed.
  func push(_ envelopes: [ChangeEnvelope]) async throws

  /// Returns the envelopes of other devices that were not returned before.
  func pull() async throws -> [ChangeEnvelope]

  /// Returns the time at which the current version of an object was synced; nil if it is not.
  func lastSyncedAt(_ cloudIdentifier: String) async throws -> Date?
}

/// An adapter without other devices.
package struct NoopCloudKitSyncAdapter: CloudKitSyncAdapter {
  package init() {}
  package func push(_ envelopes: [ChangeEnvelope]) async throws {}
  package func pull() async throws -> [ChangeEnvelope] { [] }
  package func lastSyncedAt(_ cloudIdentifier: String) async throws -> Date? { nil }
}

/// An adapter that has the mirroring of the store sync.
///
/// Mirroring reads the same history as the coordinator's queue, merges by the same rules, and applies remote
/// changes itself. So a push is a sync of the store, and a pull returns no envelopes.
package struct CloudKitMirroringAdapter: CloudKitSyncAdapter {
  private let container: ModelContainer

  /// Creates the adapter of a container.
  package init(container: ModelContainer) { self.container = container }

  /// Sends pending changes and fetches remote ones.
  ///
  /// - Throws: ``TripSyncError/notMirrored`` if the container has no CloudKit database, or the error of the
  ///   request.
  package func push(_ envelopes: [ChangeEnvelope]) async throws {
    guard let sync = container.storeSyncs.first else { throw TripSyncError.notMirrored }
    try await sync.syncNow()
  }

  package func pull() async throws -> [ChangeEnvelope] { [] }

  package func lastSyncedAt(_ cloudIdentifier: String) async throws -> Date? {
    let context = ModelContext(container)
    guard try context.recordState(named: cloudIdentifier, ofStore: 0) == .acknowledged else {
      return nil
    }
    let status = container.storeSyncs.first?.status
    return [status?.lastSend, status?.lastFetch].compactMap(\.self).max()
  }
}

/// The reason why a sync can't start.
package enum TripSyncError: Error, LocalizedError, Equatable, Sendable {
  /// The store has no CloudKit database.
  case notMirrored

  package var errorDescription: String? {
    "The store is not connected to a server. Sign in, and open it again."
  }
}
