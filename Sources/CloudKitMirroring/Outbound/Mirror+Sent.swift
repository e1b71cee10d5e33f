// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// What is to be done after records were sent.
  package struct Aftermath: Sendable, Hashable {
    /// The server doesn't have the zone: make it, and call ``Mirror/zoneIsGone()``.
    package var lacksZone = false
    /// The user's room on the server is used up; nothing more can be saved until there is some.
    package var isFull = false
  }

  /// Takes note of what became of records that were sent.
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
        // What the server has now is older than what this was made from: the next fetch tells.
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
    // What can be sent again is not before the next time, so that what comes after it is sent now.
    for failure in event.failedRecordSaves where !Self.canBeSentAgain(failure.error) {
      underway[failure.record.recordID.recordName] = nil
    }
    for (id, error) in event.failedRecordDeletes where !Self.canBeSentAgain(error) {
      underway[id.recordName] = nil
    }
    if !merged.isEmpty { try receive(merged, deletions: []) }
    return aftermath
  }

  /// Notes that the server doesn't have a record that it had.
  ///
  /// Whether it was deleted, or with the whole zone, the next fetch tells. If it tells neither, nobody has
  /// deleted it, and it is made anew.
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

  /// Notes that all was fetched that the server has, and has told of.
  package func didFetch() throws {
    let isMissing = try context.reading(store: store) {
      try MirrorTables($0).hasUnfetchedMissing()
    }
    if isMissing { try transaction { try $0.noteMissingFetched() } }
  }

  /// True for errors after which the same record can be sent again.
  private static func canBeSentAgain(_ error: CKError) -> Bool {
    passes(error.code) || error.code == .quotaExceeded || error.code == .unknownItem
      || error.isTagOfOtherHistory
  }

  /// True for errors that pass by themselves.
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
      // Only what makes a record can be done again, when it was deleted.
      if note.tag != nil { try tables.forgetDeparture(of: name, snapshot.clocks.latest) }
      try tables.noteArrivals(of: name)
    } else if !snapshot.clocks.sums.isEmpty {
      try tables.forgetDepartures(of: name)
    }
    note.tag = record.recordChangeTag
    note.ancestor = snapshot
    note.fields = departure.fields
    note.seen = try tables.integer(.fetch) ?? 0
    if note.change == departure.change {
      note.change = 0
      note.clocks = nil
      note.places = nil
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
    // It was made anew meanwhile.
    note.tag = nil
    note.fields = []
    if note.change == 0 { note.change = try tables.nextChange() }
    try tables.save(note)
  }

  private func refuse(_ name: String, _ error: CKError, _ tables: MirrorTables) throws {
    guard var note = try tables.note(named: name) else { return }
    // What has changed meanwhile may be better.
    if let departure = underway[name], departure.change != note.change { return }
    note.refusal = error.localizedDescription
    try tables.save(note)
  }

  // MARK: The zone

  /// Notes that the server has none of the records, since the zone is gone: all that is here is to be
  /// sent, and what was deleted here stays deleted, if others bring it along.
  package func zoneIsGone() throws {
    try sendAll { tables in
      try tables.tables.run(
        "DELETE FROM _cairn_sync_record WHERE key IS NULL AND change = 0 AND clocks IS NULL "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
          + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk)")
    }
  }

  /// Notes that the server may lack anything that it had, since a backup was restored: all that is here is
  /// to be sent, as far as what comes in the full fetch that follows is not as it, and what is known to
  /// have been deleted is to be deleted.
  package func serverIsRestored() throws { try sendAll { _ in } }

  private func sendAll(_ body: (MirrorTables) throws -> Void) throws {
    underway = [:]
    try transaction { tables in
      try takeNote(tables)
      let base = try tables.integer(.change) ?? 0
      try body(tables)
      try tables.tables.run(
        "UPDATE _cairn_sync_record SET tag = NULL, fields = NULL, refusal = NULL, change = iif("
          // What has no object here, since it is not understood or waits, is no deletion.
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

  /// What the zone of before had last is nothing that the records of a new one were made from.
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
