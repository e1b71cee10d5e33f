// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The commands of RuckMap's guides, one after the other on a data folder of their own.
@Suite(.timeLimit(.minutes(15))) struct RuckGuideTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Commands that need an archive of another program, or a mail program.
  private static let skipped = ["strava-export.zip", "export.zip", "mail -s"]

  /// The commands in the code blocks of a guide.
  private func commands(_ guide: String) throws -> [String] {
    let file = Self.tests.deletingLastPathComponent().appending(components: "docs", guide)
    var commands: [String] = []
    var isCode = false
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard isCode || line.hasPrefix("    ") else { continue }
      let text = line.drop { $0 == " " }
      if text.hasPrefix("cairn ruck ") { commands.append(String(text)) }
    }
    return commands.filter { command in !Self.skipped.contains { command.contains($0) } }
  }

  /// Writes the files that the guides name.
  private func prepare(_ workspace: Workspace) async throws {
    let more = workspace.url.appending(path: "more")
    try FileManager.default.createDirectory(at: more, withIntermediateDirectories: true)
    // 12.4 miles in four hours.
    let track = Track.gpx(points: 15_000, number: 1)
    _ = try workspace.write(track, to: "hike.gpx")
    try Data(track.utf8).write(to: more.appending(path: "long.gpx"))
    try FileManager.default.copyItem(
      at: Self.tests.appending(
        components: "RuckMapTests", "Fixtures", "fitparse__2013-02-06-12-11-14.fit"),
      to: workspace.url.appending(path: "hike.fit"))
    _ = try workspace.write("46, 7, 500\n46.01, 7.01, 560\n", to: "positions.txt")
    let export = try await workspace.shell(
      "\"$cairn\" ruck import hike.gpx --data other && \"$cairn\" export --all ~/cairn-export --data other"
    )
    #expect(export.status == 0, "\(export)")
  }

  private func rucks(_ workspace: Workspace) async throws -> [RuckJSON] {
    try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
  }

  @Test(arguments: [
    "ruckmap.md", "ruckmap-gear.md", "ruckmap-import.md", "ruckmap-privacy.md",
    "ruckmap-equations.md",
  ])
  func `every command of a guide works`(guide: String) async throws {
    let workspace = try Workspace()
    try await prepare(workspace)
    let commands = try commands(guide)
    #expect(commands.count > 2)
    if !(commands.first?.contains("import") ?? false) {
      _ = try await workspace.cairn("ruck", "import", "hike.gpx", "--pack-weight", "35 lb")
    }
    var longest: String?
    for text in commands {
      let rucks = try await rucks(workspace)
      longest = longest ?? rucks.max { $0.distance_m < $1.distance_m }?.id
      let part = rucks.first { $0.name?.hasSuffix("part 2") == true }
      let command = text.replacing("6f1c", with: longest ?? "none")
        .replacing("81d0", with: part?.id ?? "none")
      let result = try await workspace.shell("cairn() { \"$cairn\" \"$@\"; }\n\(command)")
      #expect(result.status == 0, "\(text): \(result)")
    }
  }
}
