// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Invalid files: a reason, status 1, and an unchanged store.
struct InvalidFileTests {
  /// A file that can't be imported.
  struct Bad: CustomTestStringConvertible, Sendable {
    let name: String
    let content: String
    /// Words, at least one of which occurs in the reason.
    let reason: [String]
    /// The reported line.
    let line: Int?

    var testDescription: String { name }
  }

  private static func gpx(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    \(body)
    </gpx>

    """
  }

  private static let billionLaughs: String = {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [\n<!ENTITY a0 \"ha\">\n"
    for level in 1...30 {
      let inner = String(repeating: "&a\(level - 1);", count: 10)
      text += "<!ENTITY a\(level) \"\(inner)\">\n"
    }
    return text + "]>\n<gpx version=\"1.1\"><trk><name>&a30;</name></trk></gpx>\n"
  }()

  static let bad: [Bad] = [
    Bad(name: "empty", content: "", reason: ["empty"], line: nil),
    Bad(name: "text", content: "a letter\n", reason: ["xml", "gpx"], line: 1),
    Bad(name: "html", content: "<html><p>x</p></html>", reason: ["gpx"], line: 1),
    Bad(
      name: "truncated", content: String(Track.gpx(points: 20, number: 0).prefix(900)),
      reason: ["end", "cut", "trunc", "unclosed", "complete"], line: nil),
    Bad(name: "no points", content: gpx("<trk><trkseg/></trk>"), reason: ["point"], line: nil),
    Bad(
      name: "out of range",
      content: gpx("<trk><trkseg><trkpt lat=\"91\" lon=\"8\"/></trkseg></trk>"),
      reason: ["point", "latitude", "range"], line: nil),
    Bad(
      name: "billion laughs", content: billionLaughs, reason: ["entit", "doctype", "dtd"], line: nil
    ),
    Bad(
      name: "external entity",
      content:
        "<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
        + "<gpx version=\"1.1\"><trk><name>&x;</name></trk></gpx>",
      reason: ["entit", "doctype", "dtd"], line: nil),
  ]

  @Test(arguments: bad)
  func `an invalid file is rejected`(file: Bad) async throws {
    let workspace = try Workspace()
    let path = try workspace.write(file.content, to: "bad.gpx")
    let result = try await workspace.cairn("ruck", "import", path, "--json")
    #expect(result.status == 1, "\(result)")
    #expect(!result.wasKilled)
    let report = try result.json(ImportJSON.self)
    #expect(report.imported.isEmpty)
    let failed = try #require(report.failed.first)
    #expect(failed.file.hasSuffix("bad.gpx"))
    #expect(file.reason.contains(where: failed.error.lowercased().contains), "\(failed)")
    if let line = file.line { #expect(failed.line == line) }
    #expect(result.error.hasPrefix("cairn: "))
    #expect(!failed.error.contains("root:"))
    let list = try await workspace.cairn("ruck", "list", "--json")
    #expect(try list.json([RuckJSON].self).isEmpty)
  }

  @Test(arguments: [Fixture.noPoints, .byteOrderMark])
  func `a real file without a track is rejected`(file: Fixture) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", file.path, "--json")
    #expect(result.status == 1, "\(result)")
    let failed = try #require(try result.json(ImportJSON.self).failed.first)
    #expect(failed.error.contains("point"))
  }

  @Test func `a missing file is rejected`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", "nowhere.gpx", "--json")
    #expect(result.status == 1)
    let failed = try #require(try result.json(ImportJSON.self).failed.first)
    #expect(failed.file.hasSuffix("nowhere.gpx"))
    #expect(failed.line == nil)
  }

  @Test func `a file without times is stored with a warning`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", Fixture.withoutTimes.path, "--json")
    #expect(result.status == 0, "\(result)")
    let ruck = try #require(try result.json(ImportJSON.self).imported.first)
    #expect(ruck.points == 296)
    #expect(ruck.duration_s == 0)
    #expect(ruck.calories_kcal == nil)
    #expect(result.error.contains("warning: "))
    #expect(result.error.contains("time"))
  }

  @Test func `times that run backwards are stored with a warning`() async throws {
    let workspace = try Workspace()
    let body = [(0, "10:00:00"), (1, "10:00:30"), (2, "10:00:10"), (3, "10:01:30")].map {
      "<trkpt lat=\"47.00\($0.0)\" lon=\"8\"><time>2026-05-01T\($0.1)Z</time></trkpt>"
    }
    let path = try workspace.write(
      Self.gpx("<trk><trkseg>\n" + body.joined(separator: "\n") + "\n</trkseg></trk>"),
      to: "back.gpx")
    let result = try await workspace.cairn("ruck", "import", path, "--json")
    #expect(result.status == 0, "\(result)")
    let ruck = try #require(try result.json(ImportJSON.self).imported.first)
    #expect(ruck.duration_s == 90)
    #expect(result.error.contains("back.gpx: warning: "))
  }

  @Test func `pause marks do not count as positions`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("ruck", "import", Fixture.pauseMarks.path, "--json")
    #expect(result.status == 0, "\(result)")
    let ruck = try #require(try result.json(ImportJSON.self).imported.first)
    #expect(ruck.distance_m < 100_000)
  }

  @Test func `ten levels of nesting are read`() async throws {
    let workspace = try Workspace()
    let levels = (0..<10).map { "<level\($0)>" }.joined()
    let ends = (0..<10).reversed().map { "</level\($0)>" }.joined()
    let gpx = Track.gpx(points: 120, number: 1).replacingOccurrences(
      of: "</time></trkpt>", with: "</time><extensions>\(levels)x\(ends)</extensions></trkpt>")
    let path = try workspace.write(gpx, to: "nested.gpx")
    let result = try await workspace.cairn("ruck", "import", path, "--json")
    #expect(result.status == 0, "\(result)")
    #expect(try result.json(ImportJSON.self).imported.first?.points == 120)
  }
}
