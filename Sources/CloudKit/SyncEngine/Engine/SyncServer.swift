// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import Synchronization

/// Performs the requests of a ``SyncMachine``.
///
/// All requests use the credentials of the machine's last account request. If the configuration has
/// other credentials since then, requests fail, so that the data of one user never reaches the
/// database of another.
package final class SyncServer: Sendable {
  private let database: CKDatabase
  /// The number of changes up to which consecutive pages are combined, for at most
  /// ``maximumCombiningTime``: the delegate stores each page in one transaction.
  private let pageSize: Int
  private let pinned = Mutex<CloudConnection?>(nil)

  private static let maximumCombiningTime = Duration.milliseconds(250)

  package init(_ database: CKDatabase, pageSize: Int = 1_000) {
    self.database = database
    self.pageSize = pageSize
  }

  /// Whether the configured credentials differ from those in use.
  var hasAccountChanged: Bool {
    guard let known = pinned.withLock({ $0 }) else { return true }
    if database.connections.isSignedOut(of: database.container) { return true }
    guard let current = try? database.connection() else { return false }
    return !Self.isSame(known, current)
  }

  private static func isSame(_ one: CloudConnection, _ other: CloudConnection) -> Bool {
    guard let first = one.service as? HTTPService, let second = other.service as? HTTPService
    else { return true }
    return first === second
  }

  package func perform(_ request: SyncRequest, _ group: CKOperationGroup?) async -> SyncResponse {
    do {
      guard database.databaseScope != .public else {
        throw CKError(
          .badDatabase,
          "A sync engine can't sync the public database: use the private or the shared one.")
      }
      if case .account = request { return try await account() }
      return try await response(to: request, in: try pinnedDatabase(group))
    } catch is CancellationError {
      return .failure(CKError(.operationCancelled, "The request was cancelled."))
    } catch let error as CKError {
      return .failure(error)
    } catch {
      return .failure(CKError(.internalError, "The request failed: \(error)"))
    }
  }

  /// Fetches records with the credentials in use, or throws if the configured ones differ.
  func records(for ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await pinnedDatabase(nil).records(for: ids)
  }

  // MARK: The account

  private func account() async throws -> SyncResponse {
    if database.connections.isSignedOut(of: database.container) {
      pinned.withLock { $0 = nil }
      return .account(nil)
    }
    var connection = try database.connection()
    // The machine schedules its own retries.
    connection.policy.attempts = 1
    let publicDatabase = CKDatabase(
      .public, of: database.container, pin(connection), database.configuration)
    let name = try await publicDatabase.callerName()
    pinned.withLock { [connection] pinned in pinned = connection }
    return .account(CKRecord.ID(recordName: name))
  }

  private func pinnedDatabase(_ group: CKOperationGroup?) throws -> CKDatabase {
    guard let connection = pinned.withLock({ $0 }), !hasAccountChanged else {
      throw CKError(.notAuthenticated, "The account may have changed: retry after the check.")
    }
    return CKDatabase(
      database.databaseScope, of: database.container, pin(connection),
      CKOperation.Configuration.Values(nil, group).over(database.configuration))
  }

  private func pages(
    of zone: CKRecordZone.ID, since token: CKServerChangeToken?, in database: CKDatabase
  ) async throws -> SyncZonePage {
    let start = ContinuousClock.now
    var page = try await database.zonePage(of: zone, since: token)
    while page.moreComing, page.count < pageSize, page.failures.isEmpty,
      ContinuousClock.now - start < Self.maximumCombiningTime,
      // An error is reported by the next request for this page.
      let next = try? await database.zonePage(of: zone, since: page.token),
      next.token != page.token
    {
      page.append(next)
    }
    return page
  }

  private func pin(_ connection: CloudConnection) -> PinnedConnection {
    PinnedConnection(
      connection: connection, notificationStreams: database.connections.notificationStreams)
  }

  // MARK: Requests

  private func response(
    to request: SyncRequest, in database: CKDatabase
  ) async throws -> SyncResponse {
    switch request {
    case .account: return try await account()
    case .subscribe(let id):
      try await database.subscribe(id)
      return .subscribed
    case .databaseChanges(let token):
      let page = try await database.databaseChanges(since: token)
      return .databaseChanges(
        SyncDatabasePage(
          modifications: page.modifications.map(\.zoneID), deletions: page.deletions,
          token: page.changeToken, moreComing: page.moreComing))
    case .zoneChanges(let zone, let token):
      return .zoneChanges(try await pages(of: zone, since: token, in: database))
    case .modifyZones(let saving, let deleting):
      let results = try await database.modifyRecordZones(saving: saving, deleting: deleting)
      return .modifiedZones(
        SyncResults(
          saving, deleting, id: \.zoneID, results.saveResults, results.deleteResults))
    case .modifyRecords(let batch):
      let changes = RecordChanges(
        database: database, policy: .ifServerRecordUnchanged, isAtomic: batch.isAtomic,
        deletionTags: batch.deletionTags)
      let results = try await changes.run(saving: batch.records, deleting: batch.deletions)
      return .modifiedRecords(
        SyncResults(
          batch.records, batch.deletions, id: \.recordID, results.saved, results.deleted))
    }
  }
}

/// A connection with fixed credentials.
private struct PinnedConnection: ConnectionProvider {
  let connection: CloudConnection
  let notificationStreams: NotificationStreams

  func connection(to container: String?) throws -> CloudConnection { connection }
}

extension SyncResults where ID: Hashable {
  /// The result for each item, in request order.
  fileprivate init(
    _ items: [Item], _ ids: [ID], id: (Item) -> ID, _ saves: [ID: Result<Item, any Error>],
    _ deletes: [ID: Result<Void, any Error>]
  ) {
    self.init()
    func asError(_ error: any Error) -> CKError {
      error as? CKError ?? CKError(.internalError, "The change failed: \(error)")
    }
    for item in items {
      switch saves[id(item)] {
      case .success(let item): saved.append(item)
      case .failure(let error): failedSaves.append((item, asError(error)))
      case nil: failedSaves.append((item, SyncMachine.unexpectedResponse))
      }
    }
    for id in ids {
      switch deletes[id] {
      case .success: deleted.append(id)
      case .failure(let error): failedDeletes.append((id, asError(error)))
      case nil: failedDeletes.append((id, SyncMachine.unexpectedResponse))
      }
    }
  }
}
