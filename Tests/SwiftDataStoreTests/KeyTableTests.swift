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
    let (first, last) = (try identifier(1), try identifier(total))
    #expect(table.count == KeyTable.retainedCount)
    #expect(table.key(of: first) == nil)
    #expect(table[1].identifier == nil)
    #expect(table.key(of: last) == total)
    #expect(table[total].identifier == last)
  }

  @Test func `a removed key that is assigned again stays`() throws {
    let table = KeyTable()
    let count = Int64(KeyTable.retainedCount)
    for key in 1...2 * count { table.assign(try identifier(key), to: key, entity: 0) }
    for key in 1...count + 5 { table.remove(key) }
    // One identifier has another key now.
    table.assign(try identifier(2), to: 2 * count + 1, entity: 0)
    table.forgetRemoved()
    let keys = try [1, 2, 6, 2 * count].map { table.key(of: try identifier($0)) }
    #expect(keys == [nil, 2 * count + 1, 6, 2 * count])
  }
}
