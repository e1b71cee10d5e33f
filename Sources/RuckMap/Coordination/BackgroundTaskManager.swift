// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sends unsent changes in background tasks, which can be cancelled.
public actor BackgroundTaskManager {
  /// The number of objects in a batch.
  public static let batchSize = 50

  private let unsyncedData: any UnsyncedDataSource
  private let networkService: any NetworkService
  private var activeTasks: [String: Task<Int, any Error>] = [:]

  /// Creates a manager without tasks.
  ///
  /// - Parameters:
  ///   - unsyncedData: The source of the unsent changes.
  ///   - networkService: The connection.
  public init(unsyncedData: any UnsyncedDataSource, networkService: any NetworkService) {
    self.unsyncedData = unsyncedData
    self.networkService = networkService
  }

  /// The names of the tasks that have not ended.
  public var activeTaskNames: [String] { activeTasks.keys.sorted() }

  /// Starts a task that sends all unsent changes, in batches.
  ///
  /// - Returns: The task; its value is the number of sent objects.
  @discardableResult
  public func scheduleBackgroundSync() -> Task<Int, any Error> {
    let name = "background-sync-\(UUID())"
    let task = Task {
      // Removed also after a cancellation, which may come before the task runs.
      defer { activeTasks[name] = nil }
      return try await performOptimizedSync()
    }
    activeTasks[name] = task
    return task
  }

  /// Cancels all tasks, and returns when they have ended.
  public func cancelAllTasks() async {
    let tasks = Array(activeTasks.values)
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }

  private func performOptimizedSync() async throws -> Int {
    var count = 0
    for batch in try await unsyncedData.getUnsyncedData().batches(of: Self.batchSize) {
      try Task.checkCancellation()
      try await networkService.sync(batch)
      count += batch.totalCount
      // Lets other work of the process run between two batches.
      await Task.yield()
    }
    return count
  }
}
