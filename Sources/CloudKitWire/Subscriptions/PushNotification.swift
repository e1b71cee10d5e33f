// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A notification of the web courier, with the JSON of a push notification.
package struct PushNotification: ResponseBody {
  /// The event that caused the notification.
  package enum Event: Sendable, Hashable {
    /// A query subscription fired: one record was created, updated or deleted.
    case query(QueryEvent)
    /// A zone subscription fired.
    case zone(zoneID: ZoneID, database: DatabaseScope, subscriptionID: String?)
    /// A database subscription fired.
    case database(DatabaseScope, subscriptionID: String?)
  }

  /// The changed record of a query subscription.
  package struct QueryEvent: Sendable, Hashable {
    package var subscriptionID: String?
    package var recordName: String?
    package var zoneID: ZoneID?
    package var database: DatabaseScope
    package var reason: Subscription.Trigger
    /// The subscription's additional fields, as a JSON object of names and plain values.
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
  /// The record name of the subscription's owner.
  package var userRecordName: String?
  /// True if content was omitted because of the size limit.
  package var isPruned: Bool
  /// The content of the notification.
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
