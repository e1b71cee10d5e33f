// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Keeps the records of an app and those on the server the same.
///
/// The app says which records are to be saved or deleted, gives them when they are asked for, and stores
/// what was fetched; the engine does the rest: when to ask, tokens, subscriptions, batches, errors that
/// pass, and changes of the account.
///
/// ```swift
/// let engine = CKSyncEngine(
///   CKSyncEngine.Configuration(
///     database: CKContainer.default().privateCloudDatabase,
///     stateSerialization: store.syncState, delegate: store))
/// engine.state.add(pendingRecordZoneChanges: [.saveRecord(record.recordID)])
/// ```
///
/// Pending changes are sent a few milliseconds after they were added. Changes on the server are fetched
/// when it tells of them, and otherwise looked for every 30 seconds, or every 15 minutes where nothing
/// should be missing. After an error that passes the engine tries again, at first within a second, then
/// less and less often, at least every five minutes, or when the server said, but within eleven minutes.
///
/// Keep the engine as long as it is to work. It does not keep its delegate alive.
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
  /// What is pending, and what has been seen.
  public let state: State
  private let core: SyncEngineCore

  /// An engine that begins to work at once if its configuration says so.
  public convenience init(_ configuration: Configuration) {
    self.init(configuration, news: nil)
  }

  /// An engine with another source of news than the server's stream, and other times.
  package init(
    _ configuration: Configuration, news: (any NewsSource)?, timing: SyncTiming = SyncTiming()
  ) {
    database = configuration.database
    core = SyncEngineCore(configuration, news ?? ServerNews(), timing)
    state = State(core)
    core.begin(self, configuration.delegate, isAutomatic: configuration.automaticallySync)
  }

  deinit { core.stop() }

  /// Fetches records of the user whose changes are fetched.
  ///
  /// - Throws: A ``CKError``: ``CKError/notAuthenticated`` when somebody else may have signed in.
  package func records(for ids: [CKRecord.ID]) async throws
    -> [CKRecord.ID: Result<CKRecord, any Error>]
  {
    try await core.records(for: ids)
  }

  /// Fetches what has changed on the server, now.
  ///
  /// Returns when the delegate has handled all of it.
  ///
  /// - Throws: A ``CKError``, as ``CKError/notAuthenticated`` if nobody is signed in, or
  ///   ``CKError/operationCancelled``.
  public func fetchChanges(_ options: FetchChangesOptions = .init()) async throws {
    try await core.wait { .fetch($0, options) }
  }

  /// Sends what is pending, now.
  ///
  /// Returns when the delegate has handled what became of all of it. A change that fails is not sent
  /// again by the same call, even if it is added again.
  ///
  /// - Throws: A ``CKError``: ``CKError/partialFailure`` if some changes failed and the others were sent.
  public func sendChanges(_ options: SendChangesOptions = .init()) async throws {
    try await core.wait { .send($0, options) }
  }

  /// Ends what is under way, and what waits.
  ///
  /// Returns at once; what the server has begun it may do nevertheless. Pending changes stay pending.
  public func cancelOperations() async { core.handle(.cancel) }
}

extension CKSyncEngine: CustomStringConvertible {
  /// The database.
  public var description: String { "<CKSyncEngine of \(database)>" }
}
