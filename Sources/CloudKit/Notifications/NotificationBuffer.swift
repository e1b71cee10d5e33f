// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Synchronization

/// Notifications that the program has not read yet.
///
/// Of equal notifications only the newest is retained: repeated changes of a zone are one
/// notification. This bounds the buffer by the number of subscriptions and of queried records.
final class NotificationBuffer: Sendable {
  fileprivate enum Subject: Hashable {
    case database(CKSubscription.ID?, CKDatabase.Scope)
    case zone(CKSubscription.ID?, CKRecordZone.ID?, CKDatabase.Scope)
    case record(
      CKSubscription.ID?, CKRecord.ID?, CKDatabase.Scope, CKQueryNotification.Reason)
    case other(String)
  }

  fileprivate typealias Waiter = CheckedContinuation<CKNotification?, any Error>

  fileprivate struct State {
    /// The notifications in the order of their subjects' first arrival; removed ones are nil.
    var items: [(subject: Subject, notification: CKNotification)?] = []
    var firstIndex = 0
    var indexes: [Subject: Int] = [:]
    var waiters: [(number: UInt64, continuation: Waiter)] = []
    var next: UInt64 = 0
    var end: Result<Void, any Error>?
  }

  private let state = Mutex(State())

  func add(_ notification: CKNotification) {
    let waiter = state.withLock { state -> Waiter? in
      guard state.end == nil else { return nil }
      if !state.waiters.isEmpty { return state.waiters.removeFirst().continuation }
      let subject = Self.subject(notification)
      if let index = state.indexes[subject] {
        state.items[index] = (subject, notification)
      } else {
        state.indexes[subject] = state.items.count
        state.items.append((subject, notification))
      }
      return nil
    }
    waiter?.resume(returning: notification)
  }

  /// Ends the sequence after the buffered notifications, with an error if there is one.
  func finish(_ error: (any Error)? = nil) {
    let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
    let waiters = state.withLock { state in
      guard state.end == nil else { return [Waiter]() }
      state.end = end
      defer { state.waiters = [] }
      return state.waiters.map(\.continuation)
    }
    for waiter in waiters { waiter.resume(with: end.map { nil }) }
  }

  /// Returns the next notification; nil at the end, or at once if the task is cancelled.
  func next() async throws -> CKNotification? {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state -> Result<CKNotification?, any Error>? in
          if let notification = state.popFirst() { return .success(notification) }
          if let end = state.end {
            // The error is thrown once.
            state.end = .success(())
            return end.map { nil }
          }
          if Task.isCancelled { return .success(nil) }
          state.waiters.append((number, continuation))
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.waiters.remove(at: index).continuation
      }
      waiter?.resume(returning: nil)
    }
  }

  private static func subject(_ notification: CKNotification) -> Subject {
    let id = notification.subscriptionID
    switch notification {
    case let zone as CKRecordZoneNotification:
      return .zone(id, zone.recordZoneID, zone.databaseScope)
    case let database as CKDatabaseNotification: return .database(id, database.databaseScope)
    case let query as CKQueryNotification:
      return .record(id, query.recordID, query.databaseScope, query.queryNotificationReason)
    default: return .other(notification.payload.notificationID)
    }
  }
}

extension NotificationBuffer.State {
  fileprivate mutating func popFirst() -> CKNotification? {
    guard firstIndex < items.count, let item = items[firstIndex] else { return nil }
    items[firstIndex] = nil
    indexes[item.subject] = nil
    firstIndex += 1
    if firstIndex == items.count {
      (items, firstIndex) = ([], 0)
    } else if firstIndex >= 256, firstIndex * 2 >= items.count {
      items.removeFirst(firstIndex)
      for (subject, index) in indexes { indexes[subject] = index - firstIndex }
      firstIndex = 0
    }
    return item.notification
  }
}
