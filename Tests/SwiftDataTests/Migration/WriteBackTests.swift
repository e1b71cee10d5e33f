// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A migration that fails and leaves the database damaged, so that its backup is written back.
@Suite struct WriteBackTests {
  struct Stopped: Error {}

  /// The store whose pages a stage overwrites.
  @TaskLocal static var victim: URL?

  enum DamagingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: PeopleV1.self, toVersion: PeopleV2.self,
          willMigrate: { _ in
            // What a failing disk may do: pages that SQLite has not read yet are no pages any more.
            guard let victim = WriteBackTests.victim else { return }
            let file = try FileHandle(forUpdating: victim)
            defer { try? file.close() }
            let size = try file.seekToEnd()
            try file.seek(toOffset: size / 2 / 4096 * 4096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size / 2)))
            throw Stopped()
          }, didMigrate: nil)
      ]
    }
  }

  @Test func theBackupIsWrittenBack() throws {
    let store = try TestStore()
    do {
      let context = try store.context(version: PeopleV1.self)
      for number in 0..<3000 {
        context.insert(PeopleV1.Person("number \(number) \(String(repeating: "x", count: 100))"))
      }
      try context.save()
    }
    let before = try store.dump()
    let damaged = try WriteBackTests.$victim.withValue(store.url) {
      #expect(throws: Stopped.self) { try store.context(DamagingPlan.self) }
      return try store.sqlite("PRAGMA integrity_check")
    }
    #expect(damaged == "ok\n")
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
    let context = try store.context(PeoplePlan.self)
    #expect(try context.fetchCount(FetchDescriptor<PeopleV3.Person>()) == 3000)
  }
}
