// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
package import CloudKitMirroring
import Foundation

/// The sync state of an app, as one of a few kinds.
package enum SyncState: String, Sendable, CaseIterable {
  /// No user is signed in.
  case signedOut
  /// The server has no container for the app.
  case excluded
  /// Changes are being fetched or sent.
  case exchanging
  /// The server can't be reached.
  case offline
  /// Sync is paused or has failed, or records are rejected.
  case failed
  /// Nothing was fetched yet.
  case waiting
  /// Local changes are not sent yet.
  case pending
  /// Nothing is left to fetch or to send.
  case current

  /// The facts that determine the state.
  package struct Facts: Sendable {
    /// Whether a user is signed in.
    package var isSignedIn = true
    /// Whether the sign-in includes the app's container.
    package var includesApp = true
    /// Whether this process is fetching or sending.
    package var isExchanging = false
    /// The reason why syncing is paused.
    package var pause: SyncStatus.Pause?
    /// The code of the last error.
    package var error: CKError.Code?
    /// The number of rejected records.
    package var rejected = 0
    /// The number of pending records.
    package var pending = 0
    /// Whether a fetch has succeeded.
    package var hasFetched = true

    package init() {}
  }

  /// The state for facts.
  package init(_ facts: Facts) {
    // The pause of an earlier sign-out remains until the next exchange.
    let pause = facts.pause == .signedOut ? nil : facts.pause
    let isOffline = facts.error.map { CKError($0, "").isAboutConnection } ?? false
    self =
      if !facts.isSignedIn {
        .signedOut
      } else if !facts.includesApp {
        .excluded
      } else if pause != nil {
        .failed
      } else if facts.isExchanging {
        .exchanging
      } else if isOffline {
        .offline
      } else if facts.pause == nil, facts.error != nil {
        .failed
      } else if facts.rejected > 0 {
        .failed
      } else if facts.pause == .signedOut || !facts.hasFetched {
        .waiting
      } else {
        facts.pending > 0 ? .pending : .current
      }
  }

  /// The state in one to three words.
  package var label: String {
    switch self {
    case .signedOut: "Signed out"
    case .excluded: "Not synced"
    case .exchanging: "Syncing"
    case .offline: "Offline"
    case .failed: "Failed"
    case .waiting: "Waiting"
    case .pending: "Pending"
    case .current: "Up to date"
    }
  }

  /// Whether the state is neither good nor temporary.
  var isWarning: Bool {
    switch self {
    case .failed, .offline, .excluded, .signedOut: true
    case .exchanging, .waiting, .pending, .current: false
    }
  }
}
