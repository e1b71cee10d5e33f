// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A notification for the devices of a user.
package struct StoredNotification: Sendable, Hashable {
  /// The position in the log, higher than all positions committed before and never reused.
  package var position: Int64
  package var subscriber: Int64
  /// The number of the subscription that caused it.
  package var subscription: Int64
  /// The changed item; of a subscription's notifications for one item, only the latest is stored.
  package var item: String
  /// The client that made the change and is not notified; nil if unknown or several.
  package var origin: String?
  /// The JSON of the notification.
  package var body: [UInt8]

  package init(
    position: Int64 = 0, subscriber: Int64, subscription: Int64, item: String, origin: String?,
    body: [UInt8]
  ) {
    self.position = position
    self.subscriber = subscriber
    self.subscription = subscription
    self.item = item
    self.origin = origin
    self.body = body
  }
}

/// Reads devices and their notifications.
package protocol NotificationReading {
  func device(_ id: Int64) throws -> StoredDevice?
  /// Finds a user's device by its client ID.
  func device(client: String, of subscriber: Int64) throws -> StoredDevice?
  /// Finds a user's device by the hash of its push token.
  func device(hash: [UInt8], of subscriber: Int64) throws -> StoredDevice?
  /// A user's notifications after a position, in order, without a client's own changes.
  func notifications(
    of subscriber: Int64, after position: Int64, exceptFrom client: String?, limit: Int
  ) throws -> [StoredNotification]
  /// The highest position ever assigned to a notification.
  func lastNotification() throws -> Int64
  /// The position of a user's notification with `count` newer ones; nil if there are fewer.
  func notification(of subscriber: Int64, before count: Int) throws -> Int64?
}

/// Writes devices and notifications, in the transaction of the change that causes them.
package protocol NotificationWriting: NotificationReading {
  /// Adds a notification, replacing an earlier one with the same subscription and item.
  ///
  /// The commit of the transaction notifies watchers.
  func add(_ notification: StoredNotification) throws
  /// Inserts a device with the ID 0 and sets its ID, or updates an existing device.
  func save(_ device: inout StoredDevice) throws
  /// Records the confirmed and the sent position of a device.
  ///
  /// Notifications confirmed by all of the user's devices are deleted.
  func setReceived(by device: Int64, confirmed: Int64, sent: Int64) throws
  func setUsed(_ moment: Int64, device: Int64) throws
  /// Deletes up to `limit` unused or expired devices, with notifications pending only for them.
  ///
  /// Returns the number of deleted devices.
  func deleteDevices(usedBefore used: Int64, expiringBefore expires: Int64, limit: Int) throws
    -> Int
  /// Deletes all but the `count` most recently used devices of a user.
  func deleteIdlestDevices(of subscriber: Int64, keeping count: Int) throws
  /// Deletes a user's devices whose confirmed position is below `position`.
  ///
  /// Notifications pending for no device are deleted as well.
  func deleteDevices(of subscriber: Int64, behind position: Int64) throws
}

/// A watch of a storage, which ends with its last reference.
package protocol NotificationWatch: Sendable, AnyObject {}
