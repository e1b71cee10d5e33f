// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import Synchronization

/// Asks the server what a sync machine wants to know.
///
/// All requests are made with the credentials of the last time when the machine asked who is signed in. If
/// others are configured by now the request is not made: what is one user's never reaches another's
/// database.
package final class SyncServer: Sendable {
  private let database: CKDatabase
  /// Pages of records are put together to pages of so many, as long as that takes no longer than
  /// ``patience``: each is one transaction of who stores them.
  private let pageSize: Int
  private let pinned = Mutex<CloudConnection?>(nil)

  private static let patience = Duration.milliseconds(250)

  package init(_ database: CKDatabase, pageSize: Int = 1_000) {
    self.database = database
    self.pageSize = pageSize
  }

  /// Whether other credentials are configured than those in use.
  var isAccountOther: Bool {
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

  package func answer(_ request: SyncRequest, _ group: CKOperationGroup?) async -> SyncAnswer {
    do {
      guard database.databaseScope != .public else {
        throw CKError(
          .badDatabase,
          "A sync engine works with the private or the shared database, not with the public one.")
      }
      if case .account = request { return try await account() }
      return try await answer(request, in: try pinnedDatabase(group))
    } catch is CancellationError {
      return .failure(CKError(.operationCancelled, "The request was cancelled."))
    } catch let error as CKError {
      return .failure(error)
    } catch {
      return .failure(CKError(.internalError, "The request failed: \(error)"))
    }
  }

  /// Fetches records with the credentials in use, or throws if others are configured by now.
  func records(for ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await pinnedDatabase(nil).records(for: ids)
  }

  // MARK: The account

  private func account() async throws -> SyncAnswer {
    if database.connections.isSignedOut(of: database.container) {
      pinned.withLock { $0 = nil }
      return .account(nil)
    }
    var connection = try database.connection()
    // The machine itself waits and tries again.
    connection.policy.attempts = 1
    let asked = CKDatabase(
      .public, of: database.container, pin(connection), database.configuration)
    let name = try await asked.callerName()
    pinned.withLock { [connection] pinned in pinned = connection }
    return .account(CKRecord.ID(recordName: name))
  }

  private func pinnedDatabase(_ group: CKOperationGroup?) throws -> CKDatabase {
    guard let connection = pinned.withLock({ $0 }), !isAccountOther else {
      throw CKError(.notAuthenticated, "Somebody else may be signed in: the account is looked up.")
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
      ContinuousClock.now - start < Self.patience,
      // Why it does not come is told to who asks for it next.
      let next = try? await database.zonePage(of: zone, since: page.token),
      next.token != page.token
    {
      page.append(next)
    }
    return page
  }

  private func pin(_ connection: CloudConnection) -> PinnedConnection {
    PinnedConnection(connection: connection, couriers: database.connections.couriers)
  }

  // MARK: Requests

  private func answer(_ request: SyncRequest, in database: CKDatabase) async throws -> SyncAnswer {
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
      let answer = try await database.modifyRecordZones(saving: saving, deleting: deleting)
      return .modifiedZones(
        SyncResults(
          saving, deleting, id: \.zoneID, answer.saveResults, answer.deleteResults))
    case .modifyRecords(let part):
      let changes = RecordChanges(
        database: database, policy: .ifServerRecordUnchanged, isAtomic: part.isAtomic,
        deletionTags: part.deletionTags)
      let answer = try await changes.run(saving: part.records, deleting: part.deletions)
      return .modifiedRecords(
        SyncResults(part.records, part.deletions, id: \.recordID, answer.saved, answer.deleted))
    }
  }
}

/// The way to a container with certain credentials.
private struct PinnedConnection: ConnectionProvider {
  let connection: CloudConnection
  let couriers: NotificationCouriers

  func connection(to container: String?) throws -> CloudConnection { connection }
}

extension SyncResults where ID: Hashable {
  /// What became of each item, in the order of the request.
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
      case nil: failedSaves.append((item, SyncMachine.unfit))
      }
    }
    for id in ids {
      switch deletes[id] {
      case .success: deleted.append(id)
      case .failure(let error): failedDeletes.append((id, asError(error)))
      case nil: failedDeletes.append((id, SyncMachine.unfit))
      }
    }
  }
}
