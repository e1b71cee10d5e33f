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
  /// Widths with a text size of the settings.
  private static let windows = [
    (390, "normal"), (768, "normal"), (1280, "normal"), (1920, "normal"), (390, "larger"),
    (1280, "larger"),
  ]
  /// The maximum size of a page with its styles, script and pictures, in bytes.
  private static let largestPage = 130_000

  /// Writes a screenshot to the folder in `CAIRN_SCREENSHOTS`, if it is set.
  private func write(_ browser: Browser, named name: String) async throws {
    guard let path = ProcessInfo.processInfo.environment["CAIRN_SCREENSHOTS"] else { return }
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = name.replacing("/", with: "_").replacing("?", with: "_")
    try await browser.screenshot().write(to: folder.appending(path: "\(file).png"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `no page violates a rule of axe-core, in light and dark colors`() async throws {
    let audit = try await AccessibilityAudit()
    try await VisitedRowPage.visitAll(prepare: { try await audit.install(in: $0) }) {
      browser, page in
      for isDark in [false, true] {
        try await browser.setDark(isDark)
        let violations = try await audit.violations(
          in: browser, background: "var(--page)", onlyContrast: isDark)
        for violation in violations {
          Issue.record("\(page.name), \(isDark ? "dark" : "light"): \(violation)")
        }
        try await write(browser, named: page.name + (isDark ? "-dark" : ""))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a screen reader finds landmarks, headings and names on every page`() async throws {
    try await VisitedRowPage.visitAll { browser, page in
      let tree = try await browser.accessibilityTree()
      func nodes(_ role: String) -> [AccessibilityNode] { tree.filter { $0.role == role } }
      #expect(nodes("main").count == 1, "\(page.name)")
      let headings = nodes("heading").filter { $0.properties["level"] == "1" }
      #expect(headings.count == 1, "\(page.name): \(headings.map(\.name))")
      let navigation = nodes("navigation").map(\.name)
      #expect(Set(navigation).count == navigation.count, "\(page.name): \(navigation)")
      for role in ["navigation", "region", "image", "link", "button", "textbox", "combobox"] {
        for node in nodes(role) where node.name.isEmpty {
          Issue.record("\(page.name): a \(role) has no name: \(node.properties)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `no page has clipped text, broken figures, small targets or too many bytes`() async throws {
    try await VisitedRowPage.visitAll { browser, page in
      let size = try await browser.evaluate(
        """
        const entries = ["navigation", "resource"].flatMap((kind) =>
          performance.getEntriesByType(kind));
        // Not the requests of the script, which follow later changes.
        const loaded = entries.filter((entry) => entry.initiatorType !== "fetch");
        return String(loaded.reduce((sum, entry) => sum + entry.decodedBodySize, 0));
        """)
      #expect(try #require(Int(size)) < Self.largestPage, "\(page.name): \(size)")
      for (width, text) in Self.windows {
        try await browser.setViewport(width: width)
        _ = try await browser.evaluate(
          "document.documentElement.dataset.text = '\(text)'; return ''")
        let answer = try await browser.evaluate(LayoutCheck.script)
        for fault in try JSONDecoder().decode([String].self, from: Data(answer.utf8)) {
          Issue.record("\(page.name), \(width) pixels, \(text) text: \(fault)")
        }
        if width == 390, text == "normal" {
          try await write(browser, named: page.name + "-phone")
        }
      }
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
        #expect(try await browser.count(of: ".rucks tbody tr") == 50)
        try await browser.click(".rucks thead th:nth-child(2) a")
        try await browser.wait { $0.contains("sort=distance") }
        try await browser.type("2000", into: ".filters [name=text]")
        try await browser.click(".filters button")
        try await browser.wait { $0.contains("text=2000") && $0.contains("sort=distance") }
        #expect(try await browser.text(of: ".rucks tbody a").contains("2000"))
        try await browser.click(".rucks tbody a")
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
