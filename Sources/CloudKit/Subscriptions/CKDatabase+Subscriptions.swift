// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// Fetches a subscription of the user.
  ///
  /// - Throws: ``CKError/unknownItem`` if it does not exist.
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    guard let result = try await subscriptions(for: [subscriptionID])[subscriptionID] else {
      throw CKError(.internalError, "The server's response lacks this subscription.")
    }
    return try result.get()
  }

  /// Fetches subscriptions of the user, each with its own result.
  public func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
    guard !ids.isEmpty else { return [:] }
    try Self.checkCount(ids.count)
    let response = try await connection().send(
      .lookupSubscriptions, databaseScope, LookupSubscriptionsRequest(subscriptionIDs: ids),
      as: SubscriptionsResponse.self)
    var results: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
    for (id, response) in try Self.pairs(ids, response) { results[id] = subscription(response) }
    return results
  }

  /// Fetches all subscriptions of the user in this database, sorted by name.
  public func allSubscriptions() async throws -> [CKSubscription] {
    let response = try await connection().send(
      .listSubscriptions, databaseScope, EmptyRequest(), as: SubscriptionsResponse.self)
    return try response.subscriptions.map { try subscription($0).get() }
  }

  /// Saves a subscription, replacing one with the same ID.
  ///
  /// - Throws: ``CKError/invalidArguments`` for a predicate that servers do not support, a query
  ///   subscription without a trigger, or a kind of subscription that the database does not
  ///   support: zone subscriptions need the private database, query subscriptions the public or
  ///   private one, database subscriptions the private or shared one.
  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    let id = subscription.subscriptionID
    let results = try await modifySubscriptions(saving: [subscription], deleting: []).saveResults
    guard let result = results[id] else {
      throw CKError(.internalError, "The server's response lacks this subscription.")
    }
    return try result.get()
  }

  /// Deletes a subscription.
  ///
  /// - Throws: ``CKError/unknownItem`` if it does not exist.
  @discardableResult
  public func deleteSubscription(
    withID subscriptionID: CKSubscription.ID
  ) async throws -> CKSubscription.ID {
    let results = try await modifySubscriptions(saving: [], deleting: [subscriptionID])
    try results.deleteResults[subscriptionID]?.get()
    return subscriptionID
  }

  /// Saves and deletes subscriptions, each with its own result.
  ///
  /// - Throws: An error of the whole request. An invalid subscription gets its own error, and the
  ///   others are saved.
  public func modifySubscriptions(
    saving subscriptionsToSave: [CKSubscription],
    deleting subscriptionIDsToDelete: [CKSubscription.ID]
  ) async throws -> (
    saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
    deleteResults: [CKSubscription.ID: Result<Void, any Error>]
  ) {
    var saved: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
    var deleted: [CKSubscription.ID: Result<Void, any Error>] = [:]
    var operations: [ModifySubscriptionsRequest.Operation] = []
    for subscription in subscriptionsToSave {
      do {
        operations.append(.init(.create, try subscription.wire()))
      } catch {
        saved[subscription.subscriptionID] = .failure(error)
      }
    }
    let saves = operations.count
    for id in subscriptionIDsToDelete {
      operations.append(.init(.delete, Subscription(subscriptionID: id)))
    }
    guard !operations.isEmpty else { return (saved, deleted) }
    try Self.checkCount(operations.count)
    let response = try await connection().send(
      .modifySubscriptions, databaseScope, ModifySubscriptionsRequest(operations: operations),
      as: SubscriptionsResponse.self)
    let ids = operations.map { $0.subscription.subscriptionID ?? "" }
    for (index, (id, response)) in try Self.pairs(ids, response).enumerated() {
      if index < saves {
        saved[id] = subscription(response)
      } else if case .failure(_, let failure) = response {
        deleted[id] = .failure(CKError(failure))
      } else {
        deleted[id] = .success(())
      }
    }
    return (saved, deleted)
  }

  // MARK: Responses

  private static func checkCount(_ count: Int) throws {
    guard count <= Limits.items else {
      throw CKError(
        .limitExceeded,
        "\(count) subscriptions in one request exceed the limit of \(Limits.items): send fewer.")
    }
  }

  /// Pairs the results with their IDs: both are in request order.
  private static func pairs(
    _ ids: [CKSubscription.ID], _ response: SubscriptionsResponse
  ) throws -> Zip2Sequence<[CKSubscription.ID], [SubscriptionResult]> {
    guard ids.count == response.subscriptions.count else {
      throw CKError(
        .internalError,
        "The server returned \(response.subscriptions.count) results for "
          + "\(ids.count) subscriptions.")
    }
    return zip(ids, response.subscriptions)
  }

  private func subscription(_ response: SubscriptionResult) -> Result<CKSubscription, any Error> {
    switch response {
    case .subscription(let subscription):
      return Result { try CKSubscription.make(subscription, in: databaseScope) }
    case .failure(_, let failure): return .failure(CKError(failure))
    case .deleted(let id):
      return .failure(
        CKError(.internalError, "The server unexpectedly deleted the subscription \(id)."))
    }
  }
}
