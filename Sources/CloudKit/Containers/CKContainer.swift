// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Notification.Name {
  /// Somebody has signed in or out; the object is nil.
  ///
  /// It is posted when the configuration is read again, which requests do once it has changed; on no particular
  /// thread.
  public static let CKAccountChanged = Notification.Name("CKAccountChanged")
}

/// Whether there is somebody for whom requests can be made.
public enum CKAccountStatus: Int, Sendable {
  /// It can't be told just now.
  case couldNotDetermine = 0
  /// Somebody is signed in.
  case available = 1
  /// The account may not be used.
  case restricted = 2
  /// Nobody is signed in, or no server is configured.
  case noAccount = 3
  /// The account can't be used for a moment.
  case temporarilyUnavailable = 4
}

/// The databases of an app.
///
/// Which server has them, and who is signed in, is said in ``CloudKitConfiguration``, since Apple's
/// API has no place for it.
public final class CKContainer: NSObject, Sendable {
  /// The queue of the operations.
  static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "CloudKit"
    queue.maxConcurrentOperationCount = 8
    return queue
  }()

  /// The container's name, as `iCloud.org.example.app`; nil if it is the default one and the
  /// configuration names none.
  public let containerIdentifier: String?
  /// What everybody sees.
  public let publicCloudDatabase: CKDatabase
  /// What only the user who is signed in sees.
  public let privateCloudDatabase: CKDatabase
  /// What others have shared with the user who is signed in.
  public let sharedCloudDatabase: CKDatabase
  private let connections: any ConnectionProvider

  /// A container by its name.
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

  /// A container whose requests another service answers than the configured one.
  package convenience init(
    identifier: String, environment: String = "development", service: any CloudService,
    policy: RetryPolicy = RetryPolicy(), encryptionKey: CloudKitEncryptionKey? = nil
  ) {
    self.init(identifier, FixedConnection(environment, service, policy, encryptionKey))
  }

  /// A container by its name, with the servers and credentials of another file than the user's own.
  ///
  /// An addition to Apple's API: two users in one process, as in tests.
  public convenience init(identifier: String, configuration: CloudKitConfigurationFile) {
    self.init(identifier, ConfiguredConnections(configuration))
  }

  /// A container whose notifications' stream may say nothing for another time than the usual one.
  package convenience init(
    identifier: String, configuration: CloudKitConfigurationFile, silence: Duration
  ) {
    self.init(
      identifier,
      ConfiguredConnections(configuration, couriers: NotificationCouriers(silence: silence)))
  }

  /// The container that the configuration names as the default.
  public class func `default`() -> CKContainer {
    CKContainer(ConfiguredConnections.shared.defaultContainer, ConfiguredConnections.shared)
  }

  /// One of the three databases.
  public func database(with scope: CKDatabase.Scope) -> CKDatabase {
    switch scope {
    case .public: publicCloudDatabase
    case .private: privateCloudDatabase
    case .shared: sharedCloudDatabase
    }
  }

  /// Runs an operation on the private database, unless it has a database of its own.
  public func add(_ operation: CKOperation) {
    if let operation = operation as? CKDatabaseOperation, operation.database == nil {
      operation.database = privateCloudDatabase
    }
    Self.queue.addOperation(operation)
  }

  /// Runs code with a container whose requests heed a configuration.
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKContainer) async throws -> Value
  ) async rethrows -> Value {
    let values = CKOperation.Configuration.Values(configuration, group)
      .over(privateCloudDatabase.configuration)
    return try await body(CKContainer(containerIdentifier, connections, values))
  }

  // MARK: The account

  /// Whether somebody is signed in.
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

  /// The name of the record that stands for the user who is signed in.
  ///
  /// - Throws: ``CKError/notAuthenticated`` if nobody is.
  public func userRecordID() async throws -> CKRecord.ID {
    CKRecord.ID(recordName: try await publicCloudDatabase.callerName())
  }
}
