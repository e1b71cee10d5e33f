// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A request to the server that reports its progress and results to blocks.
///
/// ```swift
/// let operation = CKFetchRecordsOperation(recordIDs: [recordID])
/// operation.configuration.timeoutIntervalForRequest = 20
/// operation.fetchRecordsResultBlock = { result in show(result) }
/// database.add(operation)
/// ```
///
/// Configure the operation before adding it to a database, container or queue. Blocks are called
/// serially, on an unspecified thread; the result block is the last. As in Apple's framework, they
/// need not be `@Sendable`: state that only the blocks and the code waiting for the result block
/// access is safe.
open class CKOperation: Operation, @unchecked Sendable {
  // Unchecked like the superclass: configured first, then run.

  /// The ID of an operation within the program.
  public typealias ID = String

  private var ownConfiguration = Configuration()

  // Apple's property is implicitly unwrapped: it accepts nil but never returns it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The request configuration, copied when set; setting nil sets an empty one.
  public var configuration: Configuration! {
    get { ownConfiguration }
    set { ownConfiguration = Configuration(newValue?.values ?? Configuration.Values()) }
  }

  /// The group of the operation.
  public var group: CKOperationGroup?
  /// The operation's unique ID.
  public let operationID: ID = UUID().uuidString
  /// Called when a long-lived operation is persisted; never on Linux.
  public var longLivedOperationWasPersistedBlock: (() -> Void)?

  private let task = Mutex<Task<Void, Never>?>(nil)

  /// An operation without a configuration.
  public override init() { super.init() }

  /// The configuration of the operation with the group's as defaults.
  var settings: Configuration.Values {
    guard let group else { return ownConfiguration.values }
    return ownConfiguration.values.over(group.defaultConfiguration.values)
  }

  /// Sends the requests; overridden by each operation.
  func run() async {}

  /// Runs the operation and waits for its end.
  ///
  /// The queue's thread blocks; the requests themselves use no thread.
  open override func main() {
    let done = DispatchSemaphore(value: 0)
    let work = Task {
      await run()
      done.signal()
    }
    task.withLock { $0 = work }
    if isCancelled { work.cancel() }
    done.wait()
  }

  /// Cancels the operation; its result block is called with ``CKError/operationCancelled``.
  open override func cancel() {
    super.cancel()
    task.withLock { $0 }?.cancel()
  }
}

/// An operation on one database.
///
/// ```swift
/// let first = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: zoneID)])
/// let second = CKModifyRecordsOperation(recordsToSave: [record])
/// second.addDependency(first)
/// database.add(first)
/// database.add(second)
/// ```
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  /// The database; set when the operation is added to a database or container.
  public var database: CKDatabase?

  /// The database with the operation's configuration.
  func target() throws -> CKDatabase {
    let values = settings
    guard let database = database ?? values.container?.privateCloudDatabase else {
      throw CKError(
        .badDatabase,
        "The operation has no database: add it to a database or set its database property.")
    }
    return CKDatabase(
      database.databaseScope, of: database.container, database.connections,
      values.over(database.configuration))
  }

  /// Converts an error for result blocks.
  static func asError(_ error: any Error) -> any Error {
    error is CancellationError
      ? CKError(.operationCancelled, "The operation was cancelled.") : error
  }

  /// The ``CKError/partialFailure`` for failed items; nil if there are none.
  static func partialFailure(_ errors: [AnyHashable: any Error]) -> CKError? {
    guard !errors.isEmpty else { return nil }
    return CKError(
      .partialFailure,
      userInfo: [
        CKPartialErrorsByItemIDKey: errors,
        NSLocalizedDescriptionKey:
          "\(errors.count) \(errors.count == 1 ? "item" : "items") failed.",
      ])
  }
}

/// A group of related operations, such as those of one user action.
///
/// ```swift
/// let group = CKOperationGroup()
/// group.name = "first import"
/// let operation = CKModifyRecordsOperation(recordsToSave: [record])
/// operation.group = group
/// database.add(operation)
/// ```
public final class CKOperationGroup: NSObject, @unchecked Sendable {
  // Unchecked: configured first, then used.

  /// The approximate number of bytes sent or received.
  public enum TransferSize: Int, Sendable {
    case unknown = 0
    case kilobytes, megabytes, tensOfMegabytes, hundredsOfMegabytes, gigabytes, tensOfGigabytes
    case hundredsOfGigabytes
  }

  /// The group's unique ID.
  public let operationGroupID = UUID().uuidString
  private var ownConfiguration = CKOperation.Configuration()

  // As `CKOperation.configuration`.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The default configuration of the group's operations, copied when set.
  public var defaultConfiguration: CKOperation.Configuration! {
    get { ownConfiguration }
    set {
      ownConfiguration = CKOperation.Configuration(
        newValue?.values ?? CKOperation.Configuration.Values())
    }
  }
  /// The purpose of the group.
  public var name: String?
  /// The expected number of operations.
  public var quantity = 0
  /// The expected amount of data sent.
  public var expectedSendSize: TransferSize = .unknown
  /// The expected amount of data received.
  public var expectedReceiveSize: TransferSize = .unknown
}
