// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Foundation

/// The sync progress of a store.
///
/// ```swift
/// let status = sync.status
/// if let error = status.lastError {
///   print("sync failed:", error.localizedDescription)
/// } else {
///   print(status.activity, status.pendingCount, "pending")
/// }
/// if let share = status.fractionCompleted { print(Int(share * 100), "%") }
/// ```
public struct SyncStatus: Sendable {
  /// The kinds of sync activity.
  public enum Activity: String, Sendable, Hashable {
    /// No activity.
    case idle
    /// Changes are being fetched.
    case fetching
    /// Changes are being sent.
    case sending
  }

  /// The reasons why syncing is paused.
  public enum Pause: String, Sendable, Hashable {
    /// No user is signed in.
    case signedOut
    /// The signed-in user is not the owner of the store's data.
    case otherAccount
    /// The quota on the server is exhausted: local changes are not sent.
    case quotaExceeded
  }

  /// The current activity.
  public package(set) var activity = Activity.idle
  /// The share of the current activity that is complete, 0...1; nil while idle.
  ///
  /// The share never decreases during one activity.
  ///
  /// - While sending, it is the number of records and deletions that the server has accepted since
  ///   the activity began, divided by that number plus ``pendingCount``.
  /// - While fetching, the number of remaining pages is unknown. After page *n* the share is
  ///   *n* / (*n* + 1) if more pages follow, and 1 if none does.
  public package(set) var fractionCompleted: Double?
  /// The reason why syncing is paused; nil if it is not.
  public package(set) var pause: Pause?
  /// The number of records with pending changes.
  public package(set) var pendingCount = 0
  /// The number of records that are rejected: by the server, or by the store because their values
  /// don't fit the models.
  public package(set) var rejectedCount = 0
  /// The number of records whose encrypted values stay on this device, because it has no key for
  /// them; their other values are sent.
  public package(set) var withheldCount = 0
  /// The number of records and deletions received from other devices since mirroring began.
  public package(set) var receivedCount = 0
  /// The number of records and deletions that the server has accepted since mirroring began.
  ///
  /// Together with ``pendingCount`` it shows the progress of a send.
  public package(set) var sentCount = 0
  /// The time of the last successful fetch, by this device's clock.
  public package(set) var lastFetch: Date?
  /// The time of the last successful send.
  public package(set) var lastSend: Date?
  /// The last error; nil after a success.
  ///
  /// If the server rejected single records, its code is `CKError.partialFailure`.
  public package(set) var lastError: CKError?

  package init() {}
}
