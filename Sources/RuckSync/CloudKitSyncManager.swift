// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
public import CloudKitMirroring
public import Foundation
public import Observation
import RuckMap

/// The sync of RuckMap's store for views: a facade on the mirroring.
///
/// Changes are sent and fetched by the mirroring at once, and by notifications of the server. The manager
/// shows its state, starts it on request, and polls only if there are no notifications.
@MainActor @Observable
public final class CloudKitSyncManager {
  /// The state of the sync.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// There was no sync yet, or the last one was cancelled.
    case idle
    /// A sync runs.
    case syncing
    /// The last sync succeeded.
    case synced
    /// The last sync failed; ``CloudKitSyncManager/syncError`` says why.
    case failed
    /// Another user has signed in: the data is not synced before the account is changed back.
    case accountChanged
  }

  /// The steps of a sync as shares of the whole.
  ///
  /// Sending counts as much as the distance between the first two steps, and fetching as much as the
  /// distance between the next two. The mirroring fetches before it sends, so that a share is an amount
  /// of work and tells nothing about its kind.
  public enum Step {
    /// The sync has begun.
    public static let uploading = 0.1
    /// The share of a sync in which all changes were sent, and none was fetched.
    public static let downloading = 0.5
    /// All changes were sent and fetched, and the conflicts are read.
    public static let resolving = 0.8
    /// The sync has ended.
    public static let completed = 1.0
  }

  /// The seconds between two fetches without notifications.
  public static let pollingInterval: TimeInterval = 300

  /// The state of the sync.
  public private(set) var syncStatus: Status = .idle
  /// The share of the running or last sync, 0...1.
  public private(set) var syncProgress = 0.0
  /// The end of the last successful sync by this manager.
  public private(set) var lastSyncDate: Date?
  /// The reason of the last failure, and the remedy; nil after a success.
  public private(set) var syncError: String?
  /// The conflicts of this device's merges, read at the end of a sync.
  public private(set) var conflicts: [DataConflict] = []

  @ObservationIgnored private let sync: StoreSync
  @ObservationIgnored private let receivesNotifications: Bool
  @ObservationIgnored private let interval: TimeInterval
  @ObservationIgnored private let onProgress: (@MainActor (Double) -> Void)?
  @ObservationIgnored private var syncTask: Task<Void, Never>?
  @ObservationIgnored private var polling: Task<Void, Never>?
  @ObservationIgnored private var observer: (any NSObjectProtocol)?

  /// Creates a manager of a store's mirroring.
  ///
  /// - Parameters:
  ///   - sync: The mirroring of the store.
  ///   - receivesNotifications: Whether the server notifies the mirroring, so that nothing is polled.
  ///   - interval: The seconds between two fetches without notifications.
  ///   - onProgress: Called for each new share.
  public init(
    sync: StoreSync, receivesNotifications: Bool = true,
    interval: TimeInterval = pollingInterval, onProgress: (@MainActor (Double) -> Void)? = nil
  ) {
    self.sync = sync
    self.receivesNotifications = receivesNotifications
    self.interval = interval
    self.onProgress = onProgress
    observer = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { [weak self] _ in
      Task { await self?.handleAccountChange() }
    }
  }

  isolated deinit {
    polling?.cancel()
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  // MARK: Syncing

  /// Sends and fetches all changes for the first time; equal to an incremental sync of a new device.
  public func performInitialSync() async { await perform { try await $0.syncNow() } }

  /// Sends and fetches the changes since the last sync; waits for one that runs.
  public func performIncrementalSync() async { await perform { try await $0.syncNow() } }

  /// Sends all changes, and fetches all records again.
  ///
  /// A sync that runs is awaited first.
  public func forceSyncAll() async {
    while let syncTask { await syncTask.value }
    await perform { try await $0.syncAll() }
  }

  /// Cancels the running sync; changes that were sent or fetched stay.
  public func cancelSync() { syncTask?.cancel() }

  private func perform(_ action: @escaping @Sendable (StoreSync) async throws -> Void) async {
    if let syncTask { return await syncTask.value }
    syncStatus = .syncing
    syncProgress = 0
    syncError = nil
    let task = Task { await complete(action) }
    syncTask = task
    await task.value
  }

  /// Runs a sync, and sets the final state before the task ends, so that each caller sees it.
  private func complete(_ action: @escaping @Sendable (StoreSync) async throws -> Void) async {
    defer { syncTask = nil }
    do {
      try await run(action)
      // An account that has changed meanwhile stays the state.
      guard syncStatus == .syncing else { return }
      (syncStatus, lastSyncDate) = (.synced, Date())
    } catch {
      guard syncStatus == .syncing else { return }
      // A cancelled request has an error of CloudKit.
      if Task.isCancelled || error is CancellationError {
        syncStatus = .idle
      } else {
        fail(error)
      }
    }
  }

  private func run(_ action: @escaping @Sendable (StoreSync) async throws -> Void) async throws {
    advance(to: Step.uploading)
    let watching = Task { await watch() }
    defer { watching.cancel() }
    try await action(sync)
    try Task.checkCancellation()
    advance(to: Step.resolving)
    conflicts = try await sync.conflicts().map { DataConflict($0) }
    advance(to: Step.completed)
  }

  /// Follows the mirroring while it sends and fetches.
  private func watch() async {
    var (sent, fetched) = (0.0, 0.0)
    for await status in sync.statuses() {
      guard !Task.isCancelled else { return }
      guard let fraction = status.fractionCompleted else { continue }
      switch status.activity {
      case .sending: sent = max(sent, fraction)
      case .fetching: fetched = max(fetched, fraction)
      case .idle: continue
      }
      let share =
        Step.uploading + (Step.downloading - Step.uploading) * sent
        + (Step.resolving - Step.downloading) * fetched
      advance(to: min(share, Step.resolving))
    }
  }

  /// Increases the share, and reports each step that it passes; a smaller share is ignored.
  private func advance(to share: Double) {
    let steps = [Step.uploading, Step.downloading, Step.resolving, Step.completed]
    for next in steps.filter({ $0 > syncProgress && $0 < share }) + [share]
    where next > syncProgress {
      syncProgress = next
      onProgress?(next)
    }
  }

  private func fail(_ error: any Error) {
    if sync.status.pause == .otherAccount {
      syncStatus = .accountChanged
      syncError = "The data belongs to another user. Sign in as that user again."
    } else {
      syncStatus = .failed
      let isSignedOut = sync.status.pause == .signedOut
      syncError =
        (isSignedOut ? SyncError.accountNotAuthenticated : SyncError(error)).errorDescription
    }
  }

  private func handleAccountChange() {
    syncTask?.cancel()
    syncStatus = .accountChanged
  }

  // MARK: Polling

  /// Starts to fetch at intervals; without effect if the server notifies the mirroring.
  public func startPolling() {
    guard !receivesNotifications, polling == nil else { return }
    polling = Task { [weak self, interval] in
      while (try? await Task.sleep(for: .seconds(interval))) != nil {
        await self?.performIncrementalSync()
      }
    }
  }

  /// Stops fetching at intervals.
  public func stopPolling() {
    polling?.cancel()
    polling = nil
  }

  /// Whether the manager fetches at intervals.
  public var isPolling: Bool { polling != nil }
}
