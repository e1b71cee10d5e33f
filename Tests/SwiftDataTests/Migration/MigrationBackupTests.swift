// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A failed migration that leaves the database damaged, so that its backup is restored.
@Suite struct MigrationBackupTests {
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
            // Simulate a failing disk: overwrite pages that SQLite has not read yet.
            guard let victim = MigrationBackupTests.victim else { return }
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

  @Test func `a failed migration restores its backup into a damaged database`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(version: PeopleV1.self)
      for number in 0..<3000 {
        context.insert(PeopleV1.Person("number \(number) \(String(repeating: "x", count: 100))"))
      }
      try context.save()
    }
    let before = try store.dump()
    let damaged = try MigrationBackupTests.$victim.withValue(store.url) {
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
