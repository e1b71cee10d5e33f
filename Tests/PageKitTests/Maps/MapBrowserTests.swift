// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageKit
import Testing

/// Maps in a real browser.
@Suite(.serialized)
struct MapBrowserTests {
  /// A picture of one pixel.
  private static let pixel = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
      + "WjR9awAAAABJRU5ErkJggg==")

  /// Runs a body with a page whose map has every tile of its area.
  private func withPage(
    _ options: BrowserOptions = BrowserOptions(),
    _ body: (Browser, MapServer) async throws -> Void
  ) async throws {
    var sample = SampleTileFile()
    sample.metadata["format"] = "png"
    let pixel = try #require(Self.pixel)
    sample.tiles = (4415...4437).flatMap { column in
      (5266...5286).map { .init(zoom: 13, column: column, row: $0, data: pixel) }
    }
    try await sample.use { url in
      let tiles = try MapTiles(argument: url.path, attribution: nil)
      let maps = MapSource(option: tiles, leaflet: LeafletFiles())
      try await MapServer.run(maps) { server in
        try await Browser.run(options) { browser in
          let page = try #require(URL(string: "http://127.0.0.1:\(server.port)/track"))
          try await browser.open(page)
          try await body(browser, server)
        }
      }
    }
  }

  /// A JavaScript expression for an element of the map's shadow tree.
  private func inMap(_ selector: String) -> String {
    "document.querySelector('.map-view').shadowRoot.querySelector('\(selector)')"
  }

  /// Waits for an expression, also for changes in the shadow tree.
  private func wait(_ browser: Browser, until expression: String) async throws {
    while try await browser.evaluate("return String(!!(\(expression)))") != "true" {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the track is drawn over tiles, with marks and ends`() async throws {
    try await withPage { browser, _ in
      try await wait(
        browser,
        until: "document.querySelector('.map-view').shadowRoot && \(inMap(".leaflet-tile-loaded"))")
      let lines = try await browser.evaluate(
        "return \(inMap(".line")).getAttribute('d').split('M').length - 1")
      #expect(lines == "2")
      let parts = try await browser.evaluate(
        """
        const root = document.querySelector('.map-view').shadowRoot;
        return ['.start', '.end', '.dot', '.mark'].map(
          (name) => root.querySelectorAll(name).length).join(' ');
        """)
      #expect(parts.hasPrefix("1 1 0 ") && parts != "1 1 0 0")
      let attribution = try await browser.evaluate(
        "return \(inMap(".leaflet-control-attribution")).textContent")
      #expect(attribution == "© Example & others")
      // Styles from the package and from this server are applied; the plain picture is covered.
      let style = try await browser.evaluate(
        "return getComputedStyle(\(inMap(".leaflet-tile-pane"))).position")
      #expect(style == "absolute")
      let height = try await browser.evaluate(
        "return document.querySelector('.track').getBoundingClientRect().height")
      #expect(height == "0")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the profile and the range input select a position`() async throws {
    try await withPage { browser, _ in
      try await wait(
        browser,
        until: "document.querySelector('.map-view').shadowRoot && \(inMap("input"))")
      let before = try await browser.evaluate(
        "return document.querySelector('main').innerHTML")
      // The element stays as it was, so that live updates recognize it as unchanged.
      _ = try await browser.evaluate(
        """
        const profile = document.querySelector('.profile');
        const { left, top, width } = profile.getBoundingClientRect();
        profile.dispatchEvent(new PointerEvent('pointermove', {
          bubbles: true, clientX: left + width / 2, clientY: top + 40 }));
        return '';
        """)
      #expect(try await browser.evaluate("return \(inMap("input")).value") == "500")
      let end = try await browser.evaluate(
        "return document.querySelector('.profile').dataset.end")
      let half = String(format: "%.2f km", try #require(Double(end)) / 2000)
      #expect(try await browser.evaluate("return \(inMap("output")).textContent") == half)
      let moved = try await browser.evaluate(
        """
        const cursor = document.querySelector('.profile-cursor').getBoundingClientRect();
        const { left, width } = document.querySelector('.profile').getBoundingClientRect();
        return Math.round((cursor.left - left) / width * 100);
        """)
      #expect(moved == "50")
      let dot = "\(inMap(".dot")).getAttribute('d')"
      let place = try await browser.evaluate("return \(dot)")
      _ = try await browser.evaluate("\(inMap("input")).focus(); return ''")
      try await browser.press("\u{E014}")
      #expect(try await browser.evaluate("return \(inMap("input")).value") == "501")
      #expect(try await browser.evaluate("return \(dot)") != place)
      #expect(
        try await browser.evaluate("return document.querySelector('main').innerHTML") == before)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the map can be moved with the keyboard`() async throws {
    try await withPage { browser, _ in
      try await wait(
        browser,
        until: "document.querySelector('.map-view').shadowRoot && \(inMap(".leaflet-tile-loaded"))")
      _ = try await browser.evaluate(
        "\(inMap(".map-box")).focus(); return \(inMap(".map-box")).tabIndex")
      let line = "\(inMap(".leaflet-map-pane")).style.transform"
      let before = try await browser.evaluate("return \(line)")
      try await browser.press("\u{E014}")
      try await wait(browser, until: "\(line) !== '\(before)'")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `without tiles, the profile and the range input select a position on the picture`()
    async throws
  {
    try await MapServer.run(MapSource()) { server in
      try await Browser.run { browser in
        try await browser.open(
          try #require(URL(string: "http://127.0.0.1:\(server.port)/track")))
        let root = "document.querySelector('.track-view').shadowRoot"
        try await wait(browser, until: "\(root)")
        let before = try await browser.evaluate("return document.querySelector('main').innerHTML")
        // At the end of the profile, the cursor is on the mark of the track's end.
        for (part, mark) in [("0", "start"), ("1", "end")] {
          _ = try await browser.evaluate(
            """
            const profile = document.querySelector('.profile');
            const { left, top, width } = profile.getBoundingClientRect();
            profile.dispatchEvent(new PointerEvent('pointermove', {
              bubbles: true, clientX: left + width * \(part), clientY: top + 40 }));
            return '';
            """)
          try await wait(
            browser,
            until: "\(root).querySelector('input').value === String(1000 * \(part)) "
              + "&& \(root).querySelector('.dot')")
          let distance = try await browser.evaluate(
            """
            function middle(element) {
              const { left, top, width, height } = element.getBoundingClientRect();
              return [left + width / 2, top + height / 2];
            }
            const dot = middle(\(root).querySelector('.dot'));
            const mark = middle(document.querySelector('.track-\(mark)'));
            return String(Math.hypot(dot[0] - mark[0], dot[1] - mark[1]));
            """)
          #expect(try #require(Double(distance)) < 2, "\(mark)")
        }
        _ = try await browser.evaluate("\(root).querySelector('input').focus(); return ''")
        try await browser.press("\u{E012}")
        try await wait(browser, until: "\(root).querySelector('input').value === '999'")
        let moved = try await browser.evaluate(
          """
          const cursor = document.querySelector('.profile-cursor').getBoundingClientRect();
          const { left, width } = document.querySelector('.profile').getBoundingClientRect();
          return String(Math.round((cursor.left - left) / width * 1000));
          """)
        #expect(moved == "999")
        #expect(
          try await browser.evaluate("return document.querySelector('main').innerHTML") == before)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `without JavaScript the page shows the plain picture`() async throws {
    try await withPage(BrowserOptions(isScriptEnabled: false)) { browser, _ in
      let scale = try await browser.text(of: ".map-view > .track .track-label")
      #expect(scale.hasSuffix("m"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an element that a live update replaces is drawn again, within the policy`() async throws {
    try await withPage { browser, _ in
      let ready = "document.querySelector('.map-view').shadowRoot?.querySelector('.line')"
      try await wait(browser, until: ready)
      _ = try await browser.evaluate(
        """
        const host = document.querySelector('.map-view');
        window.first = host;
        window.violations = 0;
        document.addEventListener('securitypolicyviolation', () => { window.violations += 1; });
        host.replaceWith(host.cloneNode(true));
        return '';
        """)
      try await wait(browser, until: ready)
      let same = try await browser.evaluate(
        "return String(document.querySelector('.map-view') === window.first)")
      #expect(same == "false")
      try await wait(browser, until: inMap(".leaflet-tile-loaded"))
      #expect(try await browser.evaluate("return window.violations") == "0")
    }
  }
}
