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

/// Processes that are killed at a statement of a migration: the next migration starts again and
/// completes.
@Suite(.serialized) struct MigrationKillTests {
  /// Whether `CAIRN_KILL_ROUNDS` asks for a kill at each statement, instead of about 30 kills.
  private static let isLong = ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"] != nil

  @Test func `a migration killed at any statement leaves the old or the new store`() async throws {
    let original = try MigrationPlanTests.people()
    let before = try original.dump()
    let count = try await statements(original)
    try #require(count > 40)
    let step = Self.isLong ? 1 : max(1, count / 30)
    var (undone, done) = (0, 0)
    for number in stride(from: 1, through: count, by: step) {
      let store = try copy(of: original)
      let url = store.url
      await #expect(processExitsWith: .signal(SIGKILL), "statement \(number)") {
        [url = url as URL, number = number as Int] in
        statement_killer_install(number)
        _ = try MigrationKillTests.migrate(url)
        // The last statements may belong to the closing of the connections.
        kill(getpid(), SIGKILL)
      }
      let version = try store.sqlite("SELECT value FROM _cairn_metadata WHERE key = 'version'")
      if version == "1.0.0\n" {
        undone += 1
        #expect(try store.dump() == before, "statement \(number)")
      } else {
        done += 1
        #expect(version == "3.0.0\n")
      }
      try MigrationPlanTests.checkLast(store.context(PeoplePlan.self))
      #expect(try store.leftOvers() == [], "statement \(number)")
      #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
      #expect(try files(store).count == 1)
    }
    #expect(undone > 10 && undone + done == (count + step - 1) / step)
  }

  static func migrate(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: PeopleV3.self), migrationPlan: PeoplePlan.self,
      configurations: ModelConfiguration(url: url))
  }

  /// Returns the number of statements of a migration, counted in another process.
  private func statements(_ original: TestStore) async throws -> Int {
    let store = try copy(of: original)
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      statement_killer_install(0)
      _ = try MigrationKillTests.migrate(url)
      try Data("\(statement_killer_count())".utf8).write(to: url.appendingPathExtension("count"))
    }
    let text = try String(contentsOf: url.appendingPathExtension("count"), encoding: .utf8)
    return try #require(Int(text))
  }

  private func copy(of original: TestStore) throws -> TestStore {
    let store = try TestStore()
    try original.sqlite("VACUUM INTO '\(store.url.path(percentEncoded: false))'")
    let folder = ".test.store-external"
    try FileManager.default.copyItem(
      at: original.directory.appending(path: folder), to: store.directory.appending(path: folder))
    return store
  }

  private func files(_ store: TestStore) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: store.directory.appending(path: ".test.store-external").path(percentEncoded: false))
  }
}
