// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The list over a socket.
@Suite(.timeLimit(.minutes(15)))
struct ListTests {
  /// Adds rucks of 2020-05-02 and the next days, each longer than the one before.
  private func add(_ names: [String], to server: TestServer) async throws {
    for (index, name) in names.enumerated() {
      try await server.importElsewhere(
        SampleTrack.gpx(index + 1, name: name, points: 12 + index * 12), named: "\(index).gpx")
    }
  }

  /// The titles of the listed rucks.
  private func titles(_ page: RawResponse) -> [String] {
    page.body.matches(of: /<th role="rowheader" scope="row"><a [^>]+>([^<]+)<\/a>/)
      .map { String($0.1) }
  }

  @Test
  func `the list is sorted and filtered by its address`() async throws {
    try await TestServer.run { server in
      try await add(["Lake", "Hill", "Lake again"], to: server)
      let rows = [
        ("", ["Lake again", "Hill", "Lake"]), ("?order=ascending", ["Lake", "Hill", "Lake again"]),
        ("?sort=distance&order=ascending", ["Lake", "Hill", "Lake again"]),
        ("?sort=nonsense", ["Lake again", "Hill", "Lake"]),
        ("?text=lake", ["Lake again", "Lake"]), ("?text=lake+AGAIN", ["Lake again"]),
        ("?text=2020-05-03", ["Hill"]),
        // Both days belong to the range.
        ("?from=2020-05-02&to=2020-05-03", ["Hill", "Lake"]), ("?from=2020-05-04", ["Lake again"]),
        ("?to=2020-05-02", ["Lake"]), ("?minimum=0.6+km", ["Lake again", "Hill"]),
        ("?minimum=600+m&text=hill", ["Hill"]),
        // Invalid filters count as absent.
        ("?from=yesterday&to=2020-13-01&minimum=far", ["Lake again", "Hill", "Lake"]),
        ("?page=7", ["Lake again", "Hill", "Lake"]),
      ]
      for (address, expected) in rows {
        for path in ["/rucks", "/fragments/rucks"] {
          let page = try await server.send("GET", path + address)
          #expect(page.status == 200, "\(address)")
          #expect(titles(page) == expected, "\(path)\(address)")
        }
      }
    }
  }

  @Test
  func `filters without a match say so, and stay in the form`() async throws {
    try await TestServer.run { server in
      try await add(["Lake"], to: server)
      let page = try await server.send("GET", "/rucks?text=%22%3E%3Cb%3E&from=2030-01-01&minimum=5")
      #expect(page.body.contains("No ruck matches the filters."))
      #expect(page.body.contains(#"name="text" type="search" value="&quot;&gt;&lt;b&gt;""#))
      #expect(page.body.contains(#"name="from" type="date" value="2030-01-01""#))
      #expect(page.body.contains(#"name="minimum" type="text" value="5""#))
      #expect(page.body.contains(#"<a class="button quiet" href="/rucks">Show all</a>"#))
      #expect(page.body.contains("<dt>Rucks</dt><dd>1</dd>"))
      #expect(!page.body.contains("<table"))
    }
  }

  @Test
  func `an address beyond the last page shows the last page`() async throws {
    try await TestServer.run { server in
      // Fifty-one rucks: the earliest one is alone on the second page.
      let folder = server.directory.deletingLastPathComponent()
      let files = try (1...51).map {
        try TestServer.file(
          SampleTrack.gpx($0, name: "Ruck \($0)", points: 2), named: "\($0).gpx", in: folder)
      }
      let report = await server.library.importFiles(files, options: ImportOptions())
      #expect(report.imported.count == 51)
      let first = try await server.send("GET", "/rucks")
      #expect(titles(first).count == 50)
      #expect(first.body.contains(#"rel="next" href="/rucks?page=2""#))
      #expect(!first.body.contains(#"rel="prev""#))
      #expect(first.body.contains("Page 1 of 2"))
      for page in ["2", "3", "9223372036854775807"] {
        let last = try await server.send("GET", "/rucks?page=" + page)
        #expect(titles(last) == ["Ruck 1"], "\(page)")
        #expect(last.body.contains(#"rel="prev" href="/rucks""#), "\(page)")
        #expect(last.body.contains("Page 2 of 2"), "\(page)")
      }
    }
  }

  @Test
  func `the list has no breadcrumbs, and its pages lead back to it`() async throws {
    try await TestServer.run { server in
      try await add(["Lake"], to: server)
      let list = try await server.send("GET", "/rucks")
      #expect(list.body.contains(#"<a href="/rucks" aria-current="page">Rucks</a>"#))
      #expect(!list.body.contains(#"class="crumb""#))
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      for address in [path, path + "/delete"] {
        let page = try await server.send("GET", address)
        let crumbs = try #require(page.body.firstMatch(of: /<nav class="crumb".*?<\/nav>/)).0
        #expect(crumbs.contains(#"<a href="/rucks">Rucks</a>"#), "\(address)")
      }
    }
  }

  @Test
  func `the calendar shows the rucks of this year only`() async throws {
    try await TestServer.run { server in
      try await add(["Lake"], to: server)
      let before = try await server.send("GET", "/rucks")
      #expect(!before.body.contains(#"<svg class="year""#))
      let today = Date.now.formatted(.iso8601.year().month().day())
      let gpx = SampleTrack.gpx(0, name: "Today").replacing("2020-05-01", with: today)
      try await server.importElsewhere(gpx, named: "today.gpx")
      let after = try await server.send("GET", "/rucks")
      #expect(after.body.matches(of: /<rect class="day-4"/).count == 1)
      #expect(after.body.contains("with activities: 1"))
    }
  }
}
