// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

@Suite struct HistoryFetchTests {
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  /// Saves ten trips, each in one transaction, by the authors "even" and "odd".
  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
    for number in 0..<10 {
      context.author = number == 9 ? nil : number % 2 == 0 ? "even" : "odd"
      context.insert(Trip("\(number)", code: "\(number)"))
      try context.save()
    }
  }

  @Test func `a predicate selects the transactions that evaluate accepts`() throws {
    let all = try context.history()
    let (third, fifth) = (all[2].token, all[4].token)
    let moment = all[6].timestamp
    let (number, trip) = (all[3].id, all[5].changes[0].changedPersistentIdentifier)
    let predicates: [Predicate<DefaultHistoryTransaction>] = [
      #Predicate { $0.token > third },
      #Predicate { $0.token >= third && $0.token < fifth },
      #Predicate { fifth > $0.token },
      #Predicate { $0.token == third },
      #Predicate { $0.author == "odd" },
      #Predicate { $0.author != "odd" },
      #Predicate { $0.author == nil },
      #Predicate { !($0.author == "even" || $0.token <= fifth) },
      #Predicate { $0.timestamp > moment },
      #Predicate { $0.timestamp <= moment && $0.transactionIdentifier != number },
      #Predicate { $0.transactionIdentifier > number },
      #Predicate { $0.changes.contains { $0.changedPersistentIdentifier == trip } },
      #Predicate { !$0.changes.contains { $0.changedPersistentIdentifier == trip } },
      #Predicate {
        $0.token > third && $0.author == "even"
          && $0.changes.contains { $0.changedPersistentIdentifier.entityName == "Trip" }
      },
      #Predicate { ($0.author ?? "none").count == 4 },
      #Predicate { $0.author == "h\u{e9}" || $0.changes.isEmpty },
      #Predicate { _ in true },
      #Predicate { _ in false },
    ]
    for predicate in predicates {
      let expected = try all.filter { try predicate.evaluate($0) }
      #expect(
        try context.fetchHistory(Descriptor(predicate: predicate)) == expected, "\(predicate)")
    }
  }

  @Test func `a fetch of history applies limits and sort orders`() throws {
    let all = try context.history()
    var descriptor = Descriptor()
    descriptor.fetchLimit = 3
    #expect(try context.fetchHistory(descriptor) == Array(all.prefix(3)))
    descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
    #expect(try context.fetchHistory(descriptor) == Array(all.reversed().prefix(3)))
    descriptor.fetchLimit = .max
    #expect(try context.fetchHistory(descriptor) == all.reversed())
    descriptor = Descriptor(predicate: #Predicate { ($0.author ?? "").count == 3 })
    descriptor.fetchLimit = 2
    #expect(try context.fetchHistory(descriptor).map(\.id) == [all[1].id, all[3].id])
    descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
    let short = all.filter { ($0.author ?? "").count == 3 }.map(\.id)
    #expect(try context.fetchHistory(descriptor).map(\.id) == Array(short.reversed().prefix(2)))
    descriptor = Descriptor(sortBy: [SortDescriptor(\.author), SortDescriptor(\.timestamp)])
    #expect(
      try context.fetchHistory(descriptor).map(\.author)
        == [nil] + Array(repeating: "even", count: 5) + Array(repeating: "odd", count: 4))
  }

  @Test(arguments: [
    SortDescriptor(\DefaultHistoryTransaction.token, order: .reverse),
    SortDescriptor(\DefaultHistoryTransaction.transactionIdentifier, order: .reverse),
    SortDescriptor(\DefaultHistoryTransaction.id, order: .reverse),
  ])
  func `a limited fetch of the newest transactions reads no older ones`(
    order: SortDescriptor<DefaultHistoryTransaction>
  ) throws {
    let newest = try #require(try context.history().last)
    var descriptor = Descriptor(sortBy: [order])
    descriptor.fetchLimit = 1
    // Reading a damaged transaction would throw.
    try store.sqlite("UPDATE _cairn_history SET changes = x'FF' WHERE number < 10")
    #expect(try context.fetchHistory(descriptor) == [newest])
  }

  @Test func `a limited fetch of the oldest transactions reads no newer ones`() throws {
    let oldest = try #require(try context.history().first)
    var descriptor = Descriptor(sortBy: [SortDescriptor(\.token)])
    descriptor.fetchLimit = 1
    try store.sqlite("UPDATE _cairn_history SET changes = x'FF' WHERE number > 1")
    #expect(try context.fetchHistory(descriptor) == [oldest])
  }

  @Test func `a decoded token is valid after the store is reopened`() throws {
    let all = try context.history()
    let data = try JSONEncoder().encode(all[4].token)
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    #expect(token == all[4].token)
    #expect(token.id == all[4].token.id)
    #expect(token.storeIdentifier == all[4].storeIdentifier)
    #expect(token.tokenValue == [all[4].storeIdentifier: all[4].id])
    let context = ModelContext(try store.open())
    #expect(try context.history(after: token) == Array(all[5...]))
    context.insert(Trip("new"))
    try context.save()
    #expect(try context.history(after: token).count == 6)
    #expect(try context.history().map(\.summary).allSatisfy { $0 == ["+Trip"] })
  }

  @Test func `deleting history expires earlier tokens`() throws {
    let all = try context.history()
    let (second, sixth) = (all[1].token, all[5].token)
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= sixth }))
    #expect(try context.history() == Array(all[6...]))
    #expect(try context.history(after: sixth) == Array(all[6...]))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: second) }
    // A fetch of earlier transactions does not throw.
    let before = Descriptor(predicate: #Predicate { $0.token < second })
    #expect(try context.fetchHistory(before) == [])
    try context.deleteHistory(Descriptor())
    #expect(try context.history() == [])
    #expect(try context.history(after: all[9].token) == [])
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: sixth) }
    context.insert(Trip("new"))
    try context.save()
    #expect(try context.history(after: all[9].token).count == 1)
    for table in ["", "_part", "_tombstone"] {
      #expect(
        try store.count("SELECT count(*) FROM _cairn_history\(table)") == (table == "" ? 1 : 0))
    }
  }

  @Test func `selected transactions can be deleted from the history`() throws {
    let all = try context.history()
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "odd" }))
    #expect(try context.history() == all.filter { $0.author != "odd" })
    try context.deleteHistory(
      Descriptor(predicate: #Predicate { ($0.author ?? "x").count == 1 }))
    #expect(try context.history() == all.filter { $0.author == "even" })
    var oldest = Descriptor()
    oldest.fetchLimit = 2
    try context.deleteHistory(oldest)
    #expect(try context.history().map(\.id) == [all[4].id, all[6].id, all[8].id])
  }

  @Test func `a token of another store or of a later state has expired`() throws {
    let other = ModelContext(try TestStore.inMemory())
    other.insert(Trip("other"))
    try other.save()
    let foreign = try #require(try other.history().first?.token)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: foreign) }
    let predicates: [Predicate<DefaultHistoryTransaction>] = [
      #Predicate { $0.token == foreign }, #Predicate { $0.token != foreign },
      #Predicate { !($0.token == foreign) || $0.author == "odd" },
    ]
    for predicate in predicates {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(Descriptor(predicate: predicate))
      }
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.deleteHistory(Descriptor(predicate: predicate))
      }
    }
    let all = try context.history()
    #expect(all.count == 10)
    let own = all[3].token
    #expect(
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token == own })) == [all[3]])
    // A copy has an earlier state of the store.
    for suffix in ["", "-wal"] {
      let path = store.url.path(percentEncoded: false)
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: path + ".copy" + suffix)
    }
    context.insert(Trip("new"))
    try context.save()
    let last = try #require(try context.history().last?.token)
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store.url.appendingPathExtension("copy")))
    let copy = ModelContext(container)
    #expect(try copy.history().count == 10)
    #expect(throws: SwiftDataError.historyTokenExpired) { try copy.history(after: last) }
  }

  @Test func `a fetch of a custom transaction type is rejected`() {
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
    }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.deleteHistory(HistoryDescriptor<OtherTransaction>())
    }
  }

  /// A transaction type that no store supports.
  private struct OtherTransaction: HistoryTransaction {
    struct Token: Comparable, Hashable, Identifiable {
      let id: Int

      static func < (lhs: Token, rhs: Token) -> Bool { lhs.id < rhs.id }
    }

    let author: String?
    let storeIdentifier: String
    let timestamp: Date
    let token: Token
    let transactionIdentifier: Int

    var changes: [HistoryChange] { [] }
    var id: Int { transactionIdentifier }
  }

  @Test func `concurrent deletion of history leaves no gap in a fetch`() throws {
    let (store, writers) = (store, DispatchGroup())
    let isOver = Mutex(false)
    nonisolated(unsafe) let open = store.open
    DispatchQueue.global().async(group: writers) {
      guard let context = try? ModelContext(open()) else { return }
      for number in 0..<400 {
        context.insert(Trip("w", code: "w\(number)"))
        try? context.save()
      }
      isOver.withLock { $0 = true }
    }
    DispatchQueue.global().async(group: writers) {
      guard let context = try? ModelContext(open()) else { return }
      while !isOver.withLock({ $0 }) {
        guard let last = try? context.history().last?.token else { continue }
        try? context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= last }))
      }
    }
    var last: DefaultHistoryToken?
    while !isOver.withLock({ $0 }) {
      guard let known = last else {
        last = try context.history().last?.token
        continue
      }
      do {
        let found = try context.history(after: known)
        if let first = found.first {
          #expect(
            first.transactionIdentifier == (known.tokenValue?[first.storeIdentifier] ?? 0) + 1)
        }
        last = found.last?.token ?? known
      } catch SwiftDataError.historyTokenExpired {
        last = nil
      }
    }
    writers.wait()
  }

  @Test func `erase deletes the history and expires its tokens`() throws {
    let all = try context.history()
    try container.erase()
    #expect(try context.history() == [])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.history(after: all[9].token)
    }
  }

  @Test func `the history of a read-only store can be fetched but not deleted`() throws {
    let all = try context.history()
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store.url, allowsSave: false))
    let reader = ModelContext(container)
    #expect(try reader.history() == all)
    #expect(try reader.history().map(\.summary) == all.map(\.summary))
    #expect(throws: SwiftDataError.storeIsReadOnly) { try reader.deleteHistory(Descriptor()) }
  }

  @Test func `a store without history tables gets them when opened for writing`() throws {
    for table in ["", "_part", "_tombstone", "_schema"] {
      try store.sqlite("DROP TABLE _cairn_history\(table)")
    }
    func open(allowsSave: Bool) throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Trip.self, Folder.self, Everything.self,
          configurations: ModelConfiguration(url: store.url, allowsSave: allowsSave)))
    }
    #expect(try open(allowsSave: false).history() == [])
    let writer = try open(allowsSave: true)
    #expect(try writer.history() == [])
    try #require(try writer.fetch(FetchDescriptor<Trip>()).first).rating = 1
    try writer.save()
    #expect(try writer.history().map(\.summary) == [["Trip rating"]])
  }

  /// Tokens of unrelated stores are ordered by the sum of their numbers, then by the numbers of the
  /// first store that differs.
  @Test func `tokens of different stores have a total order`() throws {
    let others = try (0..<4).map { count -> [DefaultHistoryToken] in
      let other = try TestStore()
      defer { withExtendedLifetime(other) {} }
      let context = ModelContext(try other.open())
      for number in 0..<count + 2 {
        context.insert(Trip("\(number)", code: "\(number)"))
        try context.save()
      }
      return try context.history().map(\.token)
    }
    let tokens = try context.history().map(\.token) + others.joined()
    for one in tokens {
      for other in tokens {
        #expect([one < other, one == other, other < one].filter(\.self).count == 1)
        #expect((one <= other) == !(other < one))
        #expect((one <= other) == (one < other || one == other))
      }
    }
    let sorted = tokens.sorted()
    #expect(sorted == tokens.reversed().sorted())
    let numbers = sorted.map { $0.tokenValue?.values.reduce(0, +) ?? 0 }
    #expect(numbers == numbers.sorted())
    // No transaction can be compared with the token of another store.
    let foreign = try #require(others[3].last)
    let questions: [Predicate<DefaultHistoryTransaction>] = [
      #Predicate { $0.token > foreign }, #Predicate { $0.token <= foreign },
      #Predicate { !($0.token <= foreign) }, #Predicate { $0.token < foreign || $0.author == "x" },
    ]
    for predicate in questions {
      let descriptor = Descriptor(predicate: predicate)
      #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(descriptor) }
      #expect(throws: SwiftDataError.historyTokenExpired) { try context.deleteHistory(descriptor) }
    }
    #expect(try context.history().count == 10)
  }

  @Test func `a negated token comparison selects the later transactions`() throws {
    let all = try context.history()
    let (second, sixth) = (all[1].token, all[5].token)
    let after = Descriptor(predicate: #Predicate { !($0.token <= second) })
    #expect(try context.fetchHistory(after) == Array(all[2...]))
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= sixth }))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(after) }
    // A double negation has no effect.
    let upTo = Descriptor(predicate: #Predicate { !(!($0.token <= second)) })
    #expect(try context.fetchHistory(upTo) == [])
  }

  @Test func `damaged history throws a corruption error`() throws {
    for bytes in ["01", "FF", "0007", "000001FFFFFFFFFFFFFFFFFFFFFF", "010001", "0900"] {
      try store.sqlite("UPDATE _cairn_history SET changes = x'\(bytes)' WHERE number = 4")
      #expect(throws: SwiftDataError.storeIsCorrupt, "\(bytes)") { try context.history() }
    }
    // An entity that no longer exists is omitted.
    try store.sqlite("UPDATE _cairn_history SET changes = x'00630102' WHERE number = 4")
    #expect(try context.history()[3].changes.isEmpty)
  }
}
