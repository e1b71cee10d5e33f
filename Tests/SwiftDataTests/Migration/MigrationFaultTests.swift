// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import Foundation
import SwiftData
import Testing

/// Migrations on a disk that fails at each of its operations in turn.
@Suite(.serialized) struct MigrationFaultTests {
  /// The operations from one failure to the next: 6, or each one if `CAIRN_KILL_ROUNDS` asks for the long run.
  private static let step =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"] == nil ? 6 : 1

  init() {
    #expect(faulty_vfs_install() == 0)
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `a migration that fails on the disk leaves the old store`(kind: faulty_kind) throws {
    let original = try MigrationPlanTests.people()
    let before = try original.dump()
    var undone = 0
    for operation in stride(from: 1, through: 2000, by: Self.step) {
      let store = try TestStore()
      try original.sqlite("VACUUM INTO '\(store.url.path(percentEncoded: false))'")
      let folder = ".test.store-external"
      try FileManager.default.copyItem(
        at: original.directory.appending(path: folder),
        to: store.directory.appending(path: folder))
      let prefix = store.directory.path(percentEncoded: false)
      #expect(faulty_vfs_arm(prefix, kind, operation) == 1)
      var failure: (any Error)?
      do { _ = try store.context(PeoplePlan.self) } catch { failure = error }
      let failures = faulty_vfs_disarm(prefix)
      if let failure {
        #expect(failure is SwiftDataError, "\(failure)")
        // A commit that fails in its last write may be complete after reopening.
        let isOld = try store.dump() == before
        undone += isOld ? 1 : 0
        let version = "SELECT value FROM _cairn_metadata WHERE key = 'version'"
        #expect(try isOld || store.sqlite(version) == "3.0.0\n", "after operation \(operation)")
      }
      try MigrationPlanTests.checkLast(store.context(PeoplePlan.self))
      #expect(try store.leftOvers() == [], "after operation \(operation)")
      if failures == 0 { return #expect(undone > 5, "the disk hardly failed") }
    }
    Issue.record("a migration takes more than 2000 operations")
  }
}
