// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import CloudTestSupport
import DeviceSync
import Foundation
import Testing

/// The sync pages in Chromium.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SyncBrowserTests {
  private static let tab = "\u{E004}"
  private static let enter = "\u{E007}"

  private func url(_ device: PageDevice, _ path: String) throws -> URL {
    try #require(URL(string: path, relativeTo: device.address)).absoluteURL
  }

  /// Fills in the form of the sign-in, and sends it with the enter key.
  private func signIn(_ browser: Browser, _ device: PageDevice) async throws {
    try await browser.open(try url(device, SyncPaths.signIn))
    try await browser.type(device.server.absoluteString, into: "#server")
    try await browser.type("ann", into: "#user")
    try await browser.type(RunningCloud.password + Self.enter, into: "#password")
    try await browser.wait { $0.contains("/sync?notice=") }
  }

  @Test
  func `the status page shows a sync of the process without a reload`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud, syncs: true) { device in
        try await Browser.run { browser in
          try await browser.open(try url(device, SyncPaths.status))
          try await browser.wait(until: "'connected' in document.documentElement.dataset")
          _ = try await browser.evaluate("window.isSame = true; return ''")
          try device.add("Frost")
          try await device.signIn("ann")
          try await browser.wait(
            until: "document.querySelector('#app-diary .chip').textContent === 'Up to date'")
          #expect(try await browser.evaluate("return String(window.isSame)") == "true")
          #expect(try await browser.text(of: "#sync").contains("Signed in as ann"))
          try await PageDevice.run("two", cloud) { other in
            try await other.signIn("ann")
            try await other.sync()
            try other.edit("Thaw")
            try await other.sync()
          }
          try await wait { try device.titles() == ["Thaw"] ? true : nil }
          try await browser.wait(
            until: "document.querySelector('#app-diary .chip').textContent === 'Up to date'")
          #expect(try await browser.evaluate("return String(window.isSame)") == "true")
        }
      }
    }
  }

  @Test
  func `sign-in, sync and sign-out work with the keyboard, with a visible focus`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await Browser.run { browser in
          try await signIn(browser, device)
          var found: [String] = []
          for _ in 0..<40 {
            try await browser.press(Self.tab)
            let stop = try await browser.evaluate(
              """
              const element = document.activeElement;
              if (element === document.body) return "end";
              const style = getComputedStyle(element);
              const isVisible = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              return element.closest("#sync") ? `${element.id || element.tagName} ${isVisible}` : "";
              """)
            if stop == "end" { break }
            if !stop.isEmpty { found.append(stop) }
          }
          #expect(
            found.prefix(4) == [
              "sync-now true", "all-conflicts true", "passphrase true", "sign-out true",
            ], "\(found)")
          _ = try await browser.evaluate("document.getElementById('sync-now').focus(); return ''")
          try await browser.press(Self.enter)
          try await browser.wait(until: "document.body.textContent.includes('Synced.')")
          _ = try await browser.evaluate("document.getElementById('sign-out').focus(); return ''")
          try await browser.press(Self.enter)
          try await browser.wait(until: "document.getElementById('sign-in') !== null")
        }
      }
    }
  }

  @Test
  func `a conflict is restored and a passphrase is set without JavaScript`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
          try await signIn(browser, device)
          #expect(try await browser.text(of: "[role=status]").contains("Signed in as ann"))
          try device.add("Frost")
          try await browser.click("#sync-now")
          try await browser.wait(forText: "Synced.", in: "[role=status]")
          try await PageDevice.run("two", cloud) { other in
            try await other.signIn("ann")
            try await other.sync()
            try device.edit("early")
            // The clock of changes has milliseconds.
            try await Task.sleep(for: .milliseconds(5))
            try other.edit("late")
            try await other.sync()
          }
          try await browser.click("#sync-now")
          try await browser.wait(forText: "1 conflict", in: "#app-diary")
          try await browser.click("#all-conflicts")
          try await browser.wait(forText: "late", in: ".versions")
          #expect(try await browser.text(of: ".overwritten").contains("early"))
          try await browser.click(".conflict button[value=restore]")
          try await browser.wait(forText: "Restored: title = early", in: "[role=status]")
          #expect(try device.titles() == ["early"])

          try await browser.open(try url(device, SyncPaths.passphrase))
          try await browser.type("walk before breakfast", into: "#set-new")
          try await browser.type("walk before breakfast", into: "#set-repeated")
          try await browser.click("#set")
          try await browser.wait(forText: "Recovery code", in: "h1")
          #expect(try await browser.text(of: "#code").count == 44)
          try await browser.click("#stored")
          try await browser.click("#done")
          try await browser.wait(forText: "This device has the key", in: "main")
        }
      }
    }
  }

  @Test
  func `a rejected sign-in keeps the name, and loses the password`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await Browser.run { browser in
          try await browser.open(try url(device, SyncPaths.signIn))
          try await browser.type(device.server.absoluteString, into: "#server")
          try await browser.type("ann", into: "#user")
          try await browser.type("battery staple" + Self.enter, into: "#password")
          try await browser.wait(forText: "do not match", in: "main")
          #expect(
            try await browser.evaluate("return document.getElementById('password').value") == "")
          #expect(
            try await browser.evaluate("return document.getElementById('user').value") == "ann")
          #expect(try await !browser.address().contains("battery"))
        }
      }
    }
  }
}

extension Browser {
  /// Waits until an element contains a text, without scripts in the page.
  fileprivate func wait(forText text: String, in selector: String) async throws {
    while true {
      try Task.checkCancellation()
      // The element of a page that is being left has no text any more.
      if (try? await self.text(of: selector))?.contains(text) == true { return }
    }
  }
}
