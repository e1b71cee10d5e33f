// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// The search over all modules.
@Suite(.timeLimit(.minutes(15)))
struct SearchPageTests {
  private static let none = "Nothing contains"

  @Test
  func `results are grouped by module, and modules without results are left out`() async throws {
    let hikes = SampleModule(
      PageLink("Hikes", "/hikes"),
      results: [
        SearchResult(
          title: "Lake <1>", path: "/hikes/1?a=1&b=2", date: "Sat 21 Nov 2026", detail: "12 km"),
        SearchResult(title: "Lake 2", path: "/hikes/2"),
      ])
    let trips = SampleModule(PageLink("Trips", "/trips"))
    let notes = SampleModule(results: [SearchResult(title: "Note", path: "/notes/1")])
    try await ModuleServer.run([hikes, trips, notes]) { server in
      let page = try await server.send("/search?q=lake")
      #expect(page.status == 200)
      let body = page.body
      #expect(body.matches(of: /<h2>([^<]+)<\/h2>/).map { String($0.1) } == ["Hikes", "Other"])
      for part in [
        #"<li><a href="/hikes/1?a=1&amp;b=2">Lake &lt;1&gt;</a> "#
          + #"<span class="where">Sat 21 Nov 2026</span><span class="detail">12 km</span></li>"#,
        #"<li><a href="/hikes/2">Lake 2</a></li>"#, #"<li><a href="/notes/1">Note</a></li>"#,
        #"name="q" type="search" value="lake""#,
      ] {
        #expect(body.contains(part), "\(part)")
      }
      #expect(!body.contains(Self.none))
    }
  }

  @Test
  func `an app that can't be searched is reported, and the others are searched`() async throws {
    let found = SampleModule(
      PageLink("Hikes", "/hikes"), results: [SearchResult(title: "Ridge", path: "/hikes/2")])
    try await ModuleServer.run([SampleModule(isUnreadable: true), found]) { server in
      let page = try await server.send("/search?q=ridge")
      #expect(page.status == 200)
      #expect(page.body.contains(#"<p class="note bad">The store can&#39;t be read.</p>"#))
      #expect(page.body.contains(#"<a href="/hikes/2">Ridge</a>"#))
      #expect(!page.body.contains("Nothing contains"))
    }
  }

  @Test
  func `a query that finds nothing is shown with a remedy, escaped`() async throws {
    let module = SampleModule()
    try await ModuleServer.run([module]) { server in
      let page = try await server.send("/search?q=%22%3E%3Cscript%3E%20x+y")
      #expect(page.status == 200)
      #expect(page.body.contains("Nothing contains “&quot;&gt;&lt;script&gt; x y”."))
      #expect(page.body.contains("Check the spelling"))
      #expect(!page.body.contains("<script>"))
      #expect(module.queries == [#""><script> x y 50"#])
    }
  }

  @Test(arguments: ["/search", "/search?q=", "/search?q=%20%09+", "/search?other=x"])
  func `a query without a word is not searched`(path: String) async throws {
    let module = SampleModule(results: [SearchResult(title: "All", path: "/all")])
    try await ModuleServer.run([module]) { server in
      let page = try await server.send(path)
      #expect(page.status == 200)
      #expect(!page.body.contains(Self.none) && !page.body.contains("/all"))
      #expect(module.queries.isEmpty)
    }
  }

  @Test
  func `a query has at most 200 characters`() async throws {
    let module = SampleModule()
    try await ModuleServer.run([module]) { server in
      let page = try await server.send("/search?q=" + String(repeating: "x", count: 300))
      #expect(page.status == 200)
      #expect(module.queries == [String(repeating: "x", count: 200) + " 50"])
    }
  }
}
