// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// Applies records and deletions from the server.
  ///
  /// All of it is one transaction, unless some object can't be saved: its record is then rejected,
  /// and the others are applied.
  ///
  /// - Parameters:
  ///   - records: The current records.
  ///   - deletions: The names of the deleted records.
  ///   - fullFetch: The number of the full fetch that they are part of; nil for incremental
  ///     changes.
  /// - Throws: A ``SwiftDataError`` if the store can't be written: nothing was applied then.
  package func receive(
    _ records: [CKRecord], deletions: [String], fullFetch: Int? = nil
  ) throws {
    do {
      try transaction { tables in
        try takeNote(tables)
        if let fullFetch { try tables.set(.fetch, .integer(Int64(fullFetch))) }
        var run = ReceiveRun(self, tables, fullFetch: fullFetch.map(Int64.init))
        for record in records { try run.take(record) }
        for name in deletions { try run.takeDeletion(of: name) }
        try run.finish()
        try tables.add(run.newsCount, to: .received)
      }
    } catch let error as SwiftDataError where Self.isAboutObjects(error) {
      try receiveApart(records, deletions, fullFetch, error)
    }
  }

  /// Whether an error is caused by single objects, and not by the file.
  private static func isAboutObjects(_ error: SwiftDataError) -> Bool {
    [.modelValidationFailure, .storeIsCorrupt].contains(error)
  }

  private func receiveApart(
    _ records: [CKRecord], _ deletions: [String], _ fullFetch: Int?, _ error: SwiftDataError
  ) throws {
    switch (records.count, deletions.count) {
    case (1, 0): try refuse(records[0], error, fullFetch)
    case (0, 1): try refuseDeletion(of: deletions[0], error)
    case (0, 0): throw error
    default:
      let (middle, end) = (records.count / 2, deletions.count / 2)
      // Separate a single record from the deletions, and a single deletion from the records.
      try receive(
        Array(records[..<middle]), deletions: records.count == 0 ? Array(deletions[..<end]) : [],
        fullFetch: fullFetch)
      try receive(Array(records[middle...]), deletions: [], fullFetch: fullFetch)
      let rest = records.count == 0 ? Array(deletions[end...]) : deletions
      try receive([], deletions: rest, fullFetch: fullFetch)
    }
  }

  /// Rejects a record whose object can't be saved.
  private func refuse(_ record: CKRecord, _ error: SwiftDataError, _ fullFetch: Int?) throws {
    try transaction { tables in
      let name = record.recordID.recordName
      var note =
        try tables.note(named: name) ?? RecordNote(name: name, type: form.noted(record))
      // With its tag, an existing object would be sent as if it were based on this copy.
      if note.object == nil { note.tag = record.recordChangeTag }
      note.refusal = .rejected(error.localizedDescription)
      if let fullFetch { note.seen = Int64(fullFetch) }
      try tables.save(note)
      try tables.holdBack(name)
    }
  }

  private func refuseDeletion(of name: String, _ error: SwiftDataError) throws {
    try transaction { tables in
      guard var note = try tables.note(named: name) else { return }
      note.tag = nil
      note.fields = []
      note.change = try tables.nextChange()
      try tables.save(note)
    }
  }

  /// Defers records that the server has and that could not be read now: they are fetched again.
  package func noteUnread(_ unread: [(name: String, reason: String)], fullFetch: Int? = nil) throws
  {
    try transaction { tables in
      for (name, reason) in unread {
        try tables.holdBack(name)
        guard var note = try tables.note(named: name) else { continue }
        note.refusal = .rejected(reason)
        if let fullFetch { note.seen = Int64(fullFetch) }
        try tables.save(note)
      }
    }
  }

  /// The names of records to fetch again: they arrived before records that their objects depend on.
  package func recordsToBeFetched() throws -> [String] {
    try context.reading(store: store) { try MirrorTables($0).namesToBeFetched() }
  }

  /// Ends a full fetch: records that the server had, and that were not in it, were deleted there.
  package func endFullFetch(_ number: Int) throws {
    let names = try context.reading(store: store) {
      try MirrorTables($0).namesNotSeen(by: Int64(number))
    }
    for start in stride(from: 0, to: names.count, by: 500) {
      try receive(
        [], deletions: Array(names[start..<Swift.min(start + 500, names.count)]))
    }
  }
}
