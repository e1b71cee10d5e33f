// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// The frame around every page.
@Suite(.timeLimit(.minutes(15)))
struct LayoutTests {
  private let modules: [any PageModule] = [
    SampleModule(PageLink("Samples", "/samples")), SampleModule(),
    SampleModule(PageLink("Trips & <more>", "/trips")),
  ]

  private func page(_ path: String) async throws -> String {
    try await ModuleServer.run(modules) { try await $0.send(path).body }
  }

  @Test
  func `a page with breadcrumbs matches its snapshot`() async throws {
    try Snapshot.expect(try await page("/samples/one"), is: "layout.html")
  }

  @Test(arguments: [
    ("/samples", "Samples"), ("/samples/one", "Samples"), ("/trips", "Trips &amp; &lt;more&gt;"),
    ("/settings", "Settings"), ("/", nil), ("/search", nil), ("/nowhere", nil),
  ])
  func `the navigation marks the module of the page`(path: String, title: String?) async throws {
    let page = try await page(path)
    let navigation = try #require(page.firstMatch(of: /<nav class="apps".*?<\/nav>/)).0
    let links = navigation.matches(of: /<a href="([^"]+)"[^>]*>([^<]+)<\/a>/)
    #expect(
      links.map { "\($0.1) \($0.2)" } == [
        "/samples Samples", "/trips Trips &amp; &lt;more&gt;", "/settings Settings",
      ])
    let current = navigation.matches(of: /aria-current="page">([^<]+)</).map { String($0.1) }
    #expect(current == [title].compactMap(\.self))
  }

  @Test
  func `breadcrumbs lead from the start page to the page above`() async throws {
    let page = try await page("/samples/one")
    let crumbs = try #require(page.firstMatch(of: /<nav class="crumb".*?<\/nav>/)).0
    let links = crumbs.matches(of: /<a href="([^"]+)">([^<]+)<\/a>/)
    #expect(
      links.map { "\($0.1) \($0.2)" } == [
        "/ Start", "/samples Samples", "/samples/up?a=1&amp;b=2 &lt;i&gt;",
      ])
    for path in ["/", "/samples", "/search", "/settings"] {
      #expect(try await !self.page(path).contains(#"class="crumb""#), "\(path)")
    }
  }

  @Test
  func `a module's icon precedes its title in the navigation, hidden from screen readers`()
    async throws
  {
    let module = SampleModule(PageLink("Notes", "/notes"), icon: PageIcon(path: #"M6 3"><b>"#))
    try await ModuleServer.run([module]) { server in
      let page = try await server.send("/settings").body
      let svg =
        #"<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true">"#
        + "<path d=\"M6 3&quot;&gt;&lt;b&gt;\"/></svg>"
      #expect(page.contains(#"<a href="/notes">"# + svg + "Notes</a>"), "\(page)")
      #expect(page.matches(of: /<svg class="symbol"/).count == 1)
    }
  }

  @Test
  func `the title is escaped, and the content is not`() async throws {
    let page = try await page("/samples")
    #expect(page.contains("<title>A &lt;b&gt; &amp; c · Cairn</title>"))
    #expect(page.contains("<h1>Content</h1>"))
  }

  @Test
  func `every page has one main heading, a search field and a link to the content`() async throws {
    try await ModuleServer.run(modules) { server in
      for path in ["/", "/samples", "/samples/one", "/search", "/settings", "/nowhere"] {
        let page = try await server.send(path).body
        #expect(page.matches(of: #/<h1[ >]/#).count == 1, "\(path)")
        #expect(page.contains(##"<a class="skip" href="#main">"##), "\(path)")
        #expect(page.contains(#"<main id="main""#), "\(path)")
        #expect(page.contains(#"action="/search" role="search""#), "\(path)")
        let identifiers = page.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
        #expect(Set(identifiers).count == identifiers.count, "\(path): \(identifiers)")
      }
    }
  }
}
