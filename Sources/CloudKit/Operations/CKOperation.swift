// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Something to be asked of the server, with blocks that are called on the way.
///
/// Set everything before the operation is added to a database, container or queue. Blocks are called
/// one after the other, on no particular thread; the last one is the operation's own result block. They need not be
/// `@Sendable`, as in Apple's framework: what only they and whoever waits for the last one touch is safe in them.
open class CKOperation: Operation, @unchecked Sendable {
  // Unchecked, as its superclass: set up first, then run.

  /// Names an operation among those of the program.
  public typealias ID = String

  private var ownConfiguration = Configuration()

  // Apple's is implicitly unwrapped: nil can be set, and is never what comes back.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// How its requests are made: a copy of what is set; nil sets one that says nothing.
  public var configuration: Configuration! {
    get { ownConfiguration }
    set { ownConfiguration = Configuration(newValue?.values ?? Configuration.Values()) }
  }

  /// The operations that it belongs to.
  public var group: CKOperationGroup?
  /// Another one for each operation.
  public let operationID: ID = UUID().uuidString
  /// Called when a long-lived operation is kept; never on Linux.
  public var longLivedOperationWasPersistedBlock: (() -> Void)?

  private let task = Mutex<Task<Void, Never>?>(nil)

  /// An operation for which nothing is said yet.
  public override init() { super.init() }

  /// What the operation and its group say.
  var settings: Configuration.Values {
    guard let group else { return ownConfiguration.values }
    return ownConfiguration.values.over(group.defaultConfiguration.values)
  }

  /// Runs the requests; overridden by each operation.
  func run() async {}

  /// Runs the operation, and waits for its end.
  ///
  /// The queue's thread waits; the requests themselves hold none.
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

  /// Ends the operation early; its result block is called with ``CKError/operationCancelled``.
  open override func cancel() {
    super.cancel()
    task.withLock { $0 }?.cancel()
  }
}

/// An operation on one database.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  /// The database; set by whom it is added to.
  public var database: CKDatabase?

  /// The database, with the operation's own configuration if it has one.
  func target() throws -> CKDatabase {
    let values = settings
    guard let database = database ?? values.container?.privateCloudDatabase else {
      throw CKError(
        .badDatabase, "The operation has no database: add it to one, or set its database.")
    }
    return CKDatabase(
      database.databaseScope, of: database.container, database.connections,
      values.over(database.configuration))
  }

  /// An error as result blocks have it.
  static func asError(_ error: any Error) -> any Error {
    error is CancellationError
      ? CKError(.operationCancelled, "The operation was cancelled.") : error
  }

  /// That some items failed; nil if none did.
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

/// Operations that belong together, as those of one action of the user.
public final class CKOperationGroup: NSObject, @unchecked Sendable {
  // Unchecked: set up first, then used.

  /// About how many bytes are sent or received.
  public enum TransferSize: Int, Sendable {
    case unknown = 0
    case kilobytes, megabytes, tensOfMegabytes, hundredsOfMegabytes, gigabytes, tensOfGigabytes
    case hundredsOfGigabytes
  }

  /// Another one for each group.
  public let operationGroupID = UUID().uuidString
  private var ownConfiguration = CKOperation.Configuration()

  // As `CKOperation.configuration`.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// How operations of the group are made that don't say it themselves: a copy of what is set.
  public var defaultConfiguration: CKOperation.Configuration! {
    get { ownConfiguration }
    set {
      ownConfiguration = CKOperation.Configuration(
        newValue?.values ?? CKOperation.Configuration.Values())
    }
  }
  /// What the group is for.
  public var name: String?
  /// How many operations there will be.
  public var quantity = 0
  /// About how much they send.
  public var expectedSendSize: TransferSize = .unknown
  /// About how much they receive.
  public var expectedReceiveSize: TransferSize = .unknown
}
