// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// The trips' pages with a keyboard alone.
@Suite(.serialized)
struct TripKeyboardTests {
  private static let tab = "\u{E004}"
  private static let enter = "\u{E007}"
  private static let header = [".skip", ".brand", ".apps", ".find"]

  /// The groups of elements that the tab key reaches, in order, each once in a row.
  ///
  /// Records an issue for each element without a visible focus, and for a page without an end.
  private func groups(_ browser: Browser, _ path: String) async throws -> [String] {
    var groups: [String] = []
    for _ in 0..<300 {
      try await browser.press(Self.tab)
      let stop = try await browser.evaluate(
        """
        const element = document.activeElement;
        if (element === document.body) return "end";
        const group = [".skip", ".brand", ".apps", ".find", ".crumb", ".tabs", ".sorts", "form",
          ".trips", "main"].find((selector) => element.closest(selector));
        const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
        const isVisible = styles.some(
          (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
        return isVisible ? group : `${group}: no visible focus on ${element.outerHTML}`;
        """)
      if stop == "end" { return groups }
      if stop.contains(":") { Issue.record("\(path): \(stop)") }
      if groups.last != stop { groups.append(stop) }
    }
    Issue.record("\(path): the tab key does not reach the end")
    return groups
  }

  /// Focuses an element, and presses a key.
  private func press(_ key: String, on selector: String, _ browser: Browser) async throws {
    try await browser.wait(forElement: selector)
    _ = try await browser.evaluate("document.querySelector(`\(selector)`).focus(); return ''")
    try await browser.press(key)
  }

  @Test(.timeLimit(.minutes(15)))
  func `the tab key reaches every part of a page in its order, with a visible focus`() async throws
  {
    try await TripServer.run(hasSample: true) { server in
      let trips = try await server.library.trips(.active)
      let trip = try #require(trips.first { $0.trip.title.contains("Pacific") })
      let detail = try #require(try await server.library.trip(trip.id))
      let own = "/trips/\(trip.id.uuidString.lowercased())"
      let segment = try #require(detail.segments.first).id.uuidString.lowercased()
      try await Browser.run { browser in
        try await browser.open(try server.url("/trips"))
        #expect(
          try await groups(browser, "/trips")
            == Self.header + ["main", "form", ".sorts", ".trips", "main"])
        for path in ["/trips/new", "/trips/import"] {
          try await browser.open(try server.url(path))
          let groups = try await groups(browser, path)
          #expect(groups.starts(with: Self.header + [".crumb"]), "\(path): \(groups)")
          #expect(groups.contains("form"), "\(path): \(groups)")
        }
        let pages = [
          "", "/map", "/packing", "/documents", "/budget", "/people", "/findings", "/activity",
          "/share", "/segments/\(segment)",
        ].map { own + $0 }
        for path in pages {
          try await browser.open(try server.url(path))
          let groups = try await groups(browser, path)
          #expect(groups.starts(with: Self.header + [".crumb"]), "\(path): \(groups)")
          #expect(groups.contains(".tabs"), "\(path): \(groups)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a trip is planned with the enter key`() async throws {
    try await TripServer.run { server in
      _ = try await server.post("/trips/new", ["title": "Another"])
      try await Browser.run { browser in
        try await browser.open(try server.url("/trips"))
        try await press(Self.enter, on: ".trip-title a[href='/trips/new']", browser)
        try await browser.wait { $0.hasSuffix("/trips/new") }
        try await browser.wait(forElement: "#edit-title")
        try await browser.type("Weekend" + Self.enter, into: "#edit-title")
        try await browser.wait { $0.contains("/trips/") && !$0.hasSuffix("new") }
        try await press(Self.enter, on: ".tabs a[href$='/packing']", browser)
        try await browser.wait { $0.hasSuffix("/packing") }
        try await browser.wait(forElement: "#pack-name")
        try await browser.type("Passport" + Self.enter, into: "#pack-name")
        try await browser.wait(forElement: ".pack-list li")
        try await press(Self.enter, on: ".tick", browser)
        try await browser.wait(forElement: ".tick[aria-pressed=true]")
        try await browser.open(try server.url("/trips"))
        try await press(Self.enter, on: ".sorts a[href*='sort=name']", browser)
        try await browser.wait { $0.contains("sort=name") }
        try await press(Self.enter, on: ".trips li:last-child h3 a", browser)
        try await browser.wait { !$0.contains("sort=name") }
        #expect(try await browser.text(of: "h1") == "Weekend")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an entry keeps the focus while the keys move it`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "start": "2027-03-10", "end": "2027-03-10"]
      ).location
      let day = path + "/days/2027-03-10"
      for title in ["First", "Second", "Third"] {
        _ = try await server.post(day, ["title": title, "kind": "activity"])
      }
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let third = try #require(try await server.library.trip(trip)?.items.last)
      let name = "item-\(third.id.uuidString.lowercased())"
      try await Browser.run { browser in
        try await browser.open(try server.url(day))
        _ = try await browser.evaluate(
          "document.querySelector('#\(name) h3 a').focus(); return ''")
        for titles in [["First", "Third", "Second"], ["Third", "First", "Second"]] {
          _ = try await browser.evaluate(
            """
            document.activeElement.dispatchEvent(
              new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true }));
            return "";
            """)
          let shown = "[...document.querySelectorAll('.stop h3')].map((e) => e.textContent).join()"
          // The page is replaced meanwhile, so that a script may end early.
          let holds =
            "\(shown) === '\(titles.joined(separator: ","))' && document.activeElement.id === '\(name)'"
          while (try? await browser.evaluate("return String(\(holds))")) != "true" {
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        #expect(
          try await server.library.trip(trip)?.items.map(\.title) == ["Third", "First", "Second"])
      }
    }
  }
}
