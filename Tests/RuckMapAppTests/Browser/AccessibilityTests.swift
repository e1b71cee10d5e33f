// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing

/// The pages for people who use a screen reader, need contrast, or read in a narrow or a wide window.
@Suite(.serialized)
struct AccessibilityTests {
  @Test(.timeLimit(.minutes(15)))
  func `every page is accessible, fits every window, and is smaller than 100 kB`() async throws {
    let checks = try await PageChecks(largestPage: 100_000)
    try await VisitedPage.visitAll(prepare: checks.prepare) { browser, page in
      var backgrounds = ["var(--page)"]
      if page.name == "/rucks/ID" {
        backgrounds += ["var(--glow-1)", "var(--glow-2)", "var(--glow-3)"]
      }
      try await checks.check(
        page.name, in: browser, backgrounds: backgrounds,
        hasLargeText: page.name.hasPrefix("/rucks"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the list is a table with headers, as cards, too`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "One"), named: "one.gpx")
      try await Browser.run { browser in
        for width in [390, 1280] {
          try await browser.setViewport(width: width)
          try await browser.open(try server.url("/rucks"))
          let tree = try await browser.accessibilityTree()
          func count(_ role: String) -> Int { tree.count { $0.role == role } }
          let columns = tree.filter { $0.role == "columnheader" }.map(\.name)
          #expect(columns.count == 7 && !columns.contains(""), "\(width) pixels: \(columns)")
          #expect(count("table") == 1, "\(width) pixels")
          #expect(count("row") == 2, "\(width) pixels")
          #expect(count("rowheader") == 1, "\(width) pixels")
          #expect(count("cell") + count("gridcell") == 6, "\(width) pixels")
        }
      }
    }
  }
}
