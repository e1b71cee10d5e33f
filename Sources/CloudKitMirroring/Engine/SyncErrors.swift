// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// What went wrong last in each part of syncing; nil after it went well.
struct SyncErrors {
  /// With the store.
  var store: CKError?
  /// With fetching.
  var fetch: CKError?
  /// With sending.
  var send: CKError?
  /// What the server refused in the send that is under way.
  var refusal: CKError?
}
