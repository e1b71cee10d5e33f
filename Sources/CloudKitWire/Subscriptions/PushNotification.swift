// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the web courier delivers: the JSON that a push notification has.
package struct PushNotification: ResponseBody {
  /// What happened.
  package enum Event: Sendable, Hashable {
    /// A query's subscription: one record was created, updated or deleted.
    case query(QueryEvent)
    /// A zone's subscription.
    case zone(zoneID: ZoneID, database: DatabaseScope, subscriptionID: String?)
    /// A database's subscription.
    case database(DatabaseScope, subscriptionID: String?)
  }

  /// The record that a query's subscription fired for.
  package struct QueryEvent: Sendable, Hashable {
    package var subscriptionID: String?
    package var recordName: String?
    package var zoneID: ZoneID?
    package var database: DatabaseScope
    package var reason: Subscription.Trigger
    /// The additional fields that the subscription wants, as the JSON of an object of names and
    /// plain values.
    package var fields: [UInt8]?

    package init(
      subscriptionID: String?, recordName: String?, zoneID: ZoneID?, database: DatabaseScope,
      reason: Subscription.Trigger, fields: [UInt8]? = nil
    ) {
      self.subscriptionID = subscriptionID
      self.recordName = recordName
      self.zoneID = zoneID
      self.database = database
      self.reason = reason
      self.fields = fields
    }
  }

  package var notificationID: String
  package var container: String
  package var environment: Environment
  package var event: Event?
  /// The record name of the user whose subscription it was.
  package var userRecordName: String?
  /// True if something was left out for lack of room.
  package var isPruned: Bool
  /// What is shown or done.
  package var info: NotificationInfo?

  package init(
    notificationID: String, container: String, environment: Environment, event: Event?,
    userRecordName: String? = nil, isPruned: Bool = false, info: NotificationInfo? = nil
  ) {
    self.notificationID = notificationID
    self.container = container
    self.environment = environment
    self.event = event
    self.userRecordName = userRecordName
    self.isPruned = isPruned
    self.info = info
  }
}
