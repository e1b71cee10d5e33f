// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import CloudKitMirroring
import Foundation

/// One sync of a store on request, as `cairn sync` and the page of sync do it.
enum SyncRound {
  /// Sends and fetches changes; if another engine syncs the store, asks that and waits.
  ///
  /// - Parameters:
  ///   - app: The app of the store.
  ///   - account: The account of the data folder.
  ///   - place: The place of the remedies of an error.
  /// - Returns: The result; its `error` is set if a record could not be sent or fetched.
  /// - Throws: ``CommandError`` or `SwiftDataError` if the store can't be opened or read.
  static func run(
    _ app: any CairnApp, _ account: DeviceAccount, in place: RemedyPlace = .command
  ) async throws -> SyncRecord {
    let synced = try account.open(app, isAutomatic: false)
    let start = Date.now
    let before = try await synced.sync.counts()
    var failure: String?
    var partial: CKError?
    var isReached = true
    do {
      try await synced.sync.syncNow()
      // Corrected values are sent as well.
      if try await synced.recalculateDerivedValues() { try await synced.sync.syncNow() }
    } catch let error as CKError where error.code == .partialFailure {
      // The status has more details about rejected records.
      partial = error
    } catch {
      isReached = (synced.sync.status.lastFetch ?? .distantPast) > start
      failure = try SyncFailure.message(error, account, in: place)
    }
    let after = try await synced.sync.counts()
    let refusals = try synced.inspector().refusals(limit: RefusalRecord.limit)
    failure =
      try failure ?? SyncFailure.message(synced.sync.status, refusals, account, in: place)
    failure = try failure ?? partial.map { try SyncFailure.message($0, account, in: place) }
    var record = SyncRecord(
      synced, before, after, conflicts: try await synced.sync.conflicts(), refusals: refusals,
      isReached: isReached)
    record.error = failure
    return record
  }
}
