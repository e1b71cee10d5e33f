// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches subscriptions, by their names or all.
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What is wanted; nil for all.
  public var subscriptionIDs: [CKSubscription.ID]?
  /// Called for each subscription.
  public var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  /// Called at the end; ``CKError/partialFailure`` says that some subscriptions failed.
  public var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  var former = Former()

  /// An operation that fetches nothing unless it is told what.
  public override convenience init() { self.init(subscriptionIDs: []) }

  /// An operation that fetches subscriptions by their names.
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
          former.tell(id, result)
          if case .failure(let error) = result { errors[id] = error }
        }
      } else {
        for subscription in try await database.allSubscriptions() {
          perSubscriptionResultBlock?(subscription.subscriptionID, .success(subscription))
          former.tell(subscription.subscriptionID, .success(subscription))
        }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    former.atEnd?(former.fetched, error)
    fetchSubscriptionsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
