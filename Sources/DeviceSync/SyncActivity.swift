// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
package import CloudKitMirroring
import Foundation
import Synchronization

/// The sync of this process as it happens, for its pages.
///
/// ``SyncService`` records each status here, and open pages are notified when one changes.
package final class SyncActivity: Sendable {
  /// The parts of a status that pages show.
  private struct Shown: Equatable {
    let activity: SyncStatus.Activity
    /// The complete share of the activity in percent; nil while idle.
    let percent: Int?
    let pause: SyncStatus.Pause?
    let counts: [Int]
    let exchanges: [Date?]
    let error: String?

    init(_ status: SyncStatus) {
      activity = status.activity
      percent = status.fractionCompleted.map { Int($0 * 100) }
      pause = status.pause
      counts = [status.pendingCount, status.rejectedCount, status.withheldCount]
      exchanges = [status.lastFetch, status.lastSend]
      error = status.lastError?.localizedDescription
    }
  }

  private struct State {
    var apps: [String: Shown] = [:]
    var signIns = 0
    var next = 0
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of sign-ins by the pages of this process; a new one starts syncing again.
  var signIns: Int { state.withLock { $0.signIns } }

  /// Whether an app is fetching or sending now.
  func isExchanging(_ app: String) -> Bool {
    state.withLock { ($0.apps[app]?.activity ?? .idle) != .idle }
  }

  /// The progress of an app's fetch or send; nil while it does neither.
  package func progress(of app: String) -> (activity: SyncStatus.Activity, percent: Int)? {
    state.withLock { state in
      guard let shown = state.apps[app], shown.activity != .idle, let percent = shown.percent
      else { return nil }
      return (shown.activity, percent)
    }
  }

  /// Records the status of an app, and notifies observers if a page would show a difference.
  package func update(_ status: SyncStatus, of app: String) {
    let new = Shown(status)
    let isChanged = state.withLock { state in
      defer { state.apps[app] = new }
      return state.apps[app] != new
    }
    if isChanged { notify() }
  }

  /// Clears the statuses of all apps, after their sync has ended.
  func end() {
    state.withLock { $0.apps = [:] }
    notify()
  }

  /// Records a sign-in, and notifies observers.
  func didSignIn() {
    state.withLock { $0.signIns += 1 }
    notify()
  }

  /// Notifies observers.
  func notify() {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield() }
  }

  /// An element for each change from now on; if the reader is slow, changes are coalesced.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.continuations[number] = nil }
    }
    return stream
  }

  /// A sequence with the elements of another one, and an element for each change of sync.
  ///
  /// - Parameter saves: Makes the sequence of the stores' saves, which begins with an element when the
  ///   observation has begun.
  /// - Returns: The combined sequence, which ends with the first one.
  package func merged(
    with saves: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>
  ) -> @Sendable () -> AsyncThrowingStream<Void, any Error> {
    { [self] in
      let changes = changes()
      return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let task = Task {
          do {
            try await withThrowingTaskGroup(of: Void.self) { group in
              group.addTask { for await _ in changes { continuation.yield() } }
              for try await _ in saves() { continuation.yield() }
              group.cancelAll()
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }
}
