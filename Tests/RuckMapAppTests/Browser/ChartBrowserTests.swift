// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// Charts and tabs in a real browser.
@Suite(.serialized)
struct ChartBrowserTests {
  @Test(.timeLimit(.minutes(15)))
  func `all profiles show their values at the pointer, until it leaves them`() async throws {
    try await TestServer.run { server in
      let report = try await server.importElsewhere(
        SampleTrack.gpx(1, name: "Ridge"), named: "ridge.gpx")
      #expect(report.imported.count == 1, "\(report.failed)")
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        try await browser.click(".objects tbody a")
        try await browser.wait { $0.contains("/rucks/") }
        let move = """
          const profile = document.querySelector('.profile[data-y]');
          const { left, top, width } = profile.getBoundingClientRect();
          profile.dispatchEvent(new PointerEvent('pointermove', {
            bubbles: true, clientX: left + width / 2, clientY: top + 40 }));
          return document.querySelector('.reading').textContent;
          """
        let lines = try await browser.evaluate(move).split(separator: "\n")
        #expect(lines.first == "0.11 mi")
        #expect(lines.contains("Elevation 1,002 ft"))
        #expect(lines.contains { $0.hasPrefix("Pace ") && $0.hasSuffix(" /mi") })
        _ = try await browser.evaluate(
          """
          document.querySelector('h1').dispatchEvent(
            new PointerEvent('pointermove', { bubbles: true }));
          return '';
          """)
        #expect(try await browser.count(of: ".reading") == 0)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the current tab is visible in a narrow window`() async throws {
    try await TestServer.run { server in
      try await Browser.run(BrowserOptions(width: 500)) { browser in
        try await browser.open(try server.url("/rucks/safety"))
        let isVisible = try await browser.evaluate(
          """
          const tab = document.querySelector('.tabs [aria-current]').getBoundingClientRect();
          const isOneRow = document.querySelector('.tabs').scrollHeight < 2 * tab.height;
          return String(isOneRow && tab.left >= 0 && tab.right <= innerWidth);
          """)
        #expect(isVisible == "true")
      }
    }
  }
}
