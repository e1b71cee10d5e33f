// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches subscriptions by their IDs, or all subscriptions.
///
/// ```swift
/// let operation = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
/// operation.perSubscriptionResultBlock = { subscriptionID, _ in print(subscriptionID) }
/// database.add(operation)
/// ```
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The subscriptions to fetch; nil for all.
  public var subscriptionIDs: [CKSubscription.ID]?
  /// Called for each subscription.
  public var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some subscriptions failed.
  public var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that fetches nothing until its IDs are set.
  public override convenience init() { self.init(subscriptionIDs: []) }

  /// An operation that fetches subscriptions by their IDs.
  public convenience init(subscriptionIDs: [CKSubscription.ID]) { self.init(subscriptionIDs) }

  private init(_ subscriptionIDs: [CKSubscription.ID]?) {
    self.subscriptionIDs = subscriptionIDs
    super.init()
  }

  /// An operation that fetches all subscriptions.
  public class func fetchAllSubscriptionsOperation() -> Self {
    unsafeDowncast(CKFetchSubscriptionsOperation(nil), to: Self.self)
  }

  override func run() async {
    do {
      let database = try target()
      var errors: [AnyHashable: any Error] = [:]
      if let ids = subscriptionIDs {
        let results = try await database.subscriptions(for: ids)
        for id in ids {
          guard let result = results[id] else { continue }
          perSubscriptionResultBlock?(id, result)
          deprecatedBlocks.report(id, result)
          if case .failure(let error) = result { errors[id] = error }
        }
      } else {
        for subscription in try await database.allSubscriptions() {
          perSubscriptionResultBlock?(subscription.subscriptionID, .success(subscription))
          deprecatedBlocks.report(subscription.subscriptionID, .success(subscription))
        }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.fetched, error)
    fetchSubscriptionsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
