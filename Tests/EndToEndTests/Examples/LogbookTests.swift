// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The guide "Write your own app": a logbook in two modules and one line.
@Suite(.serialized) struct LogbookTests {
  private struct Entry: Decodable, Equatable {
    var id: String
    var text: String
  }

  private func entries(of device: SyncingDevice) async throws -> [Entry] {
    try await device.done("log", "list", "--json").json([Entry].self)
  }

  @Test(.timeLimit(.minutes(15)))
  func `the logbook imports, syncs between two devices and lists its conflicts`() async throws {
    try await DeviceCloud.run(command: Workspace.built("cairn-logbook")) { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let file = try cloud.workspace.write(
        "2026-11-20T08:00:00Z Saw a heron\n2026-11-21T09:30:00Z Frost\n", to: "log.txt")
      #expect(try await first.done("log", "import", file).output == "imported 2, known 0\n")
      #expect(try await first.done("log", "import", file).output == "imported 0, known 2\n")
      try await first.sync()
      try await second.sync()
      let known = try await entries(of: first)
      #expect(known.map(\.text) == ["Frost", "Saw a heron"])
      #expect(try await entries(of: second) == known)

      // Both change one property of one entry; the later change wins.
      let id = try #require(known.last?.id)
      try await first.done("log", "edit", id, "Saw a grey heron")
      try await second.done("log", "edit", id, "Saw two herons")
      try await second.sync()
      #expect(try await first.sync().conflicts > 0)
      #expect(try await entries(of: first) == entries(of: second))
      let conflicts = try await first.done("sync", "conflicts").output
      #expect(conflicts.contains("LogEntry \(id.prefix(8))"), "\(conflicts)")
      #expect(conflicts.contains("text = Saw a grey heron"), "\(conflicts)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a damaged line of an import names its line, and nothing is imported`() async throws {
    let workspace = try Workspace(command: Workspace.built("cairn-logbook"))
    let file = try workspace.write("2026-11-20T08:00:00Z Frost\nyesterday\n", to: "log.txt")
    let result = try await workspace.cairn("log", "import", file)
    #expect(result.status == 1)
    #expect(result.error.contains("log.txt:2: this is not a date and a text"))
    #expect(try await workspace.cairn("log", "list", "--json").json([Entry].self) == [])
  }

  @Test(.timeLimit(.minutes(15)))
  func `the help has the examples of the installed app only`() async throws {
    let help = try await Workspace(command: Workspace.built("cairn-logbook")).cairn("--help")
    #expect(help.output.contains("\n  cairn log add \"Saw a heron\"            add an entry\n"))
    for name in ["ruck", "row", "trip"] { #expect(!help.output.contains("cairn \(name)")) }
  }

  @Test
  func `the whole example has fewer than 250 lines`() throws {
    let folder = URL(filePath: Repository.path("Examples/Logbook"))
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var lines = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      lines +=
        try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).count - 1
    }
    #expect(lines > 0 && lines < 250, "\(lines) lines")
  }

  @Test
  func `the guide has the targets of the package's manifest`() throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: URL(filePath: Repository.path(name)), encoding: .utf8)
    }
    let guide = try text("docs/write-an-app.md")
    let targets = try #require(
      guide.firstMatch(of: #/```swift\n// Package\.swift\n(?<targets>[^`]+)```/#)
    ).targets
    #expect(targets.contains(#"name: "Logbook""#))
    #expect(try text("Package.swift").contains(targets))
  }

  @Test(.timeLimit(.minutes(15)))
  func `the pages have the logbook in the navigation and on the start page`() async throws {
    let workspace = try Workspace(command: Workspace.built("cairn-logbook"))
    #expect(try await workspace.cairn("log", "add", "Saw a heron").status == 0)
    let server = try workspace.startCairn("serve", "--no-cloud", "--port", "0")
    defer { server.send(SIGTERM) }
    let address = try await wait {
      server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
    }
    let start = try await workspace.shell(#"curl -fsS "$1/""#, address)
    #expect(start.output.contains(#"<a href="/logbook""#) && start.output.contains("Saw a heron"))
    // The logbook has the default icon, in the navigation and on its card.
    #expect(start.output.matches(of: /<svg class="symbol"/).count == 2)
    let page = try await workspace.shell(#"curl -fsS "$1/logbook""#, address)
    #expect(page.output.contains("Saw a heron"))
  }
}
