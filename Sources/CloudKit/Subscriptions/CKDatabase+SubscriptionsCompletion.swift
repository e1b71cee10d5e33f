// Cairn
// SPDX-License-Identifier: Apache-2.0

// Variants of the asynchronous methods with completion handlers, which are called on an unspecified
// thread.

extension CKDatabase {
  /// Fetches a subscription by its ID.
  @preconcurrency public func fetch(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.subscription(for: subscriptionID) } }

  /// Fetches subscriptions by their IDs.
  @preconcurrency public func fetch(
    withSubscriptionIDs subscriptionIDs: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKSubscription.ID: Result<CKSubscription, any Error>], any Error>
      ) -> Void
  ) { result(completionHandler) { try await self.subscriptions(for: subscriptionIDs) } }

  /// Fetches all subscriptions.
  @preconcurrency public func fetchAllSubscriptions(
    completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.allSubscriptions() } }

  /// Saves a subscription, replacing one with the same ID.
  @preconcurrency public func save(
    _ subscription: CKSubscription,
    completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.save(subscription) } }

  /// Deletes a subscription.
  @preconcurrency public func delete(
    withSubscriptionID subscriptionID: CKSubscription.ID,
    completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.deleteSubscription(withID: subscriptionID) } }

  /// Saves and deletes subscriptions.
  @preconcurrency public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID],
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
            deleteResults: [CKSubscription.ID: Result<Void, any Error>]
          ), any Error
        >
      ) -> Void
  ) {
    result(completionHandler) {
      try await self.modifySubscriptions(
        saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
    }
  }
}
