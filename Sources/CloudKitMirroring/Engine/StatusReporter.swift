// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation

/// The status of a mirror, with the counts of its records, its errors and its progress.
///
/// It is a class, since a caller may read the status while it is told of a change.
final class StatusReporter {
  var status = SyncStatus()
  var errors = SyncErrors()
  /// The progress of the current activity.
  var progress = SyncProgress.idle
  private let mirror: Mirror
  private let onStatus: (SyncStatus) -> Void
  /// The time of the last count, in milliseconds since 1970.
  private var lastCount: Int64 = 0

  private static let manyPending = 5_000
  /// In milliseconds.
  private static let countPause: Int64 = 500

  init(_ mirror: Mirror, onStatus: @escaping (SyncStatus) -> Void) {
    self.mirror = mirror
    self.onStatus = onStatus
  }

  /// Takes the times of the last fetch and send from an earlier status, unless they are known.
  func completeTimes(from earlier: SyncStatus) {
    status.lastFetch = status.lastFetch ?? earlier.lastFetch
    status.lastSend = status.lastSend ?? earlier.lastSend
  }

  func change(_ body: (inout SyncStatus) -> Void) {
    body(&status)
    report()
  }

  /// Reports the status with new counts, the present error and the progress.
  func report() {
    if isToBeCounted { count() }
    status.lastError = errors.store ?? errors.send ?? errors.fetch
    status.fractionCompleted = progress.fraction(status)
    onStatus(status)
  }

  /// Records an error in the status.
  func fail(_ error: any Error, in part: WritableKeyPath<SyncErrors, CKError?>) {
    errors[keyPath: part] =
      error as? CKError ?? CKError(.internalError, "\(error.localizedDescription)")
    report()
  }

  /// Reports the progress of a fetch, without counting records.
  func didFetchPage(isLast: Bool) {
    guard progress.didFetchPage(isLast: isLast) else { return }
    status.fractionCompleted = progress.fraction(status)
    onStatus(status)
  }

  /// Counting many records is slow: while they are sent, it is done every half second.
  private var isToBeCounted: Bool {
    status.activity != .sending || status.pendingCount < Self.manyPending
      || abs(mirror.surroundings.now() - lastCount) >= Self.countPause
  }

  private func count() {
    lastCount = mirror.surroundings.now()
    // A failed count is repeated next time; functions that only read counts throw.
    status.pendingCount = (try? mirror.countToBeSent()) ?? status.pendingCount
    status.rejectedCount = (try? mirror.countRefused()) ?? status.rejectedCount
    status.withheldCount = (try? mirror.countWithheld()) ?? status.withheldCount
    if let counts = try? mirror.counts() {
      status.receivedCount = Int(counts.received)
      status.sentCount = Int(counts.sent)
    }
  }
}
