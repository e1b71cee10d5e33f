// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
package import Foundation
package import SwiftData

/// Sends local changes through an adapter, and merges remote ones.
///
/// Local changes are saved first and never wait. The history of the store is the queue: the coordinator stores
/// only its position, in the store, so that pending changes survive a restart. Values are merged property by
/// property: the later write wins, equal times are ordered by device, and the overwritten value is logged.
package actor TripSyncCoordinator: ModelActor {
  package nonisolated let modelContainer: ModelContainer
  package nonisolated let modelExecutor: any ModelExecutor
  /// The author of merged changes in the history.
  static let author = ActivityRecorder.syncAuthor

  private let adapter: any CloudKitSyncAdapter
  /// True while the device is online; ``setOnline(_:)`` replays pending changes.
  package private(set) var isOnline: Bool
  /// The error of the last attempt; nil after a success.
  package private(set) var lastError: String?
  private let clock: @Sendable () -> Date
  /// The exchange that runs; it clears this property at its end.
  private var running: Task<Void, any Error>?

  /// Creates the coordinator of a container's store.
  package init(
    modelContainer: ModelContainer, adapter: any CloudKitSyncAdapter = NoopCloudKitSyncAdapter(),
    isOnline: Bool = true, clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.modelContainer = modelContainer
    let context = ModelContext(modelContainer)
    context.author = Self.author
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    self.adapter = adapter
    self.isOnline = isOnline
    self.clock = clock
  }

  /// Sets the connection; if it is restored, pending changes are sent.
  ///
  /// - Returns: True if the connection was restored, and the changes are sent.
  @discardableResult
  package func setOnline(_ isOnline: Bool) async throws -> Bool {
    let wasOffline = !self.isOnline
    self.isOnline = isOnline
    guard isOnline, wasOffline else { return false }
    try await sync()
    return true
  }

  /// Sends pending changes, then merges remote ones; does nothing offline.
  ///
  /// One exchange runs at a time: a further call waits for its end and then sends the rest. After an error the
  /// changes stay pending.
  package func sync() async throws {
    while let running { _ = await running.result }
    guard isOnline else { return }
    let exchange = Task {
      defer { running = nil }
      try await self.exchange()
    }
    running = exchange
    try await withTaskCancellationHandler {
      try await exchange.value
    } onCancel: {
      exchange.cancel()
    }
  }

  private func exchange() async throws {
    do {
      let batch = try pendingBatch()
      try await adapter.push(batch.envelopes)
      try confirm(batch)
      let remote = try await adapter.pull()
      if !remote.isEmpty { try apply(remote) }
      lastError = nil
    } catch {
      lastError = error.localizedDescription
      throw error
    }
  }

  /// Returns the changes that are not sent yet, the oldest first.
  package func pending() throws -> [ChangeEnvelope] { try pendingBatch().envelopes }

  private func pendingBatch() throws -> OutboxBatch {
    modelContext.processPendingChanges()
    return try modelContext.transaction(ofStore: 0) { tables in
      try SyncLedger(modelContext, tables).pending()
    }
  }

  private func confirm(_ batch: OutboxBatch) throws {
    try modelContext.transaction(ofStore: 0) { tables in
      try SyncLedger(modelContext, tables).confirm(batch)
    }
  }

  /// Merges remote changes in one transaction.
  ///
  /// Changes may arrive in any order and more than once. A deletion is a tombstone.
  ///
  /// - Returns: The values that the merge replaced, which are also in ``overwrittenValues()``.
  @discardableResult
  package func apply(_ envelopes: [ChangeEnvelope]) throws -> [OverwrittenValue] {
    let now = clock()
    modelContext.processPendingChanges()
    return try modelContext.transaction(ofStore: 0) { tables in
      let ledger = try SyncLedger(modelContext, tables)
      // References to objects of the same batch need their targets first.
      let ordered = envelopes.enumerated().sorted {
        (SyncLedger.rank($0.element.entity), $0.offset)
          < (SyncLedger.rank($1.element.entity), $1.offset)
      }.map(\.element)
      return try ledger.apply(ordered, at: now)
    }
  }

  /// Returns the values that merges replaced, the oldest first.
  package func overwrittenValues() throws -> [OverwrittenValue] {
    try modelContext.transaction(ofStore: 0) { tables in
      try SyncLedger(modelContext, tables).overwritten()
    }
  }
}

/// Pending envelopes with the records that a confirmation stores.
struct OutboxBatch: Sendable {
  /// The name of an object.
  struct Name: Hashable, Sendable {
    var entity: String
    var object: UUID
  }

  var envelopes: [ChangeEnvelope] = []
  var records: [Name: RecordSnapshot] = [:]
  /// The number of the last transaction.
  var last: Int64 = 0
}
