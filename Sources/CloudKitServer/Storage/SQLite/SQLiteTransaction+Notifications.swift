// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import GRDB

extension SQLiteTransaction: NotificationWriting {
  private static let deviceColumns =
    "id, subscriber, hash, client, apns_environment, confirmed, sent, used, expires"

  private func device(_ statement: SQLStatement) throws -> StoredDevice? {
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return StoredDevice(
      id: statement.integer(0), subscriber: statement.integer(1),
      hash: statement.bytes(2).map { Array($0) } ?? [], client: statement.text(3),
      apnsEnvironment: statement.text(4).flatMap { Environment(rawValue: $0) } ?? .production,
      confirmed: statement.integer(5), sent: statement.integer(6), used: statement.integer(7),
      expires: statement.integer(8))
  }

  // MARK: Reading

  func device(_ id: Int64) throws -> StoredDevice? {
    let statement = try statement("SELECT \(Self.deviceColumns) FROM push_devices WHERE id = ?")
    try statement.bind(1, id)
    return try device(statement)
  }

  func device(client: String, of subscriber: Int64) throws -> StoredDevice? {
    let statement = try statement(
      "SELECT \(Self.deviceColumns) FROM push_devices WHERE subscriber = ? AND client = ?")
    try statement.bind(1, subscriber)
    try statement.bind(2, client)
    return try device(statement)
  }

  func device(hash: [UInt8], of subscriber: Int64) throws -> StoredDevice? {
    let statement = try statement(
      "SELECT \(Self.deviceColumns) FROM push_devices WHERE subscriber = ? AND hash = ?")
    try statement.bind(1, subscriber)
    try statement.bind(2, hash)
    return try device(statement)
  }

  func notifications(
    of subscriber: Int64, after position: Int64, exceptFrom client: String?, limit: Int
  ) throws -> [StoredNotification] {
    let statement = try statement(
      """
      SELECT position, subscriber, subscription, item, origin, body FROM notifications
      WHERE subscriber = ?1 AND position > ?2 AND (?3 IS NULL OR origin IS NOT ?3)
      ORDER BY position LIMIT ?4
      """)
    defer { statement.reset() }
    try statement.bind(1, subscriber)
    try statement.bind(2, position)
    try statement.bind(3, client)
    try statement.bind(4, Int64(limit))
    var notifications: [StoredNotification] = []
    while try statement.step() {
      notifications.append(
        StoredNotification(
          position: statement.integer(0), subscriber: statement.integer(1),
          subscription: statement.integer(2), item: statement.text(3) ?? "",
          origin: statement.text(4), body: statement.bytes(5).map { Array($0) } ?? []))
    }
    return notifications
  }

  func lastNotification() throws -> Int64 {
    let statement = try statement("SELECT seq FROM sqlite_sequence WHERE name = 'notifications'")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  func notification(of subscriber: Int64, before count: Int) throws -> Int64? {
    let statement = try statement(
      """
      SELECT position FROM notifications WHERE subscriber = ?
      ORDER BY position DESC LIMIT 1 OFFSET ?
      """)
    defer { statement.reset() }
    try statement.bind(1, subscriber)
    try statement.bind(2, Int64(count))
    return try statement.step() ? statement.integer(0) : nil
  }

  // MARK: Writing

  func add(_ notification: StoredNotification) throws {
    // A notification that replaces another client's notification is for all clients.
    let statement = try statement(
      """
      INSERT OR REPLACE INTO notifications (subscriber, subscription, item, origin, body)
      VALUES (?1, ?2, ?3, CASE WHEN ?4 IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM notifications WHERE subscription = ?2 AND item = ?3 AND origin IS NOT ?4
      ) THEN ?4 END, ?5)
      """)
    try statement.bind(1, notification.subscriber)
    try statement.bind(2, notification.subscription)
    try statement.bind(3, notification.item)
    try statement.bind(4, notification.origin)
    try statement.bind(5, notification.body)
    try statement.run()
    notified.insert(notification.subscriber)
  }

  func save(_ device: inout StoredDevice) throws {
    let isNew = device.id == 0
    let statement = try statement(
      isNew
        ? """
        INSERT INTO push_devices (
          subscriber, hash, client, apns_environment, confirmed, sent, used, expires)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
        : """
        UPDATE push_devices SET subscriber = ?, hash = ?, client = ?, apns_environment = ?,
          confirmed = ?, sent = ?, used = ?, expires = ?
        WHERE id = ?
        """)
    try statement.bind(1, device.subscriber)
    try statement.bind(2, device.hash)
    try statement.bind(3, device.client)
    try statement.bind(4, device.apnsEnvironment.rawValue)
    try statement.bind(5, device.confirmed)
    try statement.bind(6, device.sent)
    try statement.bind(7, device.used)
    try statement.bind(8, device.expires)
    if !isNew { try statement.bind(9, device.id) }
    try statement.run()
    if isNew { device.id = db.lastInsertedRowID }
  }

  func setReceived(by device: Int64, confirmed: Int64, sent: Int64) throws {
    let update = try statement(
      """
      UPDATE push_devices SET confirmed = max(confirmed, ?2), sent = max(sent, ?3) WHERE id = ?1
      """)
    try update.bind(1, device)
    try update.bind(2, confirmed)
    try update.bind(3, sent)
    try update.run()
    guard let subscriber = try self.device(device)?.subscriber else { return }
    try deleteConfirmed(by: subscriber)
  }

  func setUsed(_ moment: Int64, device: Int64) throws {
    let statement = try statement("UPDATE push_devices SET used = max(used, ?) WHERE id = ?")
    try statement.bind(1, moment)
    try statement.bind(2, device)
    try statement.run()
  }

  func deleteDevices(usedBefore used: Int64, expiringBefore expires: Int64, limit: Int) throws
    -> Int
  {
    let deletion = try statement(
      """
      DELETE FROM push_devices WHERE id IN (
        SELECT id FROM push_devices WHERE used < ?1 OR expires < ?2 LIMIT ?3)
      RETURNING subscriber
      """)
    try deletion.bind(1, used)
    try deletion.bind(2, expires)
    try deletion.bind(3, Int64(limit))
    var subscribers: [Int64] = []
    do {
      defer { deletion.reset() }
      while try deletion.step() { subscribers.append(deletion.integer(0)) }
    }
    for subscriber in Set(subscribers) { try deleteConfirmed(by: subscriber) }
    return subscribers.count
  }

  func deleteIdlestDevices(of subscriber: Int64, keeping count: Int) throws {
    let deletion = try statement(
      """
      DELETE FROM push_devices WHERE id IN (
        SELECT id FROM push_devices WHERE subscriber = ?1 ORDER BY used DESC, id DESC
        LIMIT -1 OFFSET ?2)
      """)
    try deletion.bind(1, subscriber)
    try deletion.bind(2, Int64(count))
    try deletion.run()
  }

  func deleteDevices(of subscriber: Int64, behind position: Int64) throws {
    let deletion = try statement(
      "DELETE FROM push_devices WHERE subscriber = ? AND confirmed < ?")
    try deletion.bind(1, subscriber)
    try deletion.bind(2, position)
    try deletion.run()
    try deleteConfirmed(by: subscriber)
  }

  /// Deletes notifications that all of a user's devices have confirmed; all if there is no device.
  private func deleteConfirmed(by subscriber: Int64) throws {
    let statement = try statement(
      """
      DELETE FROM notifications WHERE subscriber = ?1 AND position <= coalesce(
        (SELECT min(confirmed) FROM push_devices WHERE subscriber = ?1), \(Int64.max))
      """)
    try statement.bind(1, subscriber)
    try statement.run()
  }
}
