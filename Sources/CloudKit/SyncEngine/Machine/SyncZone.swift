// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What an engine knows of a zone.
package struct SyncZone: Sendable, Hashable {
  package let id: CKRecordZone.ID
  /// How much of its history was handled; nil if nothing was.
  package var token: CKServerChangeToken?
  /// Whether the database said that there is more.
  package var hasNews = false
  /// Whether the server may lack what it had, since a backup was restored, and nobody has been told so.
  package var isServerRestored = false
  /// The number of the full fetch that has not ended yet.
  package var fullFetch: Int?

  init(_ id: CKRecordZone.ID) { self.id = id }

  /// Whether something of it is to be fetched.
  var isUnfetched: Bool { hasNews || fullFetch != nil }
}
