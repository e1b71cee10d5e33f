// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import Geodesy
import RuckMap
import Testing

/// The recording's page in a browser.
@Suite(.serialized) struct RecordBrowserTests {
  /// Replaces the receiver and the clock by ones that a test moves on.
  private static let receiver = """
    (() => {
      const now = Date.now.bind(Date);
      let shift = Number(sessionStorage.getItem("shift") ?? 0);
      Date.now = () => now() + shift;
      window.later = (seconds) => {
        shift += seconds * 1000;
        sessionStorage.setItem("shift", shift);
      };
      let watcher = null;
      Object.defineProperty(navigator, "geolocation", { value: {
        watchPosition(success) { watcher = success; return 1; },
        clearWatch() { watcher = null; },
      } });
      window.isWatched = () => watcher !== null;
      window.walk = async (from, to) => {
        for (let number = from; number < to; number += 1) {
          later(5);
          watcher?.({ timestamp: Date.now(), coords: {
            latitude: 46 + number * 7 / 111195, longitude: 7, accuracy: 4, altitude: null,
            speed: 1.4, heading: NaN } });
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
    })();
    """

  private func open(_ browser: Browser, _ server: TestServer) async throws {
    try await browser.open(try server.url("/rucks/record"))
    try await browser.wait(until: "!document.getElementById('recorder-start').hidden")
  }

  private func start(_ browser: Browser, pack: String) async throws {
    _ = try await browser.evaluate(
      "document.getElementById('record-pack').value = ''; return ''")
    try await browser.type(pack, into: "#record-pack")
    try await browser.click("#recorder-start button")
    try await browser.wait(until: "isWatched() && !document.getElementById('recorder-live').hidden")
  }

  private func walk(_ browser: Browser, _ numbers: Range<Int>) async throws {
    _ = try await browser.evaluateAsync(
      "walk(\(numbers.lowerBound), \(numbers.upperBound)).then(() => done(''));")
  }

  private func queue(_ browser: Browser, _ text: String) async throws {
    try await browser.wait(
      until: "document.getElementById('recorder-queue').textContent.startsWith('\(text)')")
  }

  /// Waits until the server has a number of positions, and returns the running ruck.
  @discardableResult
  private func wait(for points: Int, on server: TestServer) async throws -> RecordingSnapshot {
    while true {
      if let ruck = try await server.library.activeRecordings().first, ruck.points == points {
        return ruck
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `positions are stored offline, sent once, and end as a ruck`() async throws {
    try await TestServer.run(isWebApp: true) { server in
      try await Browser.run { browser in
        try await browser.addScript(Self.receiver)
        try await open(browser, server)
        try await browser.type("heavy", into: "#record-pack")
        try await browser.click("#recorder-start button")
        try await browser.wait(
          until: "document.getElementById('recorder-status').textContent.includes('35 lb')")
        _ = try await browser.evaluate(
          "document.getElementById('record-pack').value = ''; return ''")
        try await start(browser, pack: "16 kg")
        try await walk(browser, 0..<10)
        let running = try await wait(for: 10, on: server)
        #expect(running.packWeight.rounded() == 16)

        try await browser.setOffline(true)
        try await walk(browser, 10..<15)
        try await queue(browser, "5 positions")
        #expect(try await server.library.recording(running.id)?.points == 10)
        try await browser.setOffline(false)
        _ = try await browser.evaluate("dispatchEvent(new Event('online')); return ''")
        try await wait(for: 15, on: server)

        // A reload continues the ruck.
        try await browser.open(try server.url("/rucks/record"))
        try await browser.wait(until: "isWatched()")
        try await browser.click("#recorder-pause")
        try await browser.wait(until: "!isWatched()")
        _ = try await browser.evaluate("later(120); return ''")
        try await browser.click("#recorder-resume")
        try await browser.wait(until: "isWatched()")
        try await walk(browser, 15..<20)
        try await wait(for: 20, on: server)
        try await browser.type("12 kg", into: "#load-pack")
        try await browser.click("#recorder-load button")
        try await browser.wait(
          until: "['12.0 kg', '26.5 lb'].includes("
            + "document.querySelector('[data-figure=pack]').textContent)")
        try await walk(browser, 20..<25)
        // The last position before the change of the load begins its segment as well.
        try await wait(for: 26, on: server)

        try await browser.type("7", into: "#end-rpe")
        try await browser.click("#recorder-end button")
        try await browser.wait(until: "document.querySelector('#recorder-stored a') !== null")
        let detail = try #require(try await server.library.ruck(running.id))
        #expect(detail.track.count == 26)
        #expect(Set(detail.track.map(\.segment)) == [0, 1, 2])
        #expect(abs(detail.summary.distance - (14 + 4 + 5) * 7) < 1)
        #expect(detail.summary.duration > 240)
        let left = try await browser.evaluateAsync(
          """
          const opening = indexedDB.open("cairn-recording", 1);
          opening.addEventListener("success", () => {
            const count = opening.result.transaction("points").objectStore("points").count();
            count.addEventListener("success", () => done(`${count.result}`));
          });
          """)
        #expect(left == "0")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `one tab records, and the next one takes over`() async throws {
    try await TestServer.run(isWebApp: true) { server in
      try await Browser.run { browser in
        try await browser.addScript(Self.receiver)
        try await open(browser, server)
        try await start(browser, pack: "16 kg")
        try await walk(browser, 0..<3)
        try await wait(for: 3, on: server)
        _ = try await browser.evaluateAsync(
          """
          window.other = window.open("/rucks/record");
          const check = () => {
            const text = other.document.getElementById("recorder-status")?.textContent ?? "";
            if (text.includes("another tab")) done(text); else setTimeout(check, 50);
          };
          check();
          """)
        let isHidden = try await browser.evaluate(
          "return String(other.document.getElementById('recorder-live').hidden)")
        #expect(isHidden == "true")
        try await walk(browser, 3..<6)
        try await wait(for: 6, on: server)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the browser's own positions are recorded`() async throws {
    try await TestServer.run(isWebApp: true) { server in
      try await Browser.run { browser in
        let origin = "http://127.0.0.1:\(server.port)"
        try await browser.setLocation(latitude: 46, longitude: 7, accuracy: 9, origin: origin)
        try await open(browser, server)
        try await browser.click("#recorder-start button")
        try await browser.wait(
          until: "document.querySelector('[data-figure=accuracy]').textContent === '9 m'")
        try await wait(for: 1, on: server)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `without JavaScript, the page shows and ends running rucks`() async throws {
    try await TestServer.run { server in
      let ruck = try await server.library.startRecording(
        RecordingOptions(packWeight: 5), at: .now - 600)
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url("/rucks/record"))
        #expect(try await browser.text(of: "#recorder-status").contains("switch on JavaScript"))
        try await browser.click("#running-rucks form[action$=pause] button")
        #expect(try await server.library.recording(ruck.id)?.phase == .paused)
      }
    }
  }
}
