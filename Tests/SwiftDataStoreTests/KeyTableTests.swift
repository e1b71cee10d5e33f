// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The keys of a custom store's rows.
@Suite struct KeyTableTests {
  private func identifier(_ number: Int64) throws -> PersistentIdentifier {
    try .identifier(for: "store", entityName: "Town", primaryKey: "town \(number)")
  }

  @Test func `the size follows the rows and not the deletions`() throws {
    let table = KeyTable()
    let total: Int64 = 50_000
    for key in 1...total {
      table.assign(try identifier(key), to: key, entity: 0)
      table.remove(key)
      if key % 1_000 == 0 { table.forgetRemoved() }
    }
    #expect(table.count == KeyTable.retainedCount)
    #expect(table.key(of: try identifier(1)) == nil)
    #expect(table[1].identifier == nil)
    #expect(table.key(of: try identifier(total)) == total)
    #expect(table[total].identifier == (try identifier(total)))
  }

  @Test func `a removed key that is assigned again stays`() throws {
    let table = KeyTable()
    let count = Int64(KeyTable.retainedCount)
    for key in 1...2 * count { table.assign(try identifier(key), to: key, entity: 0) }
    for key in 1...count + 5 { table.remove(key) }
    // One identifier has another key now.
    table.assign(try identifier(2), to: 2 * count + 1, entity: 0)
    table.forgetRemoved()
    #expect(table.key(of: try identifier(1)) == nil)
    #expect(table.key(of: try identifier(2)) == 2 * count + 1)
    #expect(table.key(of: try identifier(6)) == 6)
    #expect(table.key(of: try identifier(2 * count)) == 2 * count)
  }
}
