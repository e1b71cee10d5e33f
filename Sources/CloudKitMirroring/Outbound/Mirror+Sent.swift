// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// The consequences of a send for the zone and the account.
  package struct Aftermath: Sendable, Hashable {
    /// The server doesn't have the zone: save it, and call ``Mirror/zoneIsGone()``.
    package var lacksZone = false
    /// The user's quota is exhausted: nothing can be saved until there is capacity again.
    package var isFull = false
  }

  /// Records the outcome of a send.
  package func didSend(_ event: CKSyncEngine.Event.SentRecordZoneChanges) throws -> Aftermath {
    var aftermath = Aftermath()
    var merged: [CKRecord] = []
    try transaction { tables in
      for record in event.savedRecords { try didSave(record, tables) }
      for id in event.deletedRecordIDs { try didDelete(id.recordName, tables) }
      try tables.add(event.savedRecords.count + event.deletedRecordIDs.count, to: .sent)
      for failure in event.failedRecordSaves {
        let name = failure.record.recordID.recordName
        switch failure.error.code {
        // The server's copy is older than the ancestor of this change: the next fetch reports that.
        case .serverRecordChanged where failure.error.isTagOfOtherHistory: continue
        case .serverRecordChanged:
          if let record = failure.error.serverRecord { merged.append(record) }
        case .unknownItem: try isUnknown(name, tables)
        case .zoneNotFound, .userDeletedZone: aftermath.lacksZone = true
        case .quotaExceeded: aftermath.isFull = true
        case let code where Self.passes(code): continue
        default: try refuse(name, failure.error, tables)
        }
      }
      for (id, error) in event.failedRecordDeletes {
        switch error.code {
        case .serverRecordChanged where error.isTagOfOtherHistory: continue
        case .serverRecordChanged:
          if let record = error.serverRecord { merged.append(record) }
        case .unknownItem: try didDelete(id.recordName, tables)
        case .zoneNotFound, .userDeletedZone: aftermath.lacksZone = true
        case .quotaExceeded: aftermath.isFull = true
        case let code where Self.passes(code): continue
        default: try refuse(id.recordName, error, tables)
        }
      }
    }
    for record in event.savedRecords { underway[record.recordID.recordName] = nil }
    for id in event.deletedRecordIDs { underway[id.recordName] = nil }
    // A change that can be retried stays in flight until the next send, so that this one continues
    // with later changes.
    for failure in event.failedRecordSaves where !Self.canBeSentAgain(failure.error) {
      underway[failure.record.recordID.recordName] = nil
    }
    for (id, error) in event.failedRecordDeletes where !Self.canBeSentAgain(error) {
      underway[id.recordName] = nil
    }
    if !merged.isEmpty { try receive(merged, deletions: []) }
    return aftermath
  }

  /// Handles a record that the server had and that it does not find any more.
  ///
  /// The next fetch reports whether the record or the whole zone was deleted. If it reports
  /// neither, the record was not deleted, and is created again.
  private func isUnknown(_ name: String, _ tables: MirrorTables) throws {
    guard try tables.noteMissing(name) else { return }
    guard var note = try tables.note(named: name) else { return }
    note.clocks = note.localClocks
    note.places = note.localPlaces
    note.tag = nil
    note.fields = []
    note.ancestor = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// Records that a fetch of all changes has completed.
  package func didFetch() throws {
    let isMissing = try context.reading(store: store) {
      try MirrorTables($0).hasUnfetchedMissing()
    }
    if isMissing { try transaction { try $0.noteMissingFetched() } }
    try didFetchZone()
  }

  /// Whether the same change can be sent again after an error.
  private static func canBeSentAgain(_ error: CKError) -> Bool {
    passes(error.code) || error.code == .quotaExceeded || error.code == .unknownItem
      || error.isTagOfOtherHistory
  }

  /// Whether the server rejects a record until it changes, so that the record is listed with the error.
  static func isRejection(_ error: CKError) -> Bool {
    switch error.code {
    case .quotaExceeded, .serverRecordChanged, .unknownItem, .userDeletedZone, .zoneNotFound: false
    default: !passes(error.code)
    }
  }

  /// Whether an error is temporary.
  private static func passes(_ code: CKError.Code) -> Bool {
    switch code {
    case .accountTemporarilyUnavailable, .batchRequestFailed, .networkFailure,
      .networkUnavailable, .notAuthenticated, .operationCancelled, .requestRateLimited,
      .serverResponseLost, .serviceUnavailable, .zoneBusy:
      true
    default: false
    }
  }

  private func didSave(_ record: CKRecord, _ tables: MirrorTables) throws {
    let name = record.recordID.recordName
    guard var note = try tables.note(named: name), let departure = underway[name],
      let snapshot = departure.snapshot
    else { return }
    try tables.forgetMissing(name)
    if note.type == SeriesLayout.recordType {
      // After a deletion, only a request that creates the record can still succeed.
      if note.tag != nil { try tables.forgetDeparture(of: name, snapshot.clocks.latest) }
      try tables.noteArrivals(of: name)
    } else if !snapshot.clocks.sums.isEmpty {
      try tables.forgetDepartures(of: name)
    }
    note.tag = record.recordChangeTag
    let clocks = note.localClocks
    note.ancestor = snapshot
    note.fields = departure.fields
    note.seen = try tables.integer(.fetch) ?? 0
    if note.change == departure.change {
      note.places = nil
      if departure.withholds {
        note.clocks = clocks
        note.refusal = .withheld
      } else {
        note.change = 0
        note.clocks = nil
      }
    }
    try tables.save(note)
  }

  private func didDelete(_ name: String, _ tables: MirrorTables) throws {
    guard var note = try tables.note(named: name) else { return }
    try tables.forgetGone(name)
    if note.type == SeriesLayout.recordType { try tables.noteDepartedGone(name) }
    let chunk = try tables.chunk(named: name)
    if let chunk, try tables.members(of: chunk).isEmpty { try tables.forgetChunk(chunk) }
    if note.object == nil, try tables.link(named: name) == nil,
      try tables.chunk(named: name) == nil
    {
      return try chunk == nil ? tables.bury(note) : tables.forget(name)
    }
    // The object was created again meanwhile.
    note.tag = nil
    note.fields = []
    if note.change == 0 { note.change = try tables.nextChange() }
    try tables.save(note)
  }

  private func refuse(_ name: String, _ error: CKError, _ tables: MirrorTables) throws {
    guard var note = try tables.note(named: name) else { return }
    // The server may accept a newer local change.
    if let departure = underway[name], departure.change != note.change { return }
    note.refusal = .rejected(error.localizedDescription)
    try tables.save(note)
  }

  // MARK: The zone

  /// Marks all local records for sending after the zone was deleted.
  ///
  /// Objects that were deleted here stay deleted, even if other devices send them again.
  package func zoneIsGone() throws {
    try sendAll { tables in
      try tables.tables.run(
        "DELETE FROM _cairn_sync_record WHERE key IS NULL AND change = 0 AND clocks IS NULL "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk)")
    }
  }

  /// Marks all records for resending after the server was restored from a backup.
  ///
  /// The server may lack any record that it had. The full fetch that follows clears the mark for
  /// records that are equal on the server. Objects that are known to be deleted are deleted again.
  package func serverIsRestored() throws { try sendAll { _ in } }

  private func sendAll(_ body: (MirrorTables) throws -> Void) throws {
    underway = [:]
    try transaction { tables in
      try takeNote(tables)
      let base = try tables.integer(.change) ?? 0
      try body(tables)
      try tables.tables.run(
        "UPDATE _cairn_sync_record SET tag = NULL, fields = NULL, refusal = NULL, "
          + "refusal_code = NULL, refusal_subject = NULL, change = iif("
          // A record without an object because it is unreadable or deferred is no deletion.
          + "key IS NULL AND change = 0 AND clocks IS NULL "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk), 0, ? + id)",
        [.integer(base)])
      try tables.tables.run("DELETE FROM _cairn_sync_gone")
      try forgetAncestors(tables)
      try tables.tables.run(
        "INSERT INTO _cairn_sync_item (name, value) "
          + "SELECT 'change', coalesce(max(change), ?) FROM _cairn_sync_record WHERE true "
          + "ON CONFLICT (name) DO UPDATE SET value = excluded.value", [.integer(base)])
    }
  }

  /// Copies in an earlier zone are not ancestors of records in a new one.
  private func forgetAncestors(_ tables: MirrorTables) throws {
    for name in try tables.namesWithAncestor() {
      guard var note = try tables.note(named: name),
        note.type != LinkLayout.recordType && note.type != SeriesLayout.recordType
      else {
        continue
      }
      note.clocks = note.localClocks
      note.places = note.localPlaces
      note.ancestor = nil
      try tables.save(note)
    }
  }
}
