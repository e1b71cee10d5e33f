// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// Something that happens while a store is kept in step.
enum SyncEvent: Sendable {
  /// It is looked after from now on: by another process, if its number is given.
  case began(AppStore, process: Int32?)
  /// Records have come and gone, so many are still to be sent.
  case synced(AppStore, fetched: Int64, sent: Int64, pending: Int)
  /// Something is wrong that was not before, or something else than before.
  case failed(AppStore, String)
  /// It is right again.
  case recovered(AppStore)
}
