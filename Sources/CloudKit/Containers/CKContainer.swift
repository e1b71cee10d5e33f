// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension Notification.Name {
  /// Posted after a user has signed in or out; the object is nil.
  ///
  /// The notification is posted when a request reads the changed configuration, on an unspecified
  /// thread.
  public static let CKAccountChanged = Notification.Name("CKAccountChanged")
}

/// The status of the user's account.
///
/// ```swift
/// switch try await container.accountStatus() {
/// case .available: try await fetchChanges()
/// case .noAccount: print("Sign in with cairn login.")
/// default: break
/// }
/// ```
public enum CKAccountStatus: Int, Sendable {
  /// The status could not be determined.
  case couldNotDetermine = 0
  /// A user is signed in.
  case available = 1
  /// The account is restricted.
  case restricted = 2
  /// No user is signed in, or no server is configured.
  case noAccount = 3
  /// The account is temporarily unavailable.
  case temporarilyUnavailable = 4
}

/// The databases of an app.
///
/// ```swift
/// let container = CKContainer(identifier: "iCloud.org.example.app")
/// guard try await container.accountStatus() == .available else { return }
/// let hikes = try await container.privateCloudDatabase.records(
///   matching: CKQuery(recordType: "Hike", predicate: NSPredicate(value: true)))
/// ```
///
/// A ``CloudKitConfiguration`` contains the server and the credentials, for which Apple's API has
/// no equivalent.
public final class CKContainer: NSObject, Sendable {
  /// The queue of the operations.
  static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "CloudKit"
    queue.maxConcurrentOperationCount = 8
    return queue
  }()

  /// The container's identifier, such as `iCloud.org.example.app`; nil for the default container if
  /// the configuration names none.
  public let containerIdentifier: String?
  /// The database that all users can read.
  public let publicCloudDatabase: CKDatabase
  /// The database of the signed-in user.
  public let privateCloudDatabase: CKDatabase
  /// The records that other users share with the signed-in user.
  public let sharedCloudDatabase: CKDatabase
  private let connections: any ConnectionProvider

  /// A container with an identifier.
  public convenience init(identifier: String) {
    self.init(identifier, ConfiguredConnections.shared)
  }

  init(
    _ identifier: String?, _ connections: any ConnectionProvider,
    _ configuration: CKOperation.Configuration.Values = .init()
  ) {
    containerIdentifier = identifier
    self.connections = connections
    publicCloudDatabase = CKDatabase(.public, of: identifier, connections, configuration)
    privateCloudDatabase = CKDatabase(.private, of: identifier, connections, configuration)
    sharedCloudDatabase = CKDatabase(.shared, of: identifier, connections, configuration)
  }

  /// A container that sends its requests to a custom service.
  package convenience init(
    identifier: String, environment: String = "development", service: any CloudService,
    policy: RetryPolicy = RetryPolicy(), encryptionKey: CloudKitEncryptionKey? = nil
  ) {
    self.init(identifier, FixedConnection(environment, service, policy, encryptionKey))
  }

  /// A container with an identifier and a custom configuration file.
  ///
  /// An addition to Apple's API, which allows several users in one process, for example in tests.
  public convenience init(identifier: String, configuration: CloudKitConfigurationFile) {
    self.init(identifier, ConfiguredConnections(configuration))
  }

  /// A container with a custom idle timeout of its notification stream.
  package convenience init(
    identifier: String, configuration: CloudKitConfigurationFile, silence: Duration
  ) {
    self.init(
      identifier,
      ConfiguredConnections(
        configuration, notificationStreams: NotificationStreams(silence: silence)))
  }

  /// Returns the program's default container.
  ///
  /// The default is the identifier given to ``setDefault(_:)``, else the configuration's default, else the
  /// configuration's only container. Without any of them, ``containerIdentifier`` is nil and requests
  /// throw an error with the remedy.
  public class func `default`() -> CKContainer {
    CKContainer(try? defaultIdentifier(), ConfiguredConnections.shared)
  }

  /// Sets the identifier of ``default()``, which a program's entitlement contains on Apple's systems.
  ///
  /// An addition to Apple's API. Call it before the first use of the default container and before the
  /// first `ModelContainer` with `cloudKitDatabase: .automatic`.
  ///
  /// - Parameter identifier: The container's identifier; nil to use the configuration's default.
  public class func setDefault(_ identifier: String?) {
    registeredDefault.withLock { $0 = identifier }
  }

  private static let registeredDefault = Mutex<String?>(nil)

  /// The identifier of the default container; nil if there is none.
  ///
  /// - Throws: A ``CKError`` if the configuration can't be read.
  package class func defaultIdentifier() throws -> String? {
    try registeredDefault.withLock { $0 } ?? ConfiguredConnections.shared.defaultContainer()
  }

  /// The identifier of the default container if it belongs to this program alone: from ``setDefault(_:)`` or
  /// from the environment; nil if there is none.
  package class var programIdentifier: String? {
    registeredDefault.withLock { $0 }
      ?? CloudKitVariables(ProcessInfo.processInfo.environment).container
  }

  /// Returns the database with a scope.
  public func database(with scope: CKDatabase.Scope) -> CKDatabase {
    switch scope {
    case .public: publicCloudDatabase
    case .private: privateCloudDatabase
    case .shared: sharedCloudDatabase
    }
  }

  /// Runs an operation on its database or, if it has none, on the private database.
  public func add(_ operation: CKOperation) {
    if let operation = operation as? CKDatabaseOperation, operation.database == nil {
      operation.database = privateCloudDatabase
    }
    Self.queue.addOperation(operation)
  }

  /// Calls a closure with a container that applies a configuration to its requests.
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKContainer) async throws -> Value
  ) async rethrows -> Value {
    let values = CKOperation.Configuration.Values(configuration, group)
      .over(privateCloudDatabase.configuration)
    return try await body(CKContainer(containerIdentifier, connections, values))
  }

  // MARK: The account

  /// Returns the account status.
  public func accountStatus() async throws -> CKAccountStatus {
    do {
      _ = try await userRecordID()
      return .available
    } catch let error as CKError {
      switch error.code {
      case .notAuthenticated, .badContainer: return .noAccount
      case .permissionFailure: return .restricted
      case .serviceUnavailable, .requestRateLimited, .networkFailure, .networkUnavailable:
        return .couldNotDetermine
      default: throw error
      }
    }
  }

  /// Returns the ID of the signed-in user's record.
  ///
  /// - Throws: ``CKError/notAuthenticated`` if no user is signed in.
  public func userRecordID() async throws -> CKRecord.ID {
    CKRecord.ID(recordName: try await publicCloudDatabase.callerName())
  }
}
