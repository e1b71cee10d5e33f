// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing

/// The layout of the pages in windows from a phone's to a large screen's.
@Suite(.serialized)
struct PageLayoutTests {
  /// Widths with a text size of the settings.
  private static let windows = [
    (390, "normal"), (768, "normal"), (1280, "normal"), (1920, "normal"), (390, "larger"),
    (1280, "larger"),
  ]
  /// The maximum size of a page with its styles, script and pictures, in bytes.
  private static let largestPage = 100_000

  /// The size of the page with everything that it loads.
  private func size(_ browser: Browser) async throws -> Int {
    let size = try await browser.evaluate(
      """
      const entries = ["navigation", "resource"].flatMap((kind) =>
        performance.getEntriesByType(kind));
      return String(entries.reduce((sum, entry) => sum + entry.decodedBodySize, 0));
      """)
    return try #require(Int(size))
  }

  private func faults(
    _ browser: Browser, _ script: String = LayoutCheck.script
  ) async throws -> [String] {
    let answer = try await browser.evaluate(script)
    return try JSONDecoder().decode([String].self, from: Data(answer.utf8))
  }

  @Test(.timeLimit(.minutes(15)))
  func `no page has clipped text, broken figures, small targets or more than 100 kB`() async throws
  {
    try await VisitedPage.visitAll { browser, page in
      let size = try await size(browser)
      #expect(size < Self.largestPage, "\(page.name)")
      for (width, text) in Self.windows {
        try await browser.setViewport(width: width)
        _ = try await browser.evaluate(
          "document.documentElement.dataset.text = '\(text)'; return ''")
        for fault in try await faults(browser) {
          Issue.record("\(page.name), \(width) pixels, \(text) text: \(fault)")
        }
      }
      guard page.name.hasPrefix("/rucks") else { return }
      try await browser.setViewport(width: 390)
      for fault in try await faults(browser, LayoutCheck.largeTextScript) {
        Issue.record("\(page.name), 390 pixels, 200 % text: \(fault)")
      }
      try await browser.setViewport(width: 1280)
    }
  }
}
