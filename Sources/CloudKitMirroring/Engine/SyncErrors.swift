// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// The last error of each part of syncing; nil after a success.
struct SyncErrors {
  /// The last error of reading or writing the store.
  var store: CKError?
  /// The last error of fetching.
  var fetch: CKError?
  /// The last error of sending.
  var send: CKError?
  /// The first rejection in the current send.
  var refusal: CKError?

  /// Notes a rejection, unless the send had one before.
  mutating func noteRefusal(_ error: CKError?) { refusal = refusal ?? error }
}
