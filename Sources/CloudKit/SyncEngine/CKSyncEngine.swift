// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Syncs the records of an app with the server.
///
/// The app adds pending changes, provides the records to save, and stores fetched records. The
/// engine manages scheduling, tokens, subscriptions, batches, retries and account changes.
///
/// ```swift
/// let engine = CKSyncEngine(
///   CKSyncEngine.Configuration(
///     database: CKContainer.default().privateCloudDatabase,
///     stateSerialization: store.syncState, delegate: store))
/// engine.state.add(pendingRecordZoneChanges: [.saveRecord(record.recordID)])
/// ```
///
/// Pending changes are sent a few milliseconds after they were added. Changes on the server are
/// fetched when its notification arrives; the engine also polls every 30 seconds, or every 15
/// minutes while it is connected to the notification stream. After a transient error the engine
/// retries within a second at first, then with increasing delays of up to five minutes; if the
/// server requests a longer delay, of up to eleven minutes.
///
/// Retain the engine as long as it should work. It references its delegate weakly.
///
/// ## Topics
/// ### Making an engine
/// - ``Configuration``
/// - ``CKSyncEngineDelegate``
/// ### Changes
/// - ``state``
/// - ``RecordZoneChangeBatch``
/// - ``Event``
/// ### Syncing now
/// - ``fetchChanges(_:)``
/// - ``sendChanges(_:)``
/// - ``cancelOperations()``
public final class CKSyncEngine: Sendable {
  /// The database that is synced.
  public let database: CKDatabase
  /// The pending changes and the change tokens.
  public let state: State
  private let core: SyncEngineCore

  /// An engine, which starts at once if its configuration says `automaticallySync`.
  public convenience init(_ configuration: Configuration) {
    self.init(configuration, events: nil)
  }

  /// An engine with a custom source of change events and custom timing.
  package init(
    _ configuration: Configuration, events: (any ChangeEventSource)?,
    timing: SyncTiming = SyncTiming()
  ) {
    database = configuration.database
    core = SyncEngineCore(configuration, events ?? ServerEventSource(), timing)
    state = State(core)
    core.begin(self, configuration.delegate, isAutomatic: configuration.automaticallySync)
  }

  deinit { core.stop() }

  /// Fetches records with the credentials that the engine syncs with.
  ///
  /// - Throws: A ``CKError``: ``CKError/notAuthenticated`` if another user may have signed in.
  package func records(for ids: [CKRecord.ID]) async throws
    -> [CKRecord.ID: Result<CKRecord, any Error>]
  {
    try await core.records(for: ids)
  }

  /// Fetches changes from the server now.
  ///
  /// Returns after the delegate has handled all events of the fetch.
  ///
  /// - Throws: A ``CKError``, such as ``CKError/notAuthenticated`` if no user is signed in, or
  ///   ``CKError/operationCancelled``.
  public func fetchChanges(_ options: FetchChangesOptions = .init()) async throws {
    try await core.wait { .fetch($0, options) }
  }

  /// Sends pending changes now.
  ///
  /// Returns after the delegate has handled all results. A change that fails is not sent again by
  /// the same call, even if it is added again.
  ///
  /// - Throws: A ``CKError``: ``CKError/partialFailure`` if some changes failed and the others were
  ///   sent.
  public func sendChanges(_ options: SendChangesOptions = .init()) async throws {
    try await core.wait { .send($0, options) }
  }

  /// Cancels current and waiting operations.
  ///
  /// Returns at once; the server may still complete a request. Pending changes stay pending.
  public func cancelOperations() async { core.handle(.cancel) }
}

extension CKSyncEngine: CustomStringConvertible {
  /// The database.
  public var description: String { "<CKSyncEngine of \(database)>" }
}
