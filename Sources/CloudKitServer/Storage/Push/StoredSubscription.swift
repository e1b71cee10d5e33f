// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A stored subscription.
package struct StoredSubscription: Sendable, Hashable {
  /// The storage's number of the subscription, never reused; 0 before its insertion.
  package var number: Int64
  package var database: Int64
  /// The storage's number of the user whose devices are notified.
  package var subscriber: Int64
  /// The client's ID of the subscription.
  package var id: String
  /// The subscribed zone; 0 for all zones.
  package var zone: Int64
  /// The schema's ID of the query's record type; 0 without a query.
  package var recordType: Int64
  /// The JSON of the subscription for responses.
  package var body: [UInt8]

  package init(
    number: Int64 = 0, database: Int64, subscriber: Int64, id: String, zone: Int64 = 0,
    recordType: Int64 = 0, body: [UInt8]
  ) {
    self.number = number
    self.database = database
    self.subscriber = subscriber
    self.id = id
    self.zone = zone
    self.recordType = recordType
    self.body = body
  }
}

/// Reads subscribers and subscriptions.
package protocol SubscriptionReading {
  /// The number of a user with a past or present subscription or device; nil for other users.
  ///
  /// Numbers are assigned per environment of a container, identified by its schema.
  func subscriber(_ recordName: String, of schema: Int64) throws -> Int64?
  /// The record name of the user with a number; nil for an unassigned number.
  func subscriberName(_ number: Int64) throws -> String?
  /// A user's subscriptions in a database, ordered by ID.
  func subscriptions(in database: Int64, of subscriber: Int64) throws -> [StoredSubscription]
  func subscription(_ id: String, in database: Int64, of subscriber: Int64) throws
    -> StoredSubscription?
  func subscriptionCount(in database: Int64, of subscriber: Int64) throws -> Int
  /// True if a database has any subscriptions.
  func hasSubscriptions(in database: Int64) throws -> Bool
  /// The subscriptions to a record type, or for 0 to zones and the database, in creation order.
  ///
  /// Subscriptions of users without devices are omitted.
  func subscriptions(in database: Int64, toType type: Int64) throws -> [StoredSubscription]
}

/// Creates, updates and deletes subscriptions.
package protocol SubscriptionWriting: SubscriptionReading {
  /// Finds or assigns the number of a user.
  func makeSubscriber(_ recordName: String, of schema: Int64) throws -> Int64
  /// Inserts a subscription with the number 0 and sets its number, or updates an existing one.
  func save(_ subscription: inout StoredSubscription) throws
  /// Deletes a subscription and, unless `keepingNotifications`, its pending notifications.
  func deleteSubscription(_ number: Int64, keepingNotifications: Bool) throws
  /// Deletes the subscriptions to a deleted zone; their pending notifications remain.
  func deleteSubscriptions(toZone zone: Int64) throws
  /// Deletes a user's subscriptions, devices and notifications; nil for all users.
  func deleteSubscribers(_ recordName: String?, of schema: Int64) throws
}
