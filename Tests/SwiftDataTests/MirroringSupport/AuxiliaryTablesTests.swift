// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Auxiliary tables of another module in a store's file.
@Suite struct AuxiliaryTablesTests {
  private let store: TestStore
  private let container: ModelContainer
  private let context: ModelContext
  private let table = "CREATE TABLE IF NOT EXISTS _cairn_note (key INTEGER, text TEXT) STRICT"
  private let insert = "INSERT INTO _cairn_note VALUES (?, ?)"

  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
    try context.transaction(ofStore: 0) { try $0.execute(table) }
  }

  private func notes() throws -> [Int64: String] {
    var notes: [Int64: String] = [:]
    try context.reading(store: 0) { tables in
      try tables.run("SELECT key, text FROM _cairn_note") {
        notes[$0.integer(0)] = $0.text(1)
      }
    }
    return notes
  }

  @Test func `rows and models are written together or not at all`() throws {
    let trip = Trip("Rome", code: "R")
    try context.transaction(ofStore: 0) { tables in
      context.insert(trip)
      try context.save()
      try tables.run(insert, [.integer(trip.rowKey), .text("first")])
      #expect(tables.changes == 1)
    }
    #expect(try notes() == [trip.rowKey: "first"])
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try context.transaction(ofStore: 0) { tables in
        context.insert(Trip("Oslo", code: "O"))
        try context.save()
        try tables.run(insert, [.integer(7), .text("second")])
        throw Failure()
      }
    }
    #expect(try notes().count == 1)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(throws: SwiftDataError.self) {
      try context.reading(store: 0) { try $0.run("SELECT nothing FROM _cairn_note") }
    }
  }

  @Test func `a model is found by its row ID`() throws {
    let trip = Trip("Rome", code: "R")
    context.insert(trip)
    try context.save()
    let entity = try #require(context.layout(ofStore: 0).index(of: Trip.self))
    #expect(context.model(ofStore: 0, entity: entity, key: trip.rowKey) === trip)
    let other = ModelContext(container)
    let found = other.model(ofStore: 0, entity: entity, key: trip.rowKey) as? Trip
    #expect(found?.name == "Rome")
    #expect(other.model(ofStore: 0, entity: entity, key: trip.rowKey + 1) == nil)
    #expect(try context.reading(store: 0) { try $0.keys(ofEntity: entity) } == [trip.rowKey])
  }

  @Test func `the history lists changed rows and their authors`() throws {
    let entity = try #require(context.layout(ofStore: 0).index(of: Trip.self))
    let start = try context.reading(store: 0) { try $0.lastTransaction() }
    context.author = "importer"
    let trips = (0..<3).map { Trip("\($0)", code: "\($0)") }
    for trip in trips { context.insert(trip) }
    try context.save()
    let keys = trips.map(\.rowKey)
    context.author = nil
    trips[1].name = "other"
    context.delete(trips[2])
    try context.save()
    try context.reading(store: 0) { tables in
      let all = try tables.transactions(after: start, limit: 10)
      #expect(all.map(\.author) == ["importer", nil])
      #expect(all[0].changes.inserted[entity] == keys)
      #expect(all[1].changes.updated[entity]?.map(\.key) == [keys[1]])
      #expect(all[1].changes.deleted[entity] == [keys[2]])
      #expect(try tables.transactions(after: start, limit: 1).count == 1)
      #expect(try tables.transactions(after: all[1].number, limit: 9).isEmpty)
      #expect(try tables.hasCompleteHistory(after: start))
      #expect(try !tables.hasCompleteHistory(after: all[1].number + 1))
    }
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try context.reading(store: 0) { try !$0.hasCompleteHistory(after: start) })
  }

  @Test func `auxiliary tables survive erase and reopening`() throws {
    try context.transaction(ofStore: 0) { try $0.run(insert, [.integer(1), .text("a")]) }
    try container.erase()
    #expect(try notes() == [1: "a"])
    let again = ModelContext(try store.open())
    var count = 0
    try again.reading(store: 0) { tables in
      try tables.run("SELECT 1 FROM _cairn_note") { _ in count += 1 }
    }
    #expect(count == 1)
  }
}
