// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import Synchronization

/// Watches the notifications in a file: immediate for this process, polled for other processes.
///
/// A separate connection polls SQLite's `data_version`. That reads a few bytes of shared memory,
/// and the file only after a write.
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
    queue.async { [weak self] in self?.schedulePoll() }
  }

  deinit {
    signals.remove(number)
  }

  private func schedulePoll() {
    poll()
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.schedulePoll() }
  }

  /// Reports new notifications; errors are retried at the next poll.
  private func poll() {
    let seen = seen.withLock { $0 }
    guard let (now, subscribers) = try? connection.inDatabase({ try Self.poll($0, since: seen) })
    else { return }
    self.seen.withLock { $0 = now }
    if seen.version == nil {
      body(nil)
    } else if !subscribers.isEmpty {
      body(subscribers)
    }
  }

  private static func poll(_ db: Database, since seen: Seen) throws -> (Seen, Set<Int64>) {
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

/// Notifies observers in the process of users with new notifications.
final class NotificationSignals: Sendable {
  private struct State {
    var observers: [Int: @Sendable (Set<Int64>) -> Void] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func send(_ subscribers: Set<Int64>) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(subscribers) }
  }

  func add(_ observer: @escaping @Sendable (Set<Int64>) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ number: Int) { state.withLock { $0.observers[number] = nil } }
}
