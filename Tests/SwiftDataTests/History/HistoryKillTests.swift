// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import Foundation
import SwiftData
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Processes that are killed at each of their writes in turn: history and data agree.
@Suite(.serialized) struct HistoryKillTests {
  /// The exit code of a process that was not killed.
  private static let ended: Int32 = 7

  /// Fills a store with a history of insertions and deletions, also in transactions of several
  /// saves.
  private func fill(_ store: TestStore) throws {
    let context = ModelContext(try Self.open(store.url))
    for number in 1...12 {
      let team = Team(number: number, code: number)
      context.insert(team)
      team.players = (0..<40).map { Player(number: number * 100 + $0) }
      team.badges = [Badge(number: number)]
      try context.save()
      context.insert(Relic("\(number)", number: number))
      try context.save()
    }
    try context.transaction {
      try context.delete(model: Relic.self, where: #Predicate { $0.number > 4 })
      try context.save()
      try context.delete(model: Team.self, where: #Predicate { $0.number == 3 })
      try context.save()
    }
  }

  private static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Team.self, Relic.self, configurations: ModelConfiguration(url: url))
  }

  private func copy(_ store: TestStore) throws -> TestStore {
    let copy = try TestStore()
    for suffix in ["", "-wal"] {
      let path = store.url.path(percentEncoded: false) + suffix
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.copyItem(
          atPath: path, toPath: copy.url.path(percentEncoded: false) + suffix)
      }
    }
    return copy
  }

  @Test func `a killed deletion of history is complete or without effect`() async throws {
    let origin = try TestStore()
    try fill(origin)
    let all = try ModelContext(Self.open(origin.url)).history()
    let (middle, first) = (all[20].token, all[0].token)
    var outcomes: Set<Int> = []
    for operation in 1...200 {
      let store = try copy(origin)
      let url = store.url
      let result = try await #require(processExitsWith: .failure) {
        [url = url as URL, operation = operation as Int, middle = middle as DefaultHistoryToken] in
        #expect(faulty_vfs_install() == 0)
        let context = ModelContext(try HistoryKillTests.open(url))
        _ = try context.history()
        let prefix = url.deletingLastPathComponent().path(percentEncoded: false)
        #expect(faulty_vfs_arm(prefix, FAULTY_KILL, operation) == 1)
        try context.deleteHistory(
          HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= middle })
        )
        exit(HistoryKillTests.ended)
      }
      let context = ModelContext(try Self.open(store.url))
      let left = try context.history()
      outcomes.insert(left.count)
      if left.count == all.count {
        #expect(left.map(\.summary) == all.map(\.summary), "operation \(operation)")
        #expect(try context.history(after: first).count == all.count - 1)
      } else {
        #expect(left == Array(all[21...]), "operation \(operation)")
        #expect(left.map(\.summary) == all[21...].map(\.summary))
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: first) }
      }
      for table in ["part", "tombstone"] {
        let orphans = try store.count(
          "SELECT count(*) FROM _cairn_history_\(table) "
            + "WHERE number NOT IN (SELECT number FROM _cairn_history)")
        #expect(orphans == 0, "\(table) after operation \(operation)")
      }
      if result.exitStatus == .exitCode(Self.ended) {
        #expect(outcomes.count == 2)
        return #expect(operation > 4)
      }
    }
    Issue.record("a purge takes more than 200 operations")
  }

  @Test func `a killed save is in both the data and the history or in neither`() async throws {
    let origin = try TestStore()
    try fill(origin)
    var before = HistoryMirror()
    try before.catchUp(ModelContext(Self.open(origin.url)), "the origin")
    for operation in 1...200 {
      let store = try copy(origin)
      let url = store.url
      let result = try await #require(processExitsWith: .failure) {
        [url = url as URL, operation = operation as Int] in
        #expect(faulty_vfs_install() == 0)
        let context = ModelContext(try HistoryKillTests.open(url))
        let teams = try context.fetch(FetchDescriptor<Team>(sortBy: [SortDescriptor(\.number)]))
        let prefix = url.deletingLastPathComponent().path(percentEncoded: false)
        #expect(faulty_vfs_arm(prefix, FAULTY_KILL, operation) == 1)
        context.delete(teams[0])
        teams[1].players.reverse()
        teams[2].badges += teams[1].badges
        context.insert(Team(number: 100, code: teams[3].code))
        try context.delete(model: Relic.self)
        try context.save()
        exit(HistoryKillTests.ended)
      }
      var mirror = before
      try mirror.catchUp(ModelContext(Self.open(store.url)), "operation \(operation)")
      if result.exitStatus == .exitCode(Self.ended) {
        #expect(mirror.rows != before.rows)
        return #expect(operation > 4)
      }
    }
    Issue.record("a save takes more than 200 operations")
  }
}
