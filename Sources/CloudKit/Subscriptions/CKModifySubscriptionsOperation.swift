// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Saves and deletes subscriptions.
///
/// ```swift
/// let operation = CKModifySubscriptionsOperation(
///   subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "all-changes")],
///   subscriptionIDsToDelete: ["long-hikes"])
/// operation.modifySubscriptionsResultBlock = { result in show(result) }
/// database.add(operation)
/// ```
public final class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The subscriptions to save.
  public var subscriptionsToSave: [CKSubscription]?
  /// The subscriptions to delete.
  public var subscriptionIDsToDelete: [CKSubscription.ID]?
  /// Called for each subscription to save.
  public var perSubscriptionSaveBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  /// Called for each subscription to delete.
  public var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some subscriptions failed.
  public var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that saves and deletes subscriptions.
  public init(
    subscriptionsToSave: [CKSubscription]? = nil,
    subscriptionIDsToDelete: [CKSubscription.ID]? = nil
  ) {
    self.subscriptionsToSave = subscriptionsToSave
    self.subscriptionIDsToDelete = subscriptionIDsToDelete
    super.init()
  }

  override func run() async {
    do {
      let (subscriptions, ids) = (subscriptionsToSave ?? [], subscriptionIDsToDelete ?? [])
      let results = try await target().modifySubscriptions(saving: subscriptions, deleting: ids)
      var errors: [AnyHashable: any Error] = [:]
      for id in subscriptions.map(\.subscriptionID) {
        guard let result = results.saveResults[id] else { continue }
        perSubscriptionSaveBlock?(id, result)
        deprecatedBlocks.report(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      for id in ids {
        guard let result = results.deleteResults[id] else { continue }
        perSubscriptionDeleteBlock?(id, result)
        deprecatedBlocks.report(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.saved, deprecatedBlocks.deleted, error)
    modifySubscriptionsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
