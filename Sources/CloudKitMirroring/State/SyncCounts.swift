// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How many records have come and gone since the store is mirrored.
package struct SyncCounts: Sendable, Hashable {
  /// Records and deletions that came from other devices.
  package var received: Int64 = 0
  /// Records and deletions that the server has taken.
  package var sent: Int64 = 0

  package init() {}
}
