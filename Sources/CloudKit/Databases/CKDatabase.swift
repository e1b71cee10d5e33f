// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The records of a container that are visible to one user, to all users, or to the participants of
/// shares.
///
/// ```swift
/// let database = CKContainer.default().privateCloudDatabase
/// let hike = try await database.record(for: CKRecord.ID(recordName: "ridge"))
/// hike["minutes"] = 190
/// try await database.save(hike)
/// ```
///
/// Get a database from a ``CKContainer``. All methods may be called from any task; each throws a
/// ``CKError``.
public final class CKDatabase: NSObject, Sendable {
  /// The visibility of a database.
  public enum Scope: Int, Sendable {
    /// Visible to all users.
    case `public` = 1
    /// Visible to the signed-in user.
    case `private` = 2
    /// Records that other users share with the signed-in user.
    case shared = 3
  }

  /// The visibility of the database.
  public let databaseScope: Scope
  let container: String?
  let connections: any ConnectionProvider
  /// The configuration of its requests.
  let configuration: CKOperation.Configuration.Values

  init(
    _ scope: Scope, of container: String?, _ connections: any ConnectionProvider,
    _ configuration: CKOperation.Configuration.Values = .init()
  ) {
    databaseScope = scope
    self.container = container
    self.connections = connections
    self.configuration = configuration
  }

  /// Calls a closure with a database that applies a configuration to its requests.
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKDatabase) async throws -> Value
  ) async rethrows -> Value {
    let values = CKOperation.Configuration.Values(configuration, group).over(self.configuration)
    return try await body(CKDatabase(databaseScope, of: container, connections, values))
  }

  /// Runs an operation on this database.
  public func add(_ operation: CKDatabaseOperation) {
    if operation.database == nil { operation.database = self }
    CKContainer.queue.addOperation(operation)
  }

  func connection() throws -> CloudConnection {
    var connection = try connections.connection(to: container)
    connection.timeouts = configuration.timeouts
    return connection
  }

  public override var description: String {
    "<CKDatabase \(databaseScope) of \(container ?? "no container")>"
  }
}

/// A source of connections to containers.
protocol ConnectionProvider: Sendable {
  /// - Throws: A ``CKError`` that names the unconfigured container and the remedy.
  func connection(to container: String?) throws -> CloudConnection
  /// Whether the configuration certainly has no signed-in user; a session that the server rejects
  /// does not count.
  func isSignedOut(of container: String?) -> Bool
  /// The notification streams of these connections.
  var notificationStreams: NotificationStreams { get }
}

extension ConnectionProvider {
  func isSignedOut(of container: String?) -> Bool { false }
}

extension CKDatabase {
  /// Returns the record name of the signed-in user.
  func callerName() async throws -> String {
    let response = try await connection().send(
      .caller, .public, EmptyRequest(), as: CallerResponse.self)
    guard let name = response.identity.userRecordName else {
      throw CKError(.notAuthenticated, "No user is signed in.")
    }
    return name
  }
}
