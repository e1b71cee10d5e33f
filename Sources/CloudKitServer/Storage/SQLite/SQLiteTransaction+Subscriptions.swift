// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteTransaction: SubscriptionWriting {
  private static let subscriptionColumns =
    "number, database, subscriber, id, zone, record_type, body"

  private func subscriptions(_ statement: SQLStatement) throws -> [StoredSubscription] {
    defer { statement.reset() }
    var subscriptions: [StoredSubscription] = []
    while try statement.step() {
      subscriptions.append(
        StoredSubscription(
          number: statement.integer(0), database: statement.integer(1),
          subscriber: statement.integer(2), id: statement.text(3) ?? "",
          zone: statement.integer(4), recordType: statement.integer(5),
          body: statement.bytes(6).map { Array($0) } ?? []))
    }
    return subscriptions
  }

  // MARK: Reading

  func subscriber(_ recordName: String, of schema: Int64) throws -> Int64? {
    let statement = try statement(
      "SELECT id FROM push_subscribers WHERE schema = ? AND record_name = ?")
    defer { statement.reset() }
    try statement.bind(1, schema)
    try statement.bind(2, recordName)
    return try statement.step() ? statement.integer(0) : nil
  }

  func subscriberName(_ number: Int64) throws -> String? {
    let statement = try statement("SELECT record_name FROM push_subscribers WHERE id = ?")
    defer { statement.reset() }
    try statement.bind(1, number)
    return try statement.step() ? statement.text(0) : nil
  }

  func subscriptions(in database: Int64, of subscriber: Int64) throws -> [StoredSubscription] {
    let statement = try statement(
      """
      SELECT \(Self.subscriptionColumns) FROM subscriptions
      WHERE subscriber = ? AND database = ? ORDER BY id
      """)
    try statement.bind(1, subscriber)
    try statement.bind(2, database)
    return try subscriptions(statement)
  }

  func subscription(_ id: String, in database: Int64, of subscriber: Int64) throws
    -> StoredSubscription?
  {
    let statement = try statement(
      """
      SELECT \(Self.subscriptionColumns) FROM subscriptions
      WHERE subscriber = ? AND database = ? AND id = ?
      """)
    try statement.bind(1, subscriber)
    try statement.bind(2, database)
    try statement.bind(3, id)
    return try subscriptions(statement).first
  }

  func subscriptionCount(in database: Int64, of subscriber: Int64) throws -> Int {
    let statement = try statement(
      "SELECT count(*) FROM subscriptions WHERE subscriber = ? AND database = ?")
    defer { statement.reset() }
    try statement.bind(1, subscriber)
    try statement.bind(2, database)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  func hasSubscriptions(in database: Int64) throws -> Bool {
    let statement = try statement("SELECT 1 FROM subscriptions WHERE database = ? LIMIT 1")
    defer { statement.reset() }
    try statement.bind(1, database)
    return try statement.step()
  }

  func subscriptions(in database: Int64, toType type: Int64) throws -> [StoredSubscription] {
    let statement = try statement(
      """
      SELECT \(Self.subscriptionColumns) FROM subscriptions
      WHERE database = ? AND record_type = ? AND EXISTS (
        SELECT 1 FROM push_devices WHERE push_devices.subscriber = subscriptions.subscriber)
      ORDER BY number
      """)
    try statement.bind(1, database)
    try statement.bind(2, type)
    return try subscriptions(statement)
  }

  // MARK: Writing

  func makeSubscriber(_ recordName: String, of schema: Int64) throws -> Int64 {
    if let subscriber = try subscriber(recordName, of: schema) { return subscriber }
    let statement = try statement(
      "INSERT INTO push_subscribers (schema, record_name) VALUES (?, ?)")
    try statement.bind(1, schema)
    try statement.bind(2, recordName)
    try statement.run()
    return db.lastInsertedRowID
  }

  func save(_ subscription: inout StoredSubscription) throws {
    let isNew = subscription.number == 0
    let statement = try statement(
      isNew
        ? """
        INSERT INTO subscriptions (database, subscriber, id, zone, record_type, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """
        : """
        UPDATE subscriptions
        SET database = ?, subscriber = ?, id = ?, zone = ?, record_type = ?, body = ?
        WHERE number = ?
        """)
    try statement.bind(1, subscription.database)
    try statement.bind(2, subscription.subscriber)
    try statement.bind(3, subscription.id)
    try statement.bind(4, subscription.zone)
    try statement.bind(5, subscription.recordType)
    try statement.bind(6, subscription.body)
    if !isNew { try statement.bind(7, subscription.number) }
    try statement.run()
    if isNew { subscription.number = db.lastInsertedRowID }
  }

  func deleteSubscription(_ number: Int64, keepingNotifications: Bool) throws {
    let deletion = try statement("DELETE FROM subscriptions WHERE number = ?")
    try deletion.bind(1, number)
    try deletion.run()
    if keepingNotifications { return }
    let notifications = try statement("DELETE FROM notifications WHERE subscription = ?")
    try notifications.bind(1, number)
    try notifications.run()
  }

  func deleteSubscriptions(toZone zone: Int64) throws {
    let statement = try statement("DELETE FROM subscriptions WHERE zone = ?")
    try statement.bind(1, zone)
    try statement.run()
  }

  func deleteSubscribers(_ recordName: String?, of schema: Int64) throws {
    // Foreign keys cascade to subscriptions, devices and notifications.
    let statement = try statement(
      """
      DELETE FROM push_subscribers WHERE schema = ?1 AND (?2 IS NULL OR record_name = ?2)
      """)
    try statement.bind(1, schema)
    try statement.bind(2, recordName)
    try statement.run()
  }
}
