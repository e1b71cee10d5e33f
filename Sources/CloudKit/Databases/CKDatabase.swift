// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The records of a container that one user, all users, or those whom they were shared with can see.
///
/// Get one from a ``CKContainer``. All of its methods may be called from any task; each throws a
/// ``CKError``.
public final class CKDatabase: NSObject, Sendable {
  /// Who sees a database.
  public enum Scope: Int, Sendable {
    /// Everybody.
    case `public` = 1
    /// The user who is signed in.
    case `private` = 2
    /// The user who is signed in, of what others have shared.
    case shared = 3
  }

  /// Who sees the database.
  public let databaseScope: Scope
  let container: String?
  let connections: any ConnectionProvider
  /// What its requests are to heed.
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

  /// Runs code with a database whose requests heed a configuration.
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

/// Whoever knows the way to the containers.
protocol ConnectionProvider: Sendable {
  /// - Throws: A ``CKError`` that says which container is not configured and how to do it.
  func connection(to container: String?) throws -> CloudConnection
  /// Whether it is sure that nobody is signed in; a session that the server refuses is none of that.
  func isSignedOut(of container: String?) -> Bool
  /// The streams of notifications of all who use these ways.
  var couriers: NotificationCouriers { get }
}

extension ConnectionProvider {
  func isSignedOut(of container: String?) -> Bool { false }
}
