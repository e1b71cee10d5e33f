// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData
import Synchronization

/// Coordinates processes that have the same store open: one mirrors it, and serves the sync
/// requests of the others.
extension MirrorEngine {
  /// How long a process waits for a response to its request.
  private static var patience: Duration { .seconds(60) }

  /// Leaves mirroring to the process that holds the lock, until it ends.
  func leaveToOther() {
    if let noted = try? course.mirror.status() { sync?.set(noted) }
    guard settings.isAutomatic, waiting == nil, !isStopped.load(ordering: .relaxed) else { return }
    waiting = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        guard let self else { return }
        await self.takeOver()
      }
    }
  }

  private func takeOver() {
    if (try? lock.take()) == true { begin() } else { leaveToOther() }
  }

  /// Starts serving other processes; call it when the lock is held.
  func listenToOthers() {
    waiting?.cancel()
    waiting = nil
    guard asking == nil else { return }
    asking = lock.listen { [weak self] in
      guard let self else { return }
      Task { await self.answerOthers() }
    }
    answerOthers()
  }

  /// Asks the process that mirrors the store to sync, and waits for the response.
  ///
  /// - Returns: False if that process has ended and this one holds the lock.
  /// - Throws: The error of the other process, or a `CKError` after a minute without a response.
  func otherHasSynced() async throws -> Bool {
    let number = try course.mirror.ask()
    lock.knock()
    let start = ContinuousClock.now
    while !isStopped.load(ordering: .relaxed) {
      begin()
      if lock.isHeld { return false }
      switch try course.mirror.answer(to: number) {
      case .done: return true
      case .failed(let failure): throw failure.error
      case .missing: break
      }
      guard ContinuousClock.now - start < Self.patience else {
        let process = lock.holder.map { "The process \($0)" } ?? "Another process"
        throw CKError(
          .operationCancelled,
          "\(process) mirrors the store, but has not synced it for a minute. Check or end it."
        )
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CKError(.operationCancelled, "Mirroring of the store has stopped.")
  }

  /// Serves the requests of other processes.
  func answerOthers() {
    guard !isAnswering, let number = (try? course.mirror.unanswered()) ?? nil else { return }
    isAnswering = true
    Task { [weak self] in await self?.answer(number) }
  }

  private func answer(_ number: Int64) async {
    var failure: NotedStatus.Failure?
    do {
      try await syncNow()
    } catch {
      failure = NotedStatus.Failure(error)
    }
    // If the response can't be stored, the other process times out and reports that.
    try? course.mirror.answer(number, failure)
    isAnswering = false
    // Serve later requests, but don't repeat one whose response can't be stored.
    if let next = (try? course.mirror.unanswered()) ?? nil, next != number { answerOthers() }
  }

  /// The numbers of records received and sent since mirroring began.
  func counts() throws -> SyncCounts { try course.mirror.counts() }

  /// The ID of another process that mirrors the store; nil if there is none.
  nonisolated var otherProcess: Int32? { lock.isHeld ? nil : lock.holder }
}
