// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Performs the operations of a `subscriptions/modify` in a write transaction.
struct SubscriptionBatchExecutor {
  let call: CallContext
  let database: StoredDatabase
  let schema: Schema
  let subscriber: Int64
  let writer: any StorageWriter

  /// Performs one operation; a rejected one writes nothing.
  func result(of operation: ModifySubscriptionsRequest.Operation) throws -> SubscriptionResult {
    let id = operation.subscription.subscriptionID ?? UUID().uuidString
    do {
      let existing = try writer.subscription(id, in: database.id, of: subscriber)
      switch operation.kind {
      case .delete:
        guard let existing else { throw ServerFailure.noSubscription }
        try writer.deleteSubscription(existing.number, keepingNotifications: false)
        return .deleted(subscriptionID: id)
      case .create: return .subscription(try save(operation.subscription, id, existing))
      case .update:
        guard let existing else { throw ServerFailure.noSubscription }
        let before = try Subscription(stored: existing.body)
        return .subscription(try save(before.updated(by: operation.subscription), id, existing))
      }
    } catch let failure as ServerFailure {
      return .failure(subscriptionID: id, failure)
    }
  }

  private func save(
    _ given: Subscription, _ id: String, _ existing: StoredSubscription?
  ) throws -> Subscription {
    var subscription = given
    subscription.subscriptionID = id
    var stored = StoredSubscription(
      number: existing?.number ?? 0, database: database.id, subscriber: subscriber, id: id,
      body: [])
    switch subscription.subscriptionType {
    case .zone: stored.zone = try checkZone(&subscription)
    case .database: try checkDatabase(&subscription)
    case .query: (stored.recordType, stored.zone) = try checkQuery(&subscription)
    case nil: throw ServerFailure(.badRequest, "subscriptionType is missing")
    }
    do {
      stored.body = try subscription.stored()
    } catch {
      throw ServerFailure(error)
    }
    guard stored.body.count <= NotificationLimits.subscriptionBytes else {
      throw ServerFailure(
        .badRequest,
        "The subscription has \(stored.body.count) bytes, more than "
          + "\(NotificationLimits.subscriptionBytes).")
    }
    if existing == nil {
      let count = try writer.subscriptionCount(in: database.id, of: subscriber)
      guard count < NotificationLimits.subscriptions else {
        throw ServerFailure(
          .quotaExceeded, "There are \(count) subscriptions in this database already: delete some.")
      }
    } else if let existing, existing.body == stored.body {
      return subscription
    }
    try writer.save(&stored)
    return subscription
  }

  // MARK: Rules

  private func checkZone(_ subscription: inout Subscription) throws -> Int64 {
    guard let zoneID = subscription.zoneID else {
      throw ServerFailure(.badRequest, "zoneID is missing: a zone subscription needs one")
    }
    if call.database != .private { throw notHere("zone") }
    guard zoneID.zoneName != ZoneID.defaultName else {
      throw ServerFailure(
        .badRequest, "The default zone has no change log: subscribe to a query instead.")
    }
    (subscription.query, subscription.firesOn, subscription.firesOnce) = (nil, nil, nil)
    subscription.zoneWide = nil
    return try zone(zoneID, &subscription)
  }

  private func checkDatabase(_ subscription: inout Subscription) throws {
    if call.database == .public { throw notHere("database") }
    (subscription.query, subscription.firesOn, subscription.firesOnce) = (nil, nil, nil)
    (subscription.zoneID, subscription.zoneWide) = (nil, nil)
  }

  private func checkQuery(_ subscription: inout Subscription) throws -> (type: Int64, zone: Int64) {
    if call.database == .shared { throw notHere("query") }
    guard let query = subscription.query else {
      throw ServerFailure(.badRequest, "query is missing: a query subscription needs one")
    }
    guard let firesOn = subscription.firesOn, !firesOn.isEmpty else {
      throw ServerFailure(.badRequest, "firesOn is missing: name some of create, update, delete")
    }
    try checkLength(query.filters.count, "query.filterBy")
    let info = subscription.notificationInfo
    try checkLength(info?.additionalFields?.count, "notificationInfo.additionalFields")
    for list in [
      info?.alertLocalizationArgs, info?.titleLocalizationArgs, info?.subtitleLocalizationArgs,
    ] {
      try checkLength(list?.count, "a list of arguments in notificationInfo")
    }
    let type = try CompiledQuery(query, schema, call.environment).type.id
    subscription.recordType = nil
    subscription.firesOn = [.create, .update, .delete].filter { firesOn.contains($0) }
    subscription.firesOnce = subscription.firesOnce ?? false
    // As in queries: a named zone has precedence, then all zones or the default one.
    if let zoneID = subscription.zoneID {
      subscription.zoneWide = false
      return (type, try zone(zoneID, &subscription))
    }
    subscription.zoneWide = subscription.zoneWide ?? true
    if subscription.zoneWide == true { return (type, 0) }
    return (type, try zone(.default, &subscription))
  }

  /// Limits the length of a list, because all other writers wait while it is evaluated for each change.
  private func checkLength(_ count: Int?, _ name: String) throws {
    guard let count, count > NotificationLimits.subscriptionItems else { return }
    throw ServerFailure(
      .badRequest,
      "\(name): found \(count) elements, expected at most "
        + "\(NotificationLimits.subscriptionItems) in a subscription")
  }

  /// Returns the zone's number, and normalizes the subscription's zone ID.
  private func zone(_ zoneID: ZoneID, _ subscription: inout Subscription) throws -> Int64 {
    guard call.owns(zoneID), let zone = try writer.zone(named: zoneID.zoneName, in: database.id)
    else { throw ServerFailure.noZone(zoneID) }
    subscription.zoneID = call.zoneID(zone.name)
    return zone.id
  }

  private func notHere(_ kind: String) -> ServerFailure {
    ServerFailure(
      .badRequest,
      "A subscription of type '\(kind)' is not applicable in the database type "
        + "'\(call.database.rawValue)db'")
  }
}

extension Subscription {
  /// Returns the subscription with the members of an update; omitted members stay unchanged.
  fileprivate func updated(by update: Subscription) throws(ServerFailure) -> Subscription {
    if let type = update.subscriptionType, type != subscriptionType {
      throw ServerFailure(
        .badRequest,
        "The subscription is of type '\(subscriptionType?.rawValue ?? "")', which "
          + "can't be changed.")
    }
    var result = self
    result.recordType = update.recordType ?? recordType
    result.query = update.query ?? query
    result.firesOn = update.firesOn ?? firesOn
    result.firesOnce = update.firesOnce ?? firesOnce
    result.notificationInfo = update.notificationInfo ?? notificationInfo
    if update.zoneID != nil || update.zoneWide != nil {
      (result.zoneID, result.zoneWide) = (update.zoneID, update.zoneWide)
    }
    return result
  }
}
