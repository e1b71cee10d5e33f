// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing

/// The pages for people who use a screen reader, or need contrast.
@Suite(.serialized)
struct AccessibilityTests {
  @Test(.timeLimit(.minutes(15)))
  func `no page violates a rule of axe-core, in light and dark colors`() async throws {
    let audit = try await AccessibilityAudit()
    try await VisitedPage.visitAll(prepare: { try await audit.install(in: $0) }) { browser, page in
      for isDark in [false, true] {
        try await browser.setDark(isDark)
        var backgrounds = ["var(--page)"]
        if page.name == "/rucks/ID" {
          backgrounds += ["var(--glow-1)", "var(--glow-2)", "var(--glow-3)"]
        }
        for background in backgrounds {
          let violations = try await audit.violations(
            in: browser, background: background,
            onlyContrast: isDark || background != backgrounds.first)
          for violation in violations {
            Issue.record("\(page.name), \(isDark ? "dark" : "light"), \(background): \(violation)")
          }
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a screen reader finds landmarks, headings and names on every page`() async throws {
    try await VisitedPage.visitAll { browser, page in
      let tree = try await browser.accessibilityTree()
      func nodes(_ role: String) -> [AccessibilityNode] { tree.filter { $0.role == role } }
      #expect(nodes("main").count == 1, "\(page.name)")
      #expect(nodes("banner").count == 1, "\(page.name)")
      #expect(nodes("contentinfo").count == 1, "\(page.name)")
      let headings = nodes("heading").filter { $0.properties["level"] == "1" }
      #expect(headings.count == 1, "\(page.name): \(headings.map(\.name))")
      let navigation = nodes("navigation").map(\.name)
      #expect(navigation.contains("Main"), "\(page.name)")
      #expect(Set(navigation).count == navigation.count, "\(page.name): \(navigation)")
      for role in ["navigation", "region", "image", "link", "button", "textbox", "searchbox"] {
        for node in nodes(role) where node.name.isEmpty {
          Issue.record("\(page.name): a \(role) has no name: \(node.properties)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [390, 1280])
  func `the list is a table with headers, as cards, too`(width: Int) async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "One"), named: "one.gpx")
      try await Browser.run { browser in
        try await browser.setViewport(width: width)
        try await browser.open(try server.url("/rucks"))
        let tree = try await browser.accessibilityTree()
        func count(_ role: String) -> Int { tree.count { $0.role == role } }
        let columns = tree.filter { $0.role == "columnheader" }.map(\.name)
        #expect(columns.count == 7 && !columns.contains(""), "\(columns)")
        #expect(count("table") == 1)
        #expect(count("row") == 2)
        #expect(count("rowheader") == 1)
        #expect(count("cell") + count("gridcell") == 6)
      }
    }
  }
}
