// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

extension MirrorCourse {
  /// An effect that the owner of the engine executes.
  package enum Order: Sendable, Hashable {
    /// Make the engine save the zone.
    case makeZone
    /// Make the engine ask for batches.
    case send
    /// Fetch records by name, and pass the result to ``MirrorCourse/didFetch(_:unread:)``.
    case fetch([String])
    /// Delete these files: they were sent, or are written again when their record is sent again.
    case discardFiles([URL])
    /// After a delay in seconds, call ``MirrorCourse/begin()`` and start a new engine with the
    /// result, unless a new engine was started in the meantime.
    case beginAgain(after: Int)
    /// After a delay in seconds, call ``MirrorCourse/storeDidChange()``: saved changes could not be
    /// recorded.
    case noteAgain(after: Int)
  }

  /// The state and the first orders for a new engine.
  package struct Beginning: Sendable {
    package var state: CKSyncEngine.State.Serialization?
    package var orders: [Order]
  }
}
