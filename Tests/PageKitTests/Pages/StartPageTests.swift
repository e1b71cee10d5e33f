// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// The start page and the cards of its modules.
@Suite(.timeLimit(.minutes(15)))
struct StartPageTests {
  private static let full = SampleModule(
    card: DashboardCard(
      title: "Hikes", path: "/hikes",
      figures: [
        FigureTile("Distance", "1,204.5 km", note: "this year"), FigureTile("Hikes", "12"),
      ],
      latest: [
        SearchResult(
          title: "Lake <1>", path: "/hikes/1", date: "Sat 21 Nov 2026", detail: "12 km & more"),
        SearchResult(title: "Ridge", path: "/hikes/2"),
      ],
      problems: [PageLink("2 conflicts", "/sync")]))
  private static let empty = SampleModule(
    card: DashboardCard(title: "Trips", path: "/trips", empty: "Plan the first trip."))

  @Test
  func `the units of a duration are smaller than its numbers`() async throws {
    let card = DashboardCard(
      title: "Hikes", path: "/hikes",
      figures: [
        FigureTile("Time", "1\u{A0}h\u{A0}5\u{A0}min"),
        FigureTile("Rest", "5\u{A0}min at the <hut>"),
      ])
    try await ModuleServer.run([SampleModule(card: card)]) { server in
      let page = try await server.send("/").body
      #expect(
        page.contains(
          #"<dt>Time</dt><dd>1 <span class="unit">h</span> 5 <span class="unit">min</span></dd>"#))
      #expect(page.contains("<dd>5\u{A0}min at the &lt;hut&gt;</dd>"))
    }
  }

  @Test
  func `each module with a card has one, in the order of the modules`() async throws {
    let modules: [any PageModule] = [Self.empty, SampleModule(), Self.full]
    try await ModuleServer.run(modules) { server in
      let page = try await server.send("/")
      #expect(page.status == 200)
      let headings = page.body.matches(of: /<h2 id="([^"]+)"><a href="([^"]+)">([^<]+)<\/a>/)
      let texts = headings.map { "\($0.1) \($0.2) \($0.3)" }
      #expect(texts == ["card-0 /trips Trips", "card-1 /hikes Hikes"])
      #expect(page.body.matches(of: /aria-labelledby="card-/).count == 2)
      #expect(page.body.contains(#"<div id="start" class="cards" data-live="/">"#))
    }
  }

  @Test
  func `a card shows figures, latest objects and problems`() async throws {
    try await ModuleServer.run([Self.full]) { server in
      let page = try await server.send("/").body
      for part in [
        #"<dt>Distance</dt><dd>1,204.5 <span class="unit">km</span><small>this year</small></dd>"#,
        "<dt>Hikes</dt><dd>12</dd>",
        #"<p class="note"><a href="/sync">2 conflicts</a></p>"#,
        #"<li><a href="/hikes/1">Lake &lt;1&gt;</a> <span class="where">Sat 21 Nov 2026</span>"#
          + #"<span class="detail">12 km &amp; more</span></li>"#,
        #"<li><a href="/hikes/2">Ridge</a></li>"#,
      ] {
        #expect(page.contains(part), "\(part)")
      }
    }
  }

  @Test
  func `a card has the icon of its module`() async throws {
    let card = DashboardCard(title: "Notes", path: "/notes")
    let modules = [SampleModule(icon: PageIcon(path: "M6 3h9"), card: card), Self.empty]
    try await ModuleServer.run(modules) { server in
      let page = try await server.send("/").body
      let svg =
        #"<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true">"#
        + #"<path d="M6 3h9"/></svg>"#
      #expect(page.contains(#"<h2 id="card-0">"# + svg + #"<a href="/notes">Notes</a>"#))
      #expect(page.contains(#"<h2 id="card-1"><a href="/trips">Trips</a>"#))
    }
  }

  @Test
  func `a card without data names the next step, and has no empty lists`() async throws {
    try await ModuleServer.run([Self.empty]) { server in
      let page = try await server.send("/").body
      #expect(page.contains("<p>Plan the first trip.</p>"))
      #expect(!page.contains("<dl") && !page.contains(#"<ul class="latest""#))
      #expect(!page.contains(#"class="note""#))
    }
  }

  @Test
  func `the start page without modules has no cards`() async throws {
    try await ModuleServer.run([]) { server in
      let page = try await server.send("/")
      #expect(page.status == 200)
      #expect(!page.body.contains("<section"))
      #expect(page.body.contains(#"<a href="/settings">Settings</a>"#))
    }
  }

  @Test
  func `an unreadable store is reported on its card, and the others are shown`() async throws {
    let unreadable = SampleModule(PageLink("Hikes", "/hikes"), isUnreadable: true)
    try await ModuleServer.run([unreadable, Self.empty]) { server in
      let page = try await server.send("/")
      #expect(page.status == 200)
      #expect(
        page.body.contains(
          #"<p class="note"><a href="/hikes">The store can&#39;t be read.</a></p>"#))
      #expect(page.body.contains("<p>Plan the first trip.</p>"))
    }
  }
}
