// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads who is subscribed to what.
package protocol SubscriptionReading {
  /// The number of a user who has had a subscription or device; nil for any other.
  ///
  /// It is of one environment of a container, which is what the schema stands for.
  func subscriber(_ recordName: String, of schema: Int64) throws -> Int64?
  /// The record name of the user with a number; nil for a number that nobody has.
  func subscriberName(_ number: Int64) throws -> String?
  /// A user's subscriptions in a database, by id.
  func subscriptions(in database: Int64, of subscriber: Int64) throws -> [StoredSubscription]
  func subscription(_ id: String, in database: Int64, of subscriber: Int64) throws
    -> StoredSubscription?
  func subscriptionCount(in database: Int64, of subscriber: Int64) throws -> Int
  /// True if anybody is subscribed to anything in a database.
  func hasSubscriptions(in database: Int64) throws -> Bool
  /// The subscriptions to a type, or for 0 those to zones and the database, of users who have a device to
  /// be told on; in the order in which they were made.
  func subscriptions(in database: Int64, toType type: Int64) throws -> [StoredSubscription]
}

/// Makes and deletes subscriptions.
package protocol SubscriptionWriting: SubscriptionReading {
  /// The number of a user: made if there is none.
  func makeSubscriber(_ recordName: String, of schema: Int64) throws -> Int64
  /// Inserts a subscription whose number is 0, and gives it one, or writes one anew.
  func save(_ subscription: inout StoredSubscription) throws
  /// Deletes a subscription; what it has told already still reaches the devices if it is kept.
  func deleteSubscription(_ number: Int64, keepingNotifications: Bool) throws
  /// Deletes the subscriptions to a zone that is gone; what they have told already is kept.
  func deleteSubscriptions(toZone zone: Int64) throws
  /// Forgets a user: subscriptions, devices, and what these were to be told. All users for nil.
  func deleteSubscribers(_ recordName: String?, of schema: Int64) throws
}
