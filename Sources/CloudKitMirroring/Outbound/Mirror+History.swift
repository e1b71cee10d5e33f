// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension Mirror {
  /// How many transactions of the history are looked at together.
  private static let step = 200

  /// Notes what was saved since the last call, and returns whether anything is to be sent.
  package func takeNote() throws -> Bool {
    try transaction { tables in
      try takeNote(tables)
      return try tables.countToBeSent() > 0
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
    var next = position
    while true {
      let transactions = try tables.tables.transactions(after: next, limit: Self.step)
      for transaction in transactions {
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
      }
      if transactions.count < Self.step { break }
    }
    try tables.set(.history, .integer(last))
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
