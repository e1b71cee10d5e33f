// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The numbers of records received and sent since mirroring began.
package struct SyncCounts: Sendable, Hashable {
  /// Records and deletions received from other devices.
  package var received: Int64 = 0
  /// Records and deletions that the server has accepted.
  package var sent: Int64 = 0

  package init() {}
}
