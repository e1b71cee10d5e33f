// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageKit
import Testing

/// The track of a saved page in a real browser, while the server is stopped.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct OfflineTrackTests {
  /// Waits for a condition in JavaScript, also for changes in a shadow tree or a cache.
  private func wait(_ browser: Browser, until condition: String) async throws {
    while try await browser.evaluate("return Promise.resolve(\(condition)).then(x => String(!!x))")
      != "true"
    {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test
  func `a position on the track of a saved page can be selected without the server`() async throws {
    try await Browser.run { browser in
      let page = try await MapServer.run(MapSource(), modules: [OfflinePages()]) { server in
        let page = try #require(URL(string: "http://127.0.0.1:\(server.port)/track"))
        try await browser.open(page)
        for path in ["/track", "/track.json", "/assets/track.js", "/assets/map.css"] {
          try await wait(browser, until: "caches.match('\(path)')")
        }
        // The track of a page that is no longer saved is removed.
        _ = try await browser.evaluate(
          """
          return caches.open("tracks-1")
            .then((cache) => cache.put("/old.json", new Response("{}")))
            .then(() => "");
          """)
        try await browser.open(page)
        try await wait(browser, until: "caches.match('/old.json').then((found) => !found)")
        try await wait(browser, until: "caches.match('/track.json')")
        return page
      }
      try await browser.open(page)
      #expect(try await browser.text(of: "#saved-copy").contains("This is a copy of"))
      let root = "document.querySelector('.track-view').shadowRoot"
      try await wait(browser, until: root)
      _ = try await browser.evaluate(
        """
        const profile = document.querySelector('.profile');
        const { top, right } = profile.getBoundingClientRect();
        profile.dispatchEvent(new PointerEvent('pointermove', {
          bubbles: true, clientX: right, clientY: top + 40 }));
        return '';
        """)
      try await wait(browser, until: "\(root).querySelector('.dot')")
      #expect(
        try await browser.evaluate("return \(root).querySelector('input').value") == "1000")
    }
  }
}
