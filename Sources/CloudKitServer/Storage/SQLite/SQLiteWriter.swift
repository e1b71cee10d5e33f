// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import Synchronization

/// The single writer of a file, which commits pending jobs together.
///
/// Each job runs in its own savepoint. If the commit of a shared transaction fails, each job is
/// retried in its own transaction, so that no job fails because of another.
final class SQLiteWriter: Sendable {
  /// The maximum number of jobs in one transaction.
  private static let limit = 64

  private struct State {
    var waiting: [any Job] = []
    var isRunning = false
    var isClosed = false
    var onIdle: [CheckedContinuation<Void, Never>] = []
  }

  private let pool: DatabasePool
  private let queue = DispatchQueue(label: "cairn.cloud.writer", qos: .userInitiated)
  private let state = Mutex(State())

  /// Called after a commit with the users who have new notifications.
  private let onNotified: @Sendable (Set<Int64>) -> Void

  init(_ pool: DatabasePool, onNotified: @escaping @Sendable (Set<Int64>) -> Void) {
    self.pool = pool
    self.onNotified = onNotified
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      enqueue(Work(body) { continuation.resume(with: $0) })
    }
  }

  /// Removes the rows of deleted zones, in small batches between other jobs.
  func purge() {
    enqueue(
      Work(
        { try $0.purge() },
        { [weak self] (result: Result<Bool, any Error>) in
          // A failed purge is retried when the next zone is deleted, or the file is opened.
          if case .success(false) = result { self?.purge() }
        }))
  }

  /// Waits until all pending jobs are done; later writes fail.
  func close() async throws {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isClosed = true
        if state.isRunning { state.onIdle.append(continuation) }
        return !state.isRunning
      }
      if isIdle { continuation.resume() }
    }
  }

  private func enqueue(_ job: any Job) {
    enum Next { case start, wait, refuse }
    let next: Next = state.withLock { state in
      if state.isClosed { return .refuse }
      state.waiting.append(job)
      if state.isRunning { return .wait }
      state.isRunning = true
      return .start
    }
    switch next {
    case .start: queue.async { self.drain() }
    case .wait: break
    case .refuse: job.finish(failure: StorageError.unavailable("the server is shutting down"))
    }
  }

  private func drain() {
    while true {
      let jobs = state.withLock { state in
        let jobs = Array(state.waiting.prefix(Self.limit))
        state.waiting.removeFirst(jobs.count)
        return jobs
      }
      if jobs.isEmpty {
        let waiters: [CheckedContinuation<Void, Never>]? = state.withLock { state in
          guard state.waiting.isEmpty else { return nil }
          state.isRunning = false
          defer { state.onIdle = [] }
          return state.onIdle
        }
        guard let waiters else { continue }
        for waiter in waiters { waiter.resume() }
        return
      }
      run(jobs)
    }
  }

  // MARK: Transactions

  private func run(_ jobs: [any Job]) {
    var needsPurge = false
    do {
      needsPurge = try commit(jobs)
    } catch  where jobs.count > 1 {
      for job in jobs {
        do {
          if try commit([job]) { needsPurge = true }
          job.finish(failure: nil)
        } catch {
          job.finish(failure: StorageError(error))
        }
      }
      if needsPurge { purge() }
      return
    } catch {
      jobs[0].finish(failure: StorageError(error))
      return
    }
    for job in jobs { job.finish(failure: nil) }
    if needsPurge { purge() }
  }

  /// Runs jobs in one transaction; throws only if the whole transaction failed.
  private func commit(_ jobs: [any Job]) throws -> Bool {
    var notified = Set<Int64>()
    let needsPurge = try pool.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      var needsPurge = false
      do {
        for job in jobs {
          let transaction = SQLiteTransaction(db)
          if jobs.count == 1 {
            guard try job.run(transaction) else {
              try db.execute(sql: "ROLLBACK")
              return false
            }
          } else {
            try SQLStatement("SAVEPOINT job", db).run()
            if try !job.run(transaction) {
              try SQLStatement("ROLLBACK TO job", db).run()
              transaction.notified = []
            }
            try SQLStatement("RELEASE job", db).run()
          }
          needsPurge = needsPurge || transaction.needsPurge
          notified.formUnion(transaction.notified)
        }
        try db.execute(sql: "COMMIT")
      } catch {
        // SQLite itself rolls back if the disk is full.
        if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
        throw error
      }
      return needsPurge
    }
    if !notified.isEmpty { onNotified(notified) }
    return needsPurge
  }
}

/// A unit of work in a transaction.
private protocol Job: Sendable {
  /// Runs the job; false if its body threw and must be rolled back. Throws if the storage failed.
  func run(_ transaction: SQLiteTransaction) throws -> Bool
  /// Reports the result once it is final.
  func finish(failure: StorageError?)
}

private final class Work<Value: Sendable>: Job {
  private let body: @Sendable (SQLiteTransaction) throws -> Value
  private let completion: @Sendable (Result<Value, any Error>) -> Void
  private let result = Mutex<Result<Value, any Error>?>(nil)

  init(
    _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.body = body
    self.completion = completion
  }

  func run(_ transaction: SQLiteTransaction) throws -> Bool {
    let result: Result<Value, any Error>
    do {
      result = .success(try body(transaction))
    } catch let error as DatabaseError {
      throw error
    } catch {
      result = .failure(error)
    }
    self.result.withLock { $0 = result }
    if case .failure = result { return false }
    return true
  }

  func finish(failure: StorageError?) {
    let result = failure.map { .failure($0) } ?? result.withLock { $0 }
    completion(result ?? .failure(StorageError.failed("a write did not run")))
  }
}
