// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of subscriptions, devices and notifications.
enum SQLitePushTables {
  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        -- AUTOINCREMENT everywhere: URLs and ids of notifications name rows by their numbers.
        CREATE TABLE push_subscribers (
          id INTEGER PRIMARY KEY AUTOINCREMENT, schema INTEGER NOT NULL REFERENCES schemas (id),
          record_name TEXT NOT NULL,
          UNIQUE (schema, record_name)
        ) STRICT;
        CREATE TABLE subscriptions (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          database INTEGER NOT NULL REFERENCES databases (id),
          subscriber INTEGER NOT NULL REFERENCES push_subscribers (id) ON DELETE CASCADE,
          id TEXT NOT NULL, zone INTEGER NOT NULL, record_type INTEGER NOT NULL, body BLOB NOT NULL,
          UNIQUE (subscriber, database, id)
        ) STRICT;
        CREATE INDEX subscriptions_type ON subscriptions (database, record_type);
        CREATE INDEX subscriptions_zone ON subscriptions (zone) WHERE zone > 0;
        CREATE TABLE push_devices (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          subscriber INTEGER NOT NULL REFERENCES push_subscribers (id) ON DELETE CASCADE,
          hash BLOB NOT NULL, client TEXT, apns_environment TEXT NOT NULL,
          confirmed INTEGER NOT NULL, sent INTEGER NOT NULL, used INTEGER NOT NULL,
          expires INTEGER NOT NULL,
          UNIQUE (subscriber, client), UNIQUE (subscriber, hash)
        ) STRICT;
        CREATE INDEX push_devices_confirmed ON push_devices (subscriber, confirmed);
        CREATE INDEX push_devices_used ON push_devices (used);
        CREATE INDEX push_devices_expires ON push_devices (expires);
        CREATE TABLE notifications (
          position INTEGER PRIMARY KEY AUTOINCREMENT,
          subscriber INTEGER NOT NULL REFERENCES push_subscribers (id) ON DELETE CASCADE,
          subscription INTEGER NOT NULL, item TEXT NOT NULL, origin TEXT, body BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX notifications_item ON notifications (subscription, item);
        CREATE INDEX notifications_subscriber ON notifications (subscriber, position);
        """)
  }
}
