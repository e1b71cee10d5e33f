// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Synchronization

/// Notifications that a program has not taken yet.
///
/// Of those that say the same only the newest is kept: that a zone has changed is one notification, however
/// often it has. So there is never more than the program has subscriptions, or records that it asked for.
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
    /// In the order in which their subjects came first; what was taken is nil.
    var items: [(subject: Subject, notification: CKNotification)?] = []
    var taken = 0
    var places: [Subject: Int] = [:]
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
      if let place = state.places[subject] {
        state.items[place] = (subject, notification)
      } else {
        state.places[subject] = state.items.count
        state.items.append((subject, notification))
      }
      return nil
    }
    waiter?.resume(returning: notification)
  }

  /// Ends it: what is there is still taken, then comes the error, or the end.
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

  /// The next one; nil at the end, and at once if the task is cancelled.
  func next() async throws -> CKNotification? {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state -> Result<CKNotification?, any Error>? in
          if let notification = state.take() { return .success(notification) }
          if let end = state.end {
            // The error is told once.
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
  fileprivate mutating func take() -> CKNotification? {
    guard taken < items.count, let item = items[taken] else { return nil }
    items[taken] = nil
    places[item.subject] = nil
    taken += 1
    if taken == items.count {
      (items, taken) = ([], 0)
    } else if taken >= 256, taken * 2 >= items.count {
      items.removeFirst(taken)
      for (subject, place) in places { places[subject] = place - taken }
      taken = 0
    }
    return item.notification
  }
}
