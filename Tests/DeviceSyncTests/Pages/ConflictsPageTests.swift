// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudTestSupport
import DeviceSync
import Foundation
import PageTestSupport
import Testing

/// The list of conflicts by pages, with two devices and a real server.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct ConflictsPageTests {
  /// Runs a body with two devices of one user, which have one entry in each app.
  private func withDevices(
    _ body: (PageDevice, PageDevice) async throws -> Void
  ) async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { first in
        try await PageDevice.run("two", cloud) { second in
          try await first.signIn("ann")
          try await second.signIn("ann")
          for app in 0...1 { try first.add("Frost", app: app) }
          try await first.sync()
          try await second.sync()
          try await body(first, second)
        }
      }
    }
  }

  /// Makes a conflict in which the second device wins; the first one lists it.
  private func conflict(
    _ first: PageDevice, _ second: PageDevice, _ early: String, _ late: String, app: Int = 0
  ) async throws {
    try first.edit(early, app: app)
    // The clock of changes has milliseconds.
    try await Task.sleep(for: .milliseconds(5))
    try second.edit(late, app: app)
    try await second.sync()
    try await first.sync()
    #expect(try first.titles(app: app) == [late])
  }

  private func keys(_ page: String) -> [String] {
    page.matches(of: /name="keys" value="([a-z]+:\d+)"/).map { String($0.1) }
  }

  @Test
  func `a conflict shows both values, and a restored value replaces the other`() async throws {
    try await withDevices { first, second in
      #expect(try await first.page(SyncPaths.conflicts).contains("No conflicts"))
      try await conflict(first, second, "Early <frost>", "Late frost")
      let page = try await first.page(SyncPaths.conflicts)
      let versions = page.matches(
        of: /<dt>([^<]+)<\/dt><dd>([^<]+)<small>([A-Z][a-z]+), written [^<]*\d<\/small>/
      ).map { [$0.1, $0.2, $0.3].joined(separator: "|") }
      #expect(
        versions == [
          "This device|Early &lt;frost&gt;|Overwritten", "Another device|Late frost|Current",
        ], "\(page)")
      #expect(page.contains("title · Diary · noticed "))
      #expect(page.contains(#"href="/diary/"#))
      let key = try #require(keys(page).first)
      #expect(page.contains(#"data-count="1 conflict""#))

      let restored = try await first.submit(
        SyncPaths.conflicts, ["keys": key, "action": "restore"])
      #expect(restored.contains("Restored: title = Early &lt;frost&gt;"), "\(restored)")
      #expect(restored.contains("No conflicts"))
      #expect(try first.titles() == ["Early <frost>"])
      try await first.sync()
      try await second.sync()
      #expect(try second.titles() == ["Early <frost>"])
      let again = try await first.submit(
        SyncPaths.conflicts, ["keys": key, "action": "restore"])
      #expect(again.contains("These conflicts are no longer in the list."))
    }
  }

  @Test
  func `a dismissed conflict changes no data`() async throws {
    try await withDevices { first, second in
      try await conflict(first, second, "early", "late")
      let key = try #require(keys(try await first.page(SyncPaths.conflicts)).first)
      let page = try await first.submit(
        SyncPaths.conflicts, ["keys": key, "action": "dismiss"])
      #expect(page.contains("Dismissed: title = early") && page.contains("No conflicts"))
      #expect(try first.titles() == ["late"])
    }
  }

  @Test
  func `conflicts are filtered by app, and all of a list are restored`() async throws {
    try await withDevices { first, second in
      try await conflict(first, second, "early", "late")
      try await conflict(first, second, "early", "late", app: 1)
      let all = try await first.page(SyncPaths.conflicts)
      #expect(all.contains("All (2)") && all.contains("Journal (1)"))
      #expect(keys(all).count == 2)
      let one = try await first.page("\(SyncPaths.conflicts)?app=journal")
      #expect(keys(one).map { $0.prefix(8) } == ["journal:"])
      #expect(!one.contains("Restore all"))

      let list = try #require(all.firstMatch(of: /name="keys" value="([^"]*,[^"]*)"/)).1
      let page = try await first.submit(
        SyncPaths.conflicts, ["keys": String(list), "action": "restore", "app": "journal"])
      #expect(page.contains("Restored: 2 conflicts.") && page.contains("No conflicts"))
      #expect(page.contains(#"aria-current="page">Journal (0)"#))
      #expect(try first.titles() == ["early"])
      #expect(try first.titles(app: 1) == ["early"])
    }
  }

  @Test
  func `a form without an action or a token changes nothing`() async throws {
    try await withDevices { first, second in
      try await conflict(first, second, "early", "late")
      let key = try #require(keys(try await first.page(SyncPaths.conflicts)).first)
      #expect(try await first.post(SyncPaths.conflicts, ["keys": key]).status == 400)
      let forged = try await first.send(
        "POST", SyncPaths.conflicts, body: "keys=\(key)&action=restore")
      #expect(forged.status == 403)
      #expect(try first.titles() == ["late"])
      #expect(keys(try await first.page(SyncPaths.conflicts)) == [key])
    }
  }

  @Test
  func `the start page lists the conflicts of each app`() async throws {
    try await withDevices { first, second in
      #expect(try await !first.page("/").contains("conflict"))
      try await conflict(first, second, "early", "late", app: 1)
      let page = try await first.page("/")
      #expect(
        page.contains(
          #"<a href="/sync/conflicts?app=journal">1 conflict of changes on two devices</a>"#),
        "\(page)")
      #expect(!page.contains("app=diary"))
      #expect(try await first.page(SyncPaths.status).contains("Conflicts (1)"))
    }
  }
}
