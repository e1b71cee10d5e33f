// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import CommandTestSupport
import Foundation
import PageTestSupport
import Rowing
import Testing

/// The rowing pages in a real browser.
@Suite(.serialized)
struct RowBrowserTests {
  @Test(.timeLimit(.minutes(15)))
  func `every page is accessible, fits every window, and is smaller than 130 kB`() async throws {
    let checks = try await PageChecks(largestPage: 130_000)
    try await VisitedRowPage.visitAll(prepare: checks.prepare) { browser, page in
      try await checks.check(page.name, in: browser)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stroke of another process appears on the live page without a reload`() async throws {
    try await RowServer.run { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/rowing/live"))
        #expect(try await browser.text(of: "#live").contains("Nobody rows now"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        _ = try await browser.evaluate("window.isSame = true; return ''")
        let athlete = try await server.library.addAthlete(name: "Anna")
        let id = try await server.row(athlete: athlete.id)
        try await browser.wait(until: "document.querySelector('.monitor') !== null")
        #expect(try await browser.text(of: ".monitor").contains("306 m"))
        try server.addStroke(30, to: id)
        try await browser.wait(
          until: "document.querySelector('.monitor').textContent.includes('316 m')")
        #expect(try await browser.evaluate("return String(window.isSame)") == "true")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `sessions are imported, filtered, edited, compared and deleted without JavaScript`()
    async throws
  {
    try await RowServer.run { server in
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url("/rowing"))
        let files = [RowingFixture.season.path, RowingFixture.boatCoach.path]
        try await browser.type(files.joined(separator: "\n"), into: "#files")
        try await browser.click("form[data-upload] button")
        try await browser.wait { $0.hasSuffix("/rowing/import") }
        #expect(try await browser.text(of: "h1") == "158 imported")
        try await browser.open(try server.url("/rowing"))
        #expect(try await browser.count(of: ".objects tbody tr") == 50)
        try await browser.click(".objects thead th:nth-child(2) a")
        try await browser.wait { $0.contains("sort=distance") }
        try await browser.type("2000", into: ".filters [name=text]")
        try await browser.click(".filters button")
        try await browser.wait { $0.contains("text=2000") && $0.contains("sort=distance") }
        #expect(try await browser.text(of: ".objects tbody a").contains("2000"))
        try await browser.click(".objects tbody a")
        try await browser.wait { $0.contains("/rowing/sessions/") }
        try await browser.type("A good day.", into: "#comments")
        try await browser.click(".edit button")
        try await browser.wait { $0.hasSuffix("?saved") }
        #expect(try await browser.text(of: "#session").contains("A good day."))
        try await browser.click(".edit a.danger")
        try await browser.wait { $0.hasSuffix("/delete") }
        try await browser.click("button.danger")
        try await browser.wait { $0.hasSuffix("/rowing") }
        #expect(try await server.library.sessions(SessionQuery()).count == 157)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the tab key reaches every part of a page, with a visible focus`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let id = try #require(try await server.library.sessions(SessionQuery()).sessions.first?.id)
      try await Browser.run { browser in
        for path in ["/rowing", "/rowing/sessions/\(id.uuidString.lowercased())", "/rowing/zones"] {
          try await browser.open(try server.url(path))
          var groups: [String] = []
          for _ in 0..<90 {
            try await browser.press("\u{E004}")
            let stop = try await browser.evaluate(
              """
              const element = document.activeElement;
              if (element === document.body) return "end";
              const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
              const isVisible = styles.some(
                (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
              if (!isVisible) return `no visible focus on: ${element.outerHTML}`;
              return [".skip", ".brand", ".apps", ".find", ".tabs", ".crumb", "form", "main"]
                .find((selector) => element.closest(selector)) ?? "other";
              """)
            if stop == "end" { break }
            if stop.contains(":") { Issue.record("\(path): \(stop)") }
            if groups.last != stop { groups.append(stop) }
          }
          #expect(groups.starts(with: [".skip", ".brand", ".apps", ".find"]), "\(path): \(groups)")
          #expect(groups.contains("form"), "\(path): \(groups)")
        }
      }
    }
  }
}
