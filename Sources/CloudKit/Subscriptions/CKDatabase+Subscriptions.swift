// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// A subscription of the user by its name.
  ///
  /// - Throws: ``CKError/unknownItem`` if there is none.
  public func subscription(for subscriptionID: CKSubscription.ID) async throws -> CKSubscription {
    guard let result = try await subscriptions(for: [subscriptionID])[subscriptionID] else {
      throw CKError(.internalError, "The server's answer says nothing about this subscription.")
    }
    return try result.get()
  }

  /// Subscriptions of the user by their names, each with an error of its own if there is none.
  public func subscriptions(
    for ids: [CKSubscription.ID]
  ) async throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
    guard !ids.isEmpty else { return [:] }
    try Self.checkCount(ids.count)
    let answer = try await connection().ask(
      .lookupSubscriptions, databaseScope, LookupSubscriptionsRequest(subscriptionIDs: ids),
      as: SubscriptionsResponse.self)
    var results: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
    for (id, answer) in try Self.pairs(ids, answer) { results[id] = subscription(answer) }
    return results
  }

  /// All subscriptions of the user in this database, by their names.
  public func allSubscriptions() async throws -> [CKSubscription] {
    let answer = try await connection().ask(
      .listSubscriptions, databaseScope, EmptyRequest(), as: SubscriptionsResponse.self)
    return try answer.subscriptions.map { try subscription($0).get() }
  }

  /// Saves a subscription; one with the same name is replaced.
  ///
  /// - Throws: ``CKError/invalidArguments`` for a predicate that servers don't know, a query's
  ///   subscription that never fires, or one that is not for this database: zones only in the private one,
  ///   queries only in the public and the private one, databases not in the public one.
  @discardableResult
  public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
    let id = subscription.subscriptionID
    let results = try await modifySubscriptions(saving: [subscription], deleting: []).saveResults
    guard let result = results[id] else {
      throw CKError(.internalError, "The server's answer says nothing about this subscription.")
    }
    return try result.get()
  }

  /// Deletes a subscription.
  ///
  /// - Throws: ``CKError/unknownItem`` if there is none.
  @discardableResult
  public func deleteSubscription(
    withID subscriptionID: CKSubscription.ID
  ) async throws -> CKSubscription.ID {
    let results = try await modifySubscriptions(saving: [], deleting: [subscriptionID])
    try results.deleteResults[subscriptionID]?.get()
    return subscriptionID
  }

  /// Saves and deletes subscriptions, each with an error of its own if that fails.
  ///
  /// - Throws: What befalls the request as a whole; what the server would not understand of a single
  ///   subscription is its own error, and the others are saved.
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
    let answer = try await connection().ask(
      .modifySubscriptions, databaseScope, ModifySubscriptionsRequest(operations: operations),
      as: SubscriptionsResponse.self)
    let ids = operations.map { $0.subscription.subscriptionID ?? "" }
    for (index, (id, answer)) in try Self.pairs(ids, answer).enumerated() {
      if index < saves {
        saved[id] = subscription(answer)
      } else if case .failure(_, let failure) = answer {
        deleted[id] = .failure(CKError(failure))
      } else {
        deleted[id] = .success(())
      }
    }
    return (saved, deleted)
  }

  // MARK: Answers

  private static func checkCount(_ count: Int) throws {
    guard count <= Limits.items else {
      throw CKError(
        .limitExceeded,
        "\(count) subscriptions in one request: at most \(Limits.items) are taken, send fewer.")
    }
  }

  /// Answers come in the order of what was asked.
  private static func pairs(
    _ ids: [CKSubscription.ID], _ answer: SubscriptionsResponse
  ) throws -> Zip2Sequence<[CKSubscription.ID], [SubscriptionResult]> {
    guard ids.count == answer.subscriptions.count else {
      throw CKError(
        .internalError,
        "The server gave \(answer.subscriptions.count) answers for \(ids.count) subscriptions.")
    }
    return zip(ids, answer.subscriptions)
  }

  private func subscription(_ answer: SubscriptionResult) -> Result<CKSubscription, any Error> {
    switch answer {
    case .subscription(let subscription):
      return Result { try CKSubscription.make(subscription, in: databaseScope) }
    case .failure(_, let failure): return .failure(CKError(failure))
    case .deleted(let id):
      return .failure(
        CKError(.internalError, "The server deleted the subscription \(id), which was not asked."))
    }
  }
}
