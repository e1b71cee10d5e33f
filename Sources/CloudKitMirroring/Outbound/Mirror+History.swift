// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// The number of transactions that one query reads from the history.
  private static let step = 100
  /// The number of changed objects after which other writers can use the store, unless one
  /// transaction has more.
  private static let share = 500

  /// Records the changes saved since the last call, and returns whether changes are pending.
  package func takeNote() throws -> Bool {
    try transaction { tables in
      try takeNote(tables)
      return try tables.hasToBeSent()
    }
  }

  /// The number of the last transaction.
  package func lastTransaction() throws -> Int64 {
    try context.reading(store: store) { try $0.lastTransaction() }
  }

  /// Whether the store has transactions whose changes are not recorded yet.
  package func hasUnrecordedChanges() throws -> Bool {
    try context.reading(store: store) { tables in
      try MirrorTables(tables).integer(.history) ?? 0 < tables.lastTransaction()
    }
  }

  /// Records some of the changes saved up to a transaction, and returns whether there are more.
  ///
  /// Other writers can use the store between two calls.
  package func takeSomeNote(upTo last: Int64) throws -> Bool {
    let position = try context.reading(store: store) { try MirrorTables($0).integer(.history) }
    // If the history does not reach back, everything is compared at once.
    guard let position, last > position + 1 else { return false }
    return try transaction { tables in
      guard try tables.tables.hasCompleteHistory(after: position) else { return false }
      let next = try takeNote(tables, after: position, atMost: Self.share).next
      return next > position && next < last
    }
  }

  /// Records the changes saved since the last call.
  func takeNote(_ tables: MirrorTables) throws {
    let last = try tables.tables.lastTransaction()
    guard let position = try tables.integer(.history),
      try tables.tables.hasCompleteHistory(after: position)
    else {
      try takeNoteOfEverything(tables)
      return try tables.set(.history, .integer(last))
    }
    guard position < last else { return }
    var noted = (next: position, isMore: true)
    while noted.isMore { noted = try takeNote(tables, after: noted.next) }
    try tables.set(.history, .integer(last))
  }

  /// Records the next transactions after one: at most ``step``, and until `limit` changes are
  /// exceeded.
  private func takeNote(
    _ tables: MirrorTables, after position: Int64, atMost limit: Int = .max
  ) throws -> (next: Int64, isMore: Bool) {
    let transactions = try tables.tables.transactions(after: position, limit: Self.step)
    var (next, count) = (position, 0)
    for transaction in transactions where count < limit {
      var run = NoteRun(self, tables, at: transaction.timestamp)
      if transaction.author == Self.author {
        // Dependents deleted along with remotely deleted objects: the other device may not have
        // known them.
        try run.deleted(transaction.changes.deleted)
        try run.finish()
      } else {
        try run.take(transaction.changes)
        saveCount += 1
      }
      next = transaction.number
      count += transaction.changes.count
    }
    try tables.set(.history, .integer(next))
    return (next, transactions.count == Self.step)
  }

  /// Compares all objects with their metadata: at first, and if the history does not reach back.
  private func takeNoteOfEverything(_ tables: MirrorTables) throws {
    var run = NoteRun(self, tables, at: nil)
    for entity in storeLayout.entities.indices {
      let keys = try tables.tables.keys(ofEntity: entity)
      for start in stride(from: 0, to: keys.count, by: 500) {
        try run.compare(entity, Array(keys[start..<Swift.min(start + 500, keys.count)]))
      }
    }
    try run.compareAbsent()
    try run.finish()
  }
}
