// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import Synchronization

/// Hears of notifications in a file: at once of those of this process, and soon of those of others.
///
/// Others are noticed by SQLite's `data_version`, which a connection of its own asks for: that reads a few
/// bytes of shared memory, and the file only if somebody has written.
final class SQLiteNotificationWatch: NotificationWatch {
  private static let interval = DispatchTimeInterval.milliseconds(200)

  private struct Seen {
    var version: Int64?
    var position: Int64 = 0
  }

  private let connection: DatabaseQueue
  private let queue = DispatchQueue(label: "cairn.cloud.watch", qos: .utility)
  private let signals: NotificationSignals
  private let number: Int
  private let body: @Sendable (Set<Int64>?) -> Void
  private let seen = Mutex(Seen())

  init(
    _ path: String, _ signals: NotificationSignals,
    _ body: @escaping @Sendable (Set<Int64>?) -> Void
  ) throws {
    var configuration = Configuration()
    configuration.label = "cairn.cloud.watch"
    configuration.readonly = true
    configuration.busyMode = .timeout(1)
    connection = try DatabaseQueue(path: path, configuration: configuration)
    self.signals = signals
    self.body = body
    number = signals.add { body($0) }
    queue.async { [weak self] in self?.lookAgain() }
  }

  deinit {
    signals.remove(number)
  }

  private func lookAgain() {
    look()
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.lookAgain() }
  }

  /// Looks whether somebody has written; what fails is tried again the next time.
  private func look() {
    let seen = seen.withLock { $0 }
    guard let (now, subscribers) = try? connection.inDatabase({ try Self.look($0, since: seen) })
    else { return }
    self.seen.withLock { $0 = now }
    if seen.version == nil {
      body(nil)
    } else if !subscribers.isEmpty {
      body(subscribers)
    }
  }

  private static func look(_ db: Database, since seen: Seen) throws -> (Seen, Set<Int64>) {
    let version = try Int64.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version"))
    if version == seen.version { return (seen, []) }
    var now = Seen(version: version, position: seen.position)
    var subscribers = Set<Int64>()
    if seen.version == nil {
      let last = try db.cachedStatement(
        sql: "SELECT seq FROM sqlite_sequence WHERE name = 'notifications'")
      now.position = try Int64.fetchOne(last) ?? 0
      return (now, subscribers)
    }
    let rows = try db.cachedStatement(
      sql: "SELECT subscriber, position FROM notifications WHERE position > ?")
    for row in try Row.fetchAll(rows, arguments: [seen.position]) {
      subscribers.insert(row[0])
      now.position = max(now.position, row[1])
    }
    return (now, subscribers)
  }
}
