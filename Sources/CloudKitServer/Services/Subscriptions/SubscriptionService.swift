// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Lists, creates, changes and deletes the caller's subscriptions.
package struct SubscriptionService: Sendable {
  private let data: ServiceContext

  package init(_ data: ServiceContext) { self.data = data }

  /// `subscriptions/list`.
  package func list(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    let name = try call.subscriberName
    let found = try await data.read(call) { reader, database -> [StoredSubscription] in
      guard let subscriber = try reader.subscriber(name, of: database.schema) else { return [] }
      return try reader.subscriptions(in: database.id, of: subscriber)
    }
    return try SubscriptionsResponse(
      subscriptions: found.map { .subscription(try Subscription(stored: $0.body)) }
    ).encoded()
  }

  /// `subscriptions/lookup`.
  package func lookup(_ request: LookupSubscriptionsRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    let name = try call.subscriberName
    let found = try await data.read(call) { reader, database -> [StoredSubscription?] in
      guard let subscriber = try reader.subscriber(name, of: database.schema) else {
        return request.subscriptionIDs.map { _ in nil }
      }
      return try request.subscriptionIDs.map {
        try reader.subscription($0, in: database.id, of: subscriber)
      }
    }
    let subscriptions = try zip(request.subscriptionIDs, found).map { id, stored in
      guard let stored else {
        return SubscriptionResult.failure(subscriptionID: id, .noSubscription)
      }
      return .subscription(try Subscription(stored: stored.body))
    }
    return try SubscriptionsResponse(subscriptions: subscriptions).encoded()
  }

  /// `subscriptions/modify`: each operation succeeds or fails on its own.
  package func modify(_ request: ModifySubscriptionsRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    let name = try call.subscriberName
    let results = try await data.write(call) { writer, database in
      let run = SubscriptionBatchExecutor(
        call: call, database: database, schema: try data.schemas.schema(of: database, writer),
        subscriber: try writer.makeSubscriber(name, of: database.schema), writer: writer)
      return try request.operations.map { try run.result(of: $0) }
    }
    return try SubscriptionsResponse(subscriptions: results).encoded()
  }
}

extension ServerFailure {
  static var noSubscription: ServerFailure {
    ServerFailure(.notFound, "There is no such subscription.")
  }
}

extension CallContext {
  /// The name of the user or key that owns subscriptions and devices.
  var subscriberName: String {
    get throws(ServerFailure) {
      guard let name = caller.recordName else {
        throw ServerFailure(.authenticationRequired, "request needs authorization")
      }
      return name
    }
  }
}
