// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Foundation

/// How far a store is in step with its records.
public struct SyncStatus: Sendable {
  /// What is being done.
  public enum Activity: String, Sendable, Hashable {
    /// Nothing.
    case idle
    /// Changes are fetched.
    case fetching
    /// Changes are sent.
    case sending
  }

  /// Why nothing is done.
  public enum Pause: String, Sendable, Hashable {
    /// Nobody is signed in.
    case signedOut
    /// Somebody else is signed in than the one whose data the store has.
    case otherAccount
    /// The room on the server is used up: what is here is not sent.
    case quotaExceeded
  }

  /// What is being done.
  public internal(set) var activity = Activity.idle
  /// Why nothing is done; nil while all is well.
  public internal(set) var pause: Pause?
  /// How many records have changes that the server doesn't have yet.
  public internal(set) var pendingCount = 0
  /// How many records the server doesn't take, or have no object here since their values are none that the
  /// models can have.
  public internal(set) var refusedCount = 0
  /// How many records and deletions of other devices have come since the store is mirrored.
  public internal(set) var receivedCount = 0
  /// How many records and deletions the server has taken since the store is mirrored.
  ///
  /// With ``pendingCount`` it says how far a sending is.
  public internal(set) var sentCount = 0
  /// When changes were last fetched without an error, by this device's clock.
  public internal(set) var lastFetch: Date?
  /// When changes were last sent without an error.
  public internal(set) var lastSend: Date?
  /// What went wrong last; nil after it went well.
  public internal(set) var lastError: CKError?
}
