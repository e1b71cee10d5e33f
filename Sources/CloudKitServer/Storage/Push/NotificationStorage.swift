// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads what devices are to be told.
package protocol NotificationReading {
  func device(_ id: Int64) throws -> StoredDevice?
  /// A user's device by its client, or by the hash of its token.
  func device(client: String, of subscriber: Int64) throws -> StoredDevice?
  func device(hash: [UInt8], of subscriber: Int64) throws -> StoredDevice?
  /// A user's notifications after a position, in order, without those of changes that a client made.
  func notifications(
    of subscriber: Int64, after position: Int64, exceptFrom client: String?, limit: Int
  ) throws -> [StoredNotification]
  /// The position of the latest notification that there ever was.
  func lastNotification() throws -> Int64
  /// The position of a user's notification that so many younger ones follow; nil if there are fewer.
  func notification(of subscriber: Int64, before count: Int) throws -> Int64?
}

/// Writes what devices are to be told, in the transaction of the change that causes it.
package protocol NotificationWriting: NotificationReading {
  /// Adds a notification in place of an earlier one of the same subscription about the same.
  ///
  /// Once the transaction is committed, those who watch hear of it.
  func add(_ notification: StoredNotification) throws
  /// Inserts a device whose id is 0, and gives it one, or writes one anew.
  func save(_ device: inout StoredDevice) throws
  /// Notes what a device is sure to have, and what was sent to it, and forgets what all of the user's
  /// devices are sure to have.
  func setReceived(by device: Int64, confirmed: Int64, sent: Int64) throws
  func setUsed(_ moment: Int64, device: Int64) throws
  /// Forgets devices that were last used before a moment, or were to be forgotten before another one, with
  /// what waited for them alone; gives how many there were, at most a limit.
  func deleteDevices(usedBefore used: Int64, expiringBefore expires: Int64, limit: Int) throws
    -> Int
  /// Forgets all but so many of a user's devices: those that have not asked for longest.
  func deleteIdlestDevices(of subscriber: Int64, keeping count: Int) throws
  /// Forgets the user's devices that are not sure to have what is up to a position, and the notifications
  /// that no device waits for.
  func deleteDevices(of subscriber: Int64, behind position: Int64) throws
}

/// Watches a storage; it ends with the last reference.
package protocol NotificationWatch: Sendable, AnyObject {}
