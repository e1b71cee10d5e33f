// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Detection of saves of other processes.
@Suite(.serialized, .timeLimit(.minutes(20))) struct OtherProcessTests {
  /// The number of saves of each process: 60, or `CAIRN_WATCH_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_WATCH_ROUNDS"].flatMap(Int.init) ?? 60

  @Test func `two processes see each change once and in the same order`() async throws {
    let store = try TestStore()
    _ = try store.open()
    let (url, rounds) = (store.url, Self.rounds)
    let mine = Task { try await Watcher(url, "first", rounds).run() }
    let log = url.appendingPathExtension("log")
    await #expect(processExitsWith: .success) { [url = url as URL, rounds = rounds as Int] in
      let seen = try await Watcher(url, "second", rounds).run()
      let log = url.appendingPathExtension("log")
      try seen.joined(separator: "\n").write(to: log, atomically: true, encoding: .utf8)
    }
    let seen = try await mine.value
    let theirs = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(
      String.init)
    #expect(seen == theirs)
    for name in ["first", "second"] {
      #expect(seen.filter { $0.hasPrefix(name) } == (0..<rounds).map { "\(name) \($0)" })
    }
    #expect(seen.count == 2 * rounds)
  }

  /// A polling observer wakes up periodically; a notified one sleeps until there is a commit.
  @Test func `an idle observer does not poll`() async throws {
    let store = try TestStore()
    _ = try store.open()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let container = try ModelContainer(
        for: Trip.self, Folder.self, Everything.self,
        configurations: ModelConfiguration(url: url))
      let (told, telling) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for try await _ in container.results(of: FetchDescriptor<Folder>(), coalescing: .zero) {
          telling.yield()
        }
      }
      var notices = told.makeAsyncIterator()
      await notices.next()
      // The work after the opening has finished by then.
      try await Task.sleep(for: .seconds(1))
      let before = try Wakings.count()
      try await Task.sleep(for: .seconds(3))
      let wakings = try Wakings.count() - before
      // At most four a second; a loop that polls ten times a second would cause thirty.
      #expect(wakings < 12)
      let context = ModelContext(container)
      context.insert(Folder("new"))
      try context.save()
      await notices.next()
      task.cancel()
    }
  }

  @Test func `a save of another process updates results and contexts`() async throws {
    let store = try TestStore()
    let container = try store.open()
    let context = ModelContext(container)
    let (trip, other) = (Trip("old", code: "a"), Trip("other", code: "b"))
    context.insert(trip)
    context.insert(other)
    try context.save()
    var updates = container.results(of: FetchDescriptor<Trip>()).makeAsyncIterator()
    _ = try await updates.next()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let context = ModelContext(
        try ModelContainer(
          for: Trip.self, Folder.self, Everything.self,
          configurations: ModelConfiguration(url: url)))
      for trip in try context.fetch(FetchDescriptor<Trip>()) where trip.code == "a" {
        trip.name = "new"
      }
      try context.save()
    }
    let update = try #require(try await updates.next())
    // The history identifies the changed model.
    #expect(update.changed == [trip.persistentModelID])
    context.processPendingChanges()
    #expect(trip.name == "new")
  }

  @Test func `a commit without a signal is detected when its process ends`() async throws {
    let store = try TestStore()
    let container = try store.open()
    let context = ModelContext(container)
    let trip = Trip("old", code: "a")
    context.insert(trip)
    try context.save()
    var updates = container.results(of: FetchDescriptor<Trip>()).makeAsyncIterator()
    _ = try await updates.next()
    try store.sqlite(
      """
      BEGIN;
      UPDATE Trip SET name = 'new';
      UPDATE _cairn_sequence SET last = last + 1 WHERE entity = '';
      INSERT INTO _cairn_history SELECT last, 0, NULL, 'sqlite3', '0', 1, x'0106020102'
      FROM _cairn_sequence WHERE entity = '';
      COMMIT;
      """)
    #expect(try #require(try await updates.next()).changed == [trip.persistentModelID])
    context.processPendingChanges()
    #expect(trip.name == "new")
  }
}

/// The voluntary context switches of this process.
private enum Wakings {
  static func count() throws -> Int {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return tasks.reduce(0) { sum, task in
      let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }
}

/// Saves folders, and collects the saves of two processes from the history.
private struct Watcher {
  private let url: URL
  private let name: String
  private let rounds: Int

  init(_ url: URL, _ name: String, _ rounds: Int) {
    self.url = url
    self.name = name
    self.rounds = rounds
  }

  /// Returns all saves in the order in which they were fetched.
  func run() async throws -> [String] {
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self, configurations: ModelConfiguration(url: url))
    var seen: [String] = []
    var last: DefaultHistoryToken?
    var writing: Task<Void, any Error>?
    let context = ModelContext(container)
    for try await _ in container.results(of: FetchDescriptor<Folder>(), coalescing: .zero) {
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      if let last { descriptor.predicate = #Predicate { $0.token > last } }
      for transaction in try context.fetchHistory(descriptor) {
        last = transaction.token
        guard transaction.changes.count == 1, case .insert(let change) = transaction.changes[0],
          let folder = context.model(for: change.changedPersistentIdentifier) as? Folder
        else { throw Unexpected() }
        seen.append(folder.name)
      }
      // The first process starts when it has seen a save of the second, so that both save
      // concurrently.
      if writing == nil, name == "second" || !seen.isEmpty {
        writing = Task { try write(container) }
      }
      if seen.count >= 2 * rounds { break }
    }
    try await writing?.value
    return seen
  }

  private struct Unexpected: Error {}

  private func write(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = name
    for number in 0..<rounds {
      context.insert(Folder("\(name) \(number)"))
      try context.save()
    }
  }
}
