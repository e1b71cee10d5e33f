// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing

/// The pages with a keyboard alone.
@Suite(.serialized)
struct KeyboardTests {
  private static let tab = "\u{E004}"
  private static let enter = "\u{E007}"

  /// Runs a body with a browser and two rucks.
  private func withRucks(_ body: (Browser, TestServer) async throws -> Void) async throws {
    try await TestServer.run { server in
      for (number, name) in [(1, "Alder"), (2, "Birch")] {
        _ = try await server.importElsewhere(
          SampleTrack.gpx(number, name: name), named: "\(name).gpx")
      }
      try await Browser.run { try await body($0, server) }
    }
  }

  /// The groups of elements that the tab key reaches, in order, each once.
  ///
  /// Records an issue for each element without a visible focus.
  private func groups(_ browser: Browser) async throws -> [String] {
    var groups: [String] = []
    for _ in 0..<90 {
      try await browser.press(Self.tab)
      let stop = try await browser.evaluate(
        """
        const element = document.activeElement;
        if (element === document.body) return "end";
        const group = [".skip", ".brand", ".apps", ".find", ".tabs", ".scroll", ".filters", "thead", "tbody",
          ".upload", ".cards", "main"].find((selector) => element.closest(selector));
        const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
        const isVisible = styles.some(
          (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
        return isVisible ? group : `${group}: no visible focus on ${element.outerHTML}`;
        """)
      if stop == "end" { break }
      if stop.contains(":") { Issue.record("\(stop)") }
      if groups.last != stop { groups.append(stop) }
    }
    return groups
  }

  /// The groups without the scrolling regions, each once in a row.
  private func groupsWithoutRegions(_ browser: Browser) async throws -> [String] {
    try await groups(browser).filter { $0 != ".scroll" }.reduce(into: []) { groups, group in
      if groups.last != group { groups.append(group) }
    }
  }

  /// Focuses an element, and presses a key.
  private func press(_ key: String, on selector: String, _ browser: Browser) async throws {
    _ = try await browser.evaluate("document.querySelector('\(selector)').focus(); return ''")
    try await browser.press(key)
  }

  @Test(.timeLimit(.minutes(15)))
  func `the tab key reaches every part of a page in its order, with a visible focus`() async throws
  {
    try await withRucks { browser, server in
      let header = [".skip", ".brand", ".apps", ".find"]
      try await browser.open(try server.url("/"))
      #expect(try await groups(browser) == header + [".cards"])
      try await browser.open(try server.url("/rucks"))
      #expect(
        try await groupsWithoutRegions(browser)
          == header + [".tabs", "main", ".filters", "thead", "tbody", ".upload"])
      try await browser.click(".objects tbody a")
      #expect(try await groupsWithoutRegions(browser) == header + ["main", ".tabs", "main"])
      try await browser.open(try server.url("/settings"))
      #expect(try await groups(browser) == header + ["main"])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `shortcuts focus the search and open the apps`() async throws {
    try await withRucks { browser, server in
      try await browser.open(try server.url("/settings"))
      try await browser.press("/")
      #expect(try await browser.evaluate("return document.activeElement.id") == "find")
      try await browser.type("Birch/" + Self.enter, into: "#find")
      try await browser.wait { $0.contains("/search?q=Birch%2F") }
      try await browser.press("g")
      try await browser.press("0")
      try await browser.wait { $0 == server.address.absoluteString }
      try await browser.press("g")
      try await browser.press("1")
      try await browser.wait { $0.hasSuffix("/rucks") }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the main action of every page works with the enter key`() async throws {
    try await withRucks { browser, server in
      try await browser.open(try server.url("/"))
      try await press(Self.enter, on: ".cards h2 a", browser)
      try await browser.wait { $0.hasSuffix("/rucks") }
      try await press(Self.enter, on: ".objects thead a", browser)
      try await browser.wait { $0.contains("order=ascending") }
      #expect(try await browser.text(of: ".objects tbody a") == "Alder")
      try await browser.type("Birch" + Self.enter, into: ".filters [name=text]")
      try await browser.wait { $0.contains("text=Birch") }
      #expect(try await browser.count(of: ".objects tbody tr") == 1)
      try await press(Self.enter, on: ".objects tbody a", browser)
      try await browser.wait { $0.contains("/rucks/") }
      try await browser.type(" again" + Self.enter, into: "#name")
      try await browser.wait { $0.hasSuffix("?saved") }
      #expect(try await browser.text(of: "h1") == "Birch again")
      try await press(Self.enter, on: ".edit a.danger", browser)
      try await browser.wait { $0.hasSuffix("/delete") }
      try await press(Self.enter, on: "button.danger", browser)
      try await browser.wait { $0.hasSuffix("/rucks") }
      #expect(try await browser.count(of: ".objects tbody tr") == 1)
      try await browser.open(try server.url("/settings"))
      try await browser.type("80 kg" + Self.enter, into: "#body-weight")
      try await browser.wait { $0.hasSuffix("?saved") }
    }
  }
}
