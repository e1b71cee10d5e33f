// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// The state of the connection to the server.
public enum ConnectionStatus: String, Sendable, Hashable, CaseIterable {
  /// The last attempt failed, or there was none.
  case offline
  /// Changes are being sent.
  case syncing
  /// All changes were sent.
  case online
}

/// Sends unsent changes at intervals, and at once after a ruck was completed.
@MainActor @Observable
public final class DataPipeline {
  /// The number of objects in a batch.
  public static let batchSize = 50

  /// The state of the connection.
  public private(set) var connectionStatus: ConnectionStatus = .offline
  /// The share of the unsent objects that were sent, 0...1.
  public private(set) var syncProgress = 0.0
  /// The identifier of the running ruck; nil if none runs.
  public private(set) var activeSessionID: UUID?
  /// The number of positions stored since the running ruck's start.
  public private(set) var activePointCount = 0
  /// The last failure; nil after a success.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let unsyncedData: any UnsyncedDataSource
  @ObservationIgnored private let networkService: any NetworkService
  @ObservationIgnored private let eventBus: EventBus
  @ObservationIgnored private let interval: Duration
  @ObservationIgnored private var syncTask: Task<Void, Never>?
  @ObservationIgnored private var running: Task<Void, any Error>?
  /// The last run that was cancelled; the next one begins after its end.
  @ObservationIgnored private var cancelled: Task<Void, any Error>?
  @ObservationIgnored private var runCount = 0
  @ObservationIgnored private var subscriptions: [EventSubscription] = []

  /// Creates a pipeline that sends nothing yet.
  ///
  /// - Parameters:
  ///   - unsyncedData: The source of the unsent changes.
  ///   - networkService: The connection.
  ///   - eventBus: The bus with the events of rucks.
  ///   - interval: The time between two attempts.
  public init(
    unsyncedData: any UnsyncedDataSource, networkService: any NetworkService, eventBus: EventBus,
    interval: Duration = .seconds(30)
  ) {
    self.unsyncedData = unsyncedData
    self.networkService = networkService
    self.eventBus = eventBus
    self.interval = interval
  }

  isolated deinit {
    syncTask?.cancel()
    let (bus, subscriptions) = (eventBus, subscriptions)
    Task { for subscription in subscriptions { await bus.unsubscribe(subscription) } }
  }

  /// Subscribes to the events of rucks; without effect if called again.
  public func subscribe() async {
    guard subscriptions.isEmpty else { return }
    let bus = eventBus
    let started = await bus.subscribe(to: RuckingSessionStarted.self) { [weak self] event in
      await self?.begin(event)
    }
    let updated = await bus.subscribe(to: LocationUpdated.self) { [weak self] event in
      await self?.update(event)
    }
    let completed = await bus.subscribe(to: SessionCompleted.self) { [weak self] event in
      await self?.complete(event)
    }
    subscriptions += [started, updated, completed]
  }

  /// Sends unsent changes now and after each interval, until ``stopContinuousSync()`` is called.
  ///
  /// A failure sets the status to offline; the next attempt is made after the interval.
  public func startContinuousSync() {
    syncTask?.cancel()
    syncTask = Task { [weak self, interval] in
      while !Task.isCancelled {
        _ = try? await self?.performSync()
        guard (try? await Task.sleep(for: interval)) != nil else { return }
      }
    }
  }

  /// Stops the attempts; a running one is cancelled.
  public func stopContinuousSync() {
    syncTask?.cancel()
    syncTask = nil
    guard let running else { return }
    running.cancel()
    (cancelled, self.running) = (running, nil)
  }

  /// Sends all unsent changes; a call during another one waits for that.
  ///
  /// - Throws: An error of the source or of the connection.
  public func performSync() async throws {
    let task = running ?? begin()
    try await task.value
  }

  private func begin() -> Task<Void, any Error> {
    runCount += 1
    let (number, previous) = (runCount, cancelled)
    cancelled = nil
    let task = Task {
      // Cleared before the task ends, so that a later call sends later changes.
      defer { if number == runCount { running = nil } }
      _ = await previous?.result
      do {
        try await send()
      } catch {
        connectionStatus = .offline
        if !Task.isCancelled, !(error is CancellationError) { self.error = error }
        throw error
      }
    }
    running = task
    return task
  }

  private func send() async throws {
    let unsynced = try await unsyncedData.getUnsyncedData()
    guard !unsynced.isEmpty else { return succeed() }
    (connectionStatus, syncProgress) = (.syncing, 0)
    var sent = 0
    for batch in unsynced.batches(of: Self.batchSize) {
      try Task.checkCancellation()
      try await networkService.sync(batch)
      sent += batch.totalCount
      syncProgress = Double(sent) / Double(unsynced.totalCount)
    }
    succeed()
  }

  private func succeed() {
    (connectionStatus, syncProgress, error) = (.online, 1, nil)
  }

  private func begin(_ event: RuckingSessionStarted) {
    activeSessionID = event.sessionID
    activePointCount = 0
  }

  private func update(_ event: LocationUpdated) {
    activeSessionID = event.sessionId
    activePointCount += 1
  }

  private func complete(_ event: SessionCompleted) async {
    if activeSessionID == event.sessionID { activeSessionID = nil }
    // A run that has begun may have read the changes before the completion.
    if let running { _ = await running.result }
    try? await performSync()
  }
}
