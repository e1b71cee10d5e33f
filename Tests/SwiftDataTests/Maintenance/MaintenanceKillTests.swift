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

/// Processes that are killed in each disk operation in turn: the old or the new store is complete,
/// and no partial files remain.
@Suite(.serialized) struct MaintenanceKillTests {
  /// The operations from one kill of a restore to the next.
  private static let restoreStep = step(6)
  /// The operations from one kill of a backup to the next. A backup has fewer operations.
  private static let backupStep = step(3)

  /// A number of operations, or 1 if `CAIRN_KILL_ROUNDS` asks for the long run.
  private static func step(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"] == nil ? usual : 1
  }

  @Test func `a killed restore leaves the old or the restored store`() async throws {
    let original = try RestoreTests.changed()
    var (old, new) = (0, 0)
    for operation in stride(from: 1, through: 200, by: Self.restoreStep) {
      let store = try copy(original)
      let isKilled = try await isKilled(at: operation, store, restoring: true)
      let trips = try store.trips()
      if trips == ["a"] { new += 1 } else { old += 1 }
      #expect(trips == ["a"] || trips == ["b", "c"], "operation \(operation)")
      #expect(try store.files(of: store.url).count == trips.count, "operation \(operation)")
      #expect(try store.file.check().isSound, "operation \(operation)")
      #expect(try store.partialFiles() == [], "operation \(operation)")
      if !isKilled {
        #expect(trips == ["a"])
        return #expect(old > 5 && new > 0)
      }
    }
    Issue.record("a restore takes more than 200 operations")
  }

  @Test func `a killed backup leaves a sound backup`() async throws {
    let original = try RestoreTests.changed()
    for operation in stride(from: 1, through: 200, by: Self.backupStep) {
      let store = try copy(original)
      let isKilled = try await isKilled(at: operation, store, restoring: false)
      let report = try StoreFile(store.backup).check()
      #expect(report.isSound, "operation \(operation)")
      if !isKilled { return #expect(operation > 10) }
      // The next backup removes partial files.
      _ = try store.file.backUp(to: store.backup, replacing: true)
      #expect(try store.partialFiles() == [])
      #expect(try store.files(of: store.backup) == store.files(of: store.url))
      #expect(try store.trips(in: store.backup) == ["b", "c"])
    }
    Issue.record("a backup takes more than 200 operations")
  }

  /// Backs up or restores in a process that is killed at a disk operation. Returns false if the
  /// process finished before.
  private func isKilled(at operation: Int, _ store: TestStore, restoring: Bool) async throws -> Bool
  {
    let url = store.url
    await #expect(processExitsWith: .signal(SIGKILL), "operation \(operation)") {
      [url = url as URL, operation = operation as Int, restoring = restoring as Bool] in
      try #require(faulty_vfs_install() == 0)
      let folder = url.deletingLastPathComponent()
      let backup = folder.appending(path: "backup.store")
      _ = faulty_vfs_arm(folder.path(percentEncoded: false), FAULTY_KILL, operation)
      if restoring {
        try ModelContainer.restore(from: backup, to: url, replacing: true)
      } else {
        _ = try StoreFile(url).backUp(to: backup, replacing: true)
      }
      try Data().write(to: folder.appending(path: "done"))
      kill(getpid(), SIGKILL)
    }
    return !FileManager.default.fileExists(
      atPath: store.directory.appending(path: "done").path(percentEncoded: false))
  }

  private func copy(_ original: TestStore) throws -> TestStore {
    let store = try TestStore()
    for name in try FileManager.default.contentsOfDirectory(
      atPath: original.directory.path(percentEncoded: false))
    {
      try FileManager.default.copyItem(
        at: original.directory.appending(path: name), to: store.directory.appending(path: name))
    }
    return store
  }
}
