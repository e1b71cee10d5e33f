// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct HistoryPolicyTests {
  private func open(_ store: TestStore, _ history: ModelConfiguration.History) throws
    -> ModelContext
  {
    var configuration = ModelConfiguration(url: store.url)
    configuration.history = history
    return ModelContext(
      try ModelContainer(
        for: Trip.self, Folder.self, Everything.self, configurations: configuration))
  }

  @Test func `a save without history expires earlier tokens`() throws {
    let store = try TestStore()
    let keeping = try open(store, .kept)
    keeping.insert(Trip("one"))
    try keeping.save()
    let token = try #require(try keeping.history().last?.token)
    let other = try open(store, .off)
    #expect(try keeping.history(after: token) == [])
    other.insert(Trip("two"))
    try other.save()
    #expect(throws: SwiftDataError.historyTokenExpired) { try keeping.history(after: token) }
    try other.transaction { other.insert(Trip("three")) }
    keeping.insert(Trip("four"))
    try keeping.save()
    let history = try keeping.history()
    #expect(history.map(\.summary) == [["+Trip"], ["+Trip"]])
    #expect(try keeping.history(after: history[1].token) == [])
    #expect(throws: SwiftDataError.historyTokenExpired) { try keeping.history(after: token) }
  }

  @Test func `a save deletes history above the age limit`() throws {
    let store = try TestStore()
    let context = try open(store, .kept)
    for number in 0..<3 {
      context.insert(Trip("\(number)"))
      try context.save()
    }
    let history = try context.history()
    try store.sqlite("UPDATE _cairn_history SET timestamp = timestamp - 90000 WHERE number < 3")
    let other = try open(store, .kept(for: .seconds(86400)))
    other.insert(Trip("new"))
    try other.save()
    #expect(try other.history().map(\.id) == [3, 4])
    #expect(try other.history(after: history[1].token).map(\.id) == [3, 4])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try other.history(after: history[0].token)
    }
    // Expired history is deleted once an hour at most.
    try store.sqlite("UPDATE _cairn_history SET timestamp = timestamp - 90000")
    other.insert(Trip("newer"))
    try other.save()
    #expect(try other.history().count == 3)
  }

  @Test func `history is deleted as part of a transaction`() throws {
    let store = try TestStore()
    let context = try open(store, .kept)
    for number in 0..<4 {
      context.insert(Trip("\(number)", code: "\(number)"))
      try context.save()
    }
    let tokens = try context.history().map(\.token)
    let second = tokens[1]
    let old = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token <= second })
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try context.transaction {
        context.insert(Trip("undone", code: "undone"))
        try context.save()
        try context.deleteHistory(old)
        #expect(try context.history().map(\.token) == Array(tokens[2...]))
        #expect(throws: SwiftDataError.historyTokenExpired) {
          try context.history(after: tokens[0])
        }
        throw Stopped()
      }
    }
    #expect(try context.history().map(\.token) == tokens)
    #expect(try context.history(after: tokens[0]).count == 3)
    try context.transaction {
      try context.deleteHistory(old)
      context.insert(Trip("new", code: "new"))
    }
    let history = try context.history()
    #expect(history.count == 3)
    #expect(history[..<2].map(\.token) == Array(tokens[2...]))
    #expect(history[2].summary == ["+Trip"])
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: tokens[0]) }
    try context.transaction {
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(try context.history() == [])
  }

  @Test func `a container of several stores has one history`() throws {
    let folder = try TestStore()
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: Trip.self, Folder.self, Relic.self,
        configurations: ModelConfiguration(
          "a", schema: Schema([Trip.self, Stop.self, Invoice.self, Traveller.self, Passport.self]),
          url: folder.directory.appending(path: "a.store")),
        ModelConfiguration(
          "b", schema: Schema([Folder.self]), url: folder.directory.appending(path: "b.store")),
        ModelConfiguration(
          "c", schema: Schema([Relic.self]), url: folder.directory.appending(path: "c.store")))
    }
    let container = try open()
    let context = ModelContext(container)
    for number in 0..<4 {
      context.author = number == 2 ? "x" : nil
      context.insert(Trip("\(number)"))
      try context.save()
      if number > 0 { context.insert(Folder("\(number)")) }
      try context.save()
    }
    let all = try context.history()
    #expect(
      all.flatMap(\.summary) == [
        "+Trip", "+Trip", "+Folder", "+Trip", "+Folder", "+Trip", "+Folder",
      ])
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.token < $1.token })
    #expect(Set(all.map(\.storeIdentifier)).count == 2)
    #expect(all[3].token.storeIdentifier == all[3].storeIdentifier)
    #expect(all[6].token.tokenValue?.count == 3)
    for (index, transaction) in all.enumerated() {
      #expect(try context.history(after: transaction.token) == Array(all[(index + 1)...]))
      let last = transaction.token
      let byAuthor = HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.token > last && ($0.author ?? "").isEmpty })
      #expect(
        try context.fetchHistory(byAuthor) == all[(index + 1)...].filter { $0.author == nil })
    }
    var two = HistoryDescriptor<DefaultHistoryTransaction>()
    two.fetchLimit = 2
    let first = try context.fetchHistory(two)
    #expect(first == Array(all.prefix(2)))
    #expect(try context.history(after: first[1].token) == Array(all[2...]))
    let third = all[2].token
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= third }))
    #expect(try context.history() == Array(all[3...]))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.history(after: all[0].token)
    }
  }
}
