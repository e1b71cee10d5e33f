// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PageTestSupport
import Rowing
import Testing

/// The pages of figures by their requests.
struct FigurePagesTests {
  @Test(arguments: ["/rowing/records", "/rowing/curve", "/rowing/load"])
  func `a page without figures leads to the form that adds sessions`(path: String) async throws {
    try await RowServer.run { server in
      let page = try await server.send("GET", path)
      #expect(page.body.contains("Nothing to show yet"))
      #expect(page.body.contains(#"<a class="button primary" href="/rowing#upload">"#))
    }
  }

  @Test func `the records of an event begin with the best, and name their seasons`() async throws {
    try await RowServer.run { server in
      let season = try String(contentsOf: RowingFixture.season.url, encoding: .utf8)
      _ = try await server.upload([("season.csv", season)])
      let page = try await server.send("GET", "/rowing/records?machine=RowErg")
      #expect(page.body.contains(#"<th scope="col">Season</th>"#))
      let whole = try #require(page.body.components(separatedBy: ": best efforts").first)
      let rows = whole.matches(
        of: /<th scope="row"><a [^>]*>([\d,]+ m)<\/a><\/th><td>(\d+):([\d.]+)<\/td>/)
      #expect(!rows.isEmpty)
      var last: [Substring: Double] = [:]
      for row in rows {
        let seconds = try #require(Double(row.2)) * 60 + #require(Double(row.3))
        #expect(seconds >= last[row.1, default: 0], "\(row.1)")
        last[row.1] = seconds
      }
    }
  }

  @Test func `loads are summed by calendar week, and this week is apart from the last`()
    async throws
  {
    try await RowServer.run { server in
      let text = try String(contentsOf: RowingFixture.ergData.url, encoding: .utf8)
      _ = try await server.upload([("erg.csv", text)])
      let session = try #require(try await server.library.sessions(SessionQuery()).sessions.first)
      let start = Date.now.addingTimeInterval(-10 * 86_400)
      _ = try await server.library.edit(session.id, SessionEdit(startedAt: start))
      let page = try await server.send("GET", "/rowing/load").body
      let weeks = page.matches(of: /Week from (\w+) [^:<]*: ([\d,]+)</)
      #expect(weeks.count == 1 && weeks.allSatisfy { $0.1 == "Mon" }, "\(weeks.map(\.0))")
      let tile = try #require(page.firstMatch(of: /<dt>This week<\/dt><dd>([\d,]+)/)).1
      #expect(tile == "0")
    }
  }

  @Test func `a session without a workout's name is listed without its distance twice`()
    async throws
  {
    try await RowServer.run { server in
      let text = try String(contentsOf: RowingFixture.ergData.url, encoding: .utf8)
      _ = try await server.upload([("erg.csv", text)])
      let session = try #require(try await server.library.sessions(SessionQuery()).sessions.first)
      _ = try await server.library.edit(session.id, SessionEdit(workout: ""))
      let page = try await server.send("GET", "/")
      let detail = try #require(page.body.firstMatch(of: /<span class="detail">([^<]*)<\/span>/)).1
      #expect(!detail.contains(" m in "))
    }
  }
}
