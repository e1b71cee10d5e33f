// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData
import Synchronization

/// Programs that have the same store open: one of them mirrors it, and does what the others ask for.
extension MirrorEngine {
  /// How long a program waits for the one that it has asked.
  private static var patience: Duration { .seconds(60) }

  /// Leaves the mirroring to the program that does it, until that ends.
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

  /// The lock is held: from now on others ask this program.
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

  /// Asks the program that mirrors the store to fetch and send, and waits until it has; false if it has
  /// ended and this one is to do it.
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
          "\(process) syncs the store, and has not done so for a minute: look after it, or end it."
        )
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CKError(.operationCancelled, "The store is not mirrored any more.")
  }

  /// Does what other programs have asked for.
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
    // Who finds no answer that can't be noted waits, and says so in the end.
    try? course.mirror.answer(number, failure)
    isAnswering = false
    // What was asked meanwhile; not again what can't be noted.
    if let next = (try? course.mirror.unanswered()) ?? nil, next != number { answerOthers() }
  }

  /// How many records have come and gone since the store is mirrored.
  func counts() throws -> SyncCounts { try course.mirror.counts() }

  /// The number of another process that mirrors the store; nil if there is none.
  nonisolated var otherProcess: Int32? { lock.isHeld ? nil : lock.holder }
}
