// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudTestSupport
import DeviceSync
import Foundation
import PageTestSupport
import Testing

/// The apps on the status page.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SyncStatusPageTests {
  /// Replaces the store of the second app by a letter.
  private func damage(_ folder: URL) throws {
    for suffix in ["", "-wal", "-shm"] {
      let file = folder.appending(path: "journal.store\(suffix)")
      try? FileManager.default.removeItem(at: file)
    }
    try Data("This is a letter, not a database.\n".utf8)
      .write(to: folder.appending(path: "journal.store"))
  }

  @Test
  func `an app whose store can't be opened is listed with the reason`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        _ = try await device.signIn("ann")
        let page = try await device.page(SyncPaths.status)
        #expect(page.contains(#"id="app-journal""#) && !page.contains("can&#39;t be opened"))
      }
      try damage(cloud.folder.appending(path: "one", directoryHint: .isDirectory))
      try await PageDevice.run("one", cloud) { device in
        let page = try await device.page(SyncPaths.status)
        #expect(page.contains(#"id="app-diary""#), "\(page)")
        let section = try #require(page.firstMatch(of: /id="app-journal"[\s\S]*?<\/section>/)).0
        #expect(section.contains("The app&#39;s store can&#39;t be opened"), "\(section)")
        #expect(section.contains("journal.store"), "\(section)")
        #expect(!section.contains("Last fetched"), "\(section)")
        #expect(page.contains("journal, failed"), "\(page)")
      }
    }
  }
}
