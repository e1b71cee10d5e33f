// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// How many transactions of the history are looked at together.
  private static let step = 100
  /// How many objects are noted before others may have the store, if that is more than one transaction.
  private static let share = 500

  /// Notes what was saved since the last call, and returns whether anything is to be sent.
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

  /// Notes some of what was saved up to a transaction, and returns whether there is more: who saves needn't wait
  /// for all of it.
  package func takeSomeNote(upTo last: Int64) throws -> Bool {
    let position = try context.reading(store: store) { try MirrorTables($0).integer(.history) }
    // Where the history doesn't reach back, all is compared at once.
    guard let position, last > position + 1 else { return false }
    return try transaction { tables in
      guard try tables.tables.historyReaches(back: position) else { return false }
      let next = try takeNote(tables, after: position, atMost: Self.share).next
      return next > position && next < last
    }
  }

  /// Notes what was saved since it was last looked at.
  func takeNote(_ tables: MirrorTables) throws {
    let last = try tables.tables.lastTransaction()
    guard let position = try tables.integer(.history),
      try tables.tables.historyReaches(back: position)
    else {
      try takeNoteOfEverything(tables)
      return try tables.set(.history, .integer(last))
    }
    guard position < last else { return }
    var noted = (next: position, isMore: true)
    while noted.isMore { noted = try takeNote(tables, after: noted.next) }
    try tables.set(.history, .integer(last))
  }

  /// Notes the transactions behind one, as many as are looked at together.
  private func takeNote(
    _ tables: MirrorTables, after position: Int64, atMost limit: Int = .max
  ) throws -> (next: Int64, isMore: Bool) {
    let transactions = try tables.tables.transactions(after: position, limit: Self.step)
    var (next, count) = (position, 0)
    for transaction in transactions where count < limit {
      var run = NoteRun(self, tables, at: transaction.timestamp)
      if transaction.author == Self.author {
        // What went with what others deleted: they may not know of it.
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

  /// Compares all objects with what is known of them: at first, and where the history doesn't reach back.
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
