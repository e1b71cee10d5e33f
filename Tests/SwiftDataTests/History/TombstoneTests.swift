// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct TombstoneTests {
  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try ModelContainer(
      for: Relic.self, configurations: ModelConfiguration(url: store.url))
    context = ModelContext(container)
  }

  private func tombstones() throws -> [HistoryTombstone<Relic>] {
    try context.history().flatMap(\.changes).compactMap { change in
      guard case .delete(let delete) = change else { return nil }
      return (delete as? DefaultHistoryDelete<Relic>)?.tombstone
    }
  }

  @Test(arguments: [10, 300_000])
  func `a tombstone preserves the marked values of a deleted model`(size: Int) throws {
    let relic = Relic("cup", number: .min)
    relic.found = Date(timeIntervalSinceReferenceDate: 0.1)
    relic.mark = UUID()
    relic.terrain = .trail
    relic.shape = .square(side: 2, rounded: true)
    relic.price = Decimal(string: "1234567890.0123456789")
    relic.picture = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    relic.note = "not kept"
    let (mark, picture) = (relic.mark, relic.picture)
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()

    let tombstone = try #require(try tombstones().first)
    #expect(tombstone[\.code] as? String == "cup")
    #expect(tombstone[\.number] as? Int == .min)
    #expect(tombstone[\.found] as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(tombstone[\.mark] as? UUID == mark)
    #expect(tombstone[\.terrain] as? Terrain == .trail)
    #expect(tombstone[\.shape] as? Shape == .square(side: 2, rounded: true))
    #expect(tombstone[\.price] as? Decimal == Decimal(string: "1234567890.0123456789"))
    #expect(tombstone[\.picture] as? Data == picture)
    #expect(tombstone[\.note] == nil)
    #expect(tombstone.map { $0 is String }.filter(\.self).count == 1)
    #expect(Array(tombstone).count == 8)
    #expect(Array(tombstone).first as? String == "cup")
  }

  @Test func `a tombstone has no value for nil`() throws {
    let relic = Relic("cup")
    context.insert(relic)
    try context.save()
    try context.delete(model: Relic.self)
    try context.save()
    let tombstone = try #require(try tombstones().first)
    #expect(tombstone[\.found] == nil)
    #expect(Array(tombstone).count == 3)
  }

  @Test func `each deleted model has its own tombstone`() throws {
    for number in 0..<100 { context.insert(Relic("\(number)", number: number)) }
    try context.save()
    try context.transaction {
      try context.delete(model: Relic.self, where: #Predicate { $0.number < 50 })
      try context.save()
      context.insert(Relic("passing"))
      try context.save()
      try context.delete(model: Relic.self, where: #Predicate { $0.code == "passing" })
      try context.save()
      try context.delete(model: Relic.self)
    }
    #expect(try tombstones().map { $0[\.number] as? Int } == (0..<100).map(\.self))
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try store.count("SELECT count(*) FROM _cairn_history_tombstone") == 0)
  }

  @Test func `a failed transaction leaves no tombstone`() throws {
    context.insert(Relic("cup"))
    try context.save()
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try context.transaction {
        try context.delete(model: Relic.self)
        try context.save()
        throw Stopped()
      }
    }
    #expect(try tombstones().isEmpty)
    #expect(try store.count("SELECT count(*) FROM _cairn_history_tombstone") == 0)
  }
}
