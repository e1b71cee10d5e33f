// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import RuckMap
import SwiftData
import Testing

/// The upload of several files in a browser, with the progress and the result of each.
@Suite(.serialized)
struct UploadTests {
  /// Chooses files in the upload form.
  private func choose(_ files: [URL], in browser: Browser) async throws {
    let paths = files.map { $0.path(percentEncoded: false) }
    try await browser.type(paths.joined(separator: "\n"), into: "#files")
  }

  /// Records the progress bars and the announcements of the page.
  private func observe(_ browser: Browser) async throws {
    _ = try await browser.evaluate(
      """
      window.seen = { bars: new Set(), texts: [] };
      new MutationObserver(() => {
        for (const bar of document.querySelectorAll(".uploads progress")) seen.bars.add(bar.ariaLabel);
        const text = document.querySelector(".upload-status").textContent;
        if (text !== seen.texts.at(-1)) seen.texts.push(text);
      }).observe(document.querySelector(".uploads"), {
        subtree: true, childList: true, characterData: true, attributes: true });
      return "";
      """)
  }

  /// Waits until the form accepts another upload.
  private func waitForEnd(_ browser: Browser) async throws {
    try await browser.wait(
      until: "document.querySelector('form[data-upload]').getAttribute('aria-busy') === 'false'")
  }

  private func states(_ browser: Browser) async throws -> String {
    try await browser.evaluate(
      "return [...document.querySelectorAll('.uploads li')].map((row) => row.dataset.state).join(' ')"
    )
  }

  @Test(.timeLimit(.minutes(15)))
  func `each file has its progress and its result, and one button undoes the batch`() async throws {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let known = SampleTrack.gpx(1, name: "Known")
      try await server.importElsewhere(known, named: "known.gpx")
      let files = try [
        Fixture.url("cerknicko-jezero.gpx"),
        TestServer.file("no track", named: "broken.gpx", in: folder),
        TestServer.file(known, named: "known.gpx", in: folder),
        TestServer.file(SampleTrack.gpx(2, name: "<b>New</b>"), named: "new.gpx", in: folder),
      ]
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        try await observe(browser)
        try await choose(files, in: browser)
        try await browser.type("35 lb", into: "#pack")
        try await browser.click("form[data-upload] button")
        try await waitForEnd(browser)
        #expect(try await browser.address().hasSuffix("/rucks"))
        #expect(try await states(browser) == "imported failed unchanged imported")
        #expect(
          try await browser.text(of: ".upload-status")
            == "2 imported, 1 already imported, 1 not imported")
        #expect(
          try await browser.evaluate("return [...seen.bars].join()")
            == "Upload of cerknicko-jezero.gpx,Upload of broken.gpx,Upload of known.gpx,Upload of new.gpx"
        )
        let texts = try await browser.evaluate("return seen.texts.join('|')")
        #expect(texts.contains("Importing 2 of 4: broken.gpx|Importing 3 of 4: known.gpx|"))
        #expect(try await browser.count(of: ".uploads progress") == 0)
        let list = try await browser.text(of: ".uploads")
        #expect(list.contains("broken.gpx") && list.contains("Not imported: "))
        #expect(list.contains("<b>New</b>") && list.contains("Already imported: "))
        #expect(try await browser.count(of: ".uploads li a[href^='/rucks/']") == 3)
        // The focus stays on the button, and the field is empty for the next files.
        #expect(
          try await browser.evaluate("return document.activeElement.textContent") == "Import")
        #expect(try await browser.evaluate("return document.querySelector('#files').value") == "")
        try await browser.wait(until: "document.querySelectorAll('.objects tbody tr').length === 3")
        let rucks = try await server.library.rucks()
        #expect(rucks.count { abs($0.packWeight - 35 * 0.45359237) < 1e-9 } == 2)

        try await browser.click(".uploads form button")
        try await browser.wait(until: "document.querySelectorAll('.objects tbody tr').length === 1")
        #expect(try await server.library.rucks().map(\.name) == ["Known"])
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `each ruck of a file with several has its result, and awards follow the last file`()
    async throws
  {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
      let tracks = try (1...2).map {
        try TestServer.file(SampleTrack.gpx($0, name: "\($0)"), named: "\($0).gpx", in: folder)
      }
      _ = await other.importFiles(tracks, options: ImportOptions(packWeight: 16))
      let rucks = String(decoding: try await other.exportAll(), as: UTF8.self)
      let files = try [
        TestServer.file(rucks, named: "rucks.json", in: folder),
        TestServer.file("no track", named: "broken.gpx", in: folder),
      ]
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        try await choose(files, in: browser)
        try await browser.click("form[data-upload] button")
        try await waitForEnd(browser)
        let states = try await states(browser)
        // The profile and the entries of the feed are objects of the file, too.
        #expect(states == String(repeating: "imported ", count: 6) + "failed")
        let status = try await browser.text(of: ".upload-status")
        #expect(status == "6 imported, 1 not imported")
        #expect(try await browser.count(of: ".uploads li a[href^='/rucks/']") == 2)
        let feed = try await server.library.feed(in: Calendar(identifier: .gregorian))
        #expect(feed.contains { $0.kind == .achievementEarned })
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `files that are dropped on the page are imported with the enter key`() async throws {
    try await TestServer.run { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        let isAccepted = try await browser.drop([
          (name: "one.gpx", text: SampleTrack.gpx(1, name: "One")),
          (name: "broken.gpx", text: "no track"),
          (name: "two.gpx", text: SampleTrack.gpx(2, name: "Two")),
        ])
        #expect(isAccepted)
        #expect(
          try await browser.evaluate(
            "return [...document.querySelector('#files').files].map((file) => file.name).join()")
            == "one.gpx,broken.gpx,two.gpx")
        // Nothing is sent before the user confirms; the button has the focus.
        #expect(try await server.library.rucks().isEmpty)
        try await browser.press("\u{E007}")
        try await waitForEnd(browser)
        #expect(try await states(browser) == "imported failed imported")
        #expect(Set(try await server.library.rucks().map(\.name)) == ["One", "Two"])
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a progress bar and the announcements have roles for a screen reader`() async throws {
    try await TestServer.run { server in
      let file = try TestServer.file(
        SampleTrack.gpx(2, name: "One"), named: "one.gpx",
        in: server.directory.deletingLastPathComponent())
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        // The upload waits, so that its bar can be inspected.
        _ = try await browser.evaluate(
          """
          const send = XMLHttpRequest.prototype.send;
          XMLHttpRequest.prototype.send = function (body) { window.resume = () => send.call(this, body); };
          return "";
          """)
        try await choose([file], in: browser)
        try await browser.click("form[data-upload] button")
        try await browser.wait(until: "window.resume")
        let tree = try await browser.accessibilityTree()
        #expect(tree.filter { $0.role == "progressbar" }.map(\.name) == ["Upload of one.gpx"])
        #expect(tree.contains { $0.role == "status" })
        // A second click sends nothing.
        try await browser.click("form[data-upload] button")
        _ = try await browser.evaluate("window.resume(); return ''")
        try await waitForEnd(browser)
        #expect(try await states(browser) == "imported")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an invalid weight stops the batch before anything is imported`() async throws {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let files = try (1...2).map {
        try TestServer.file(SampleTrack.gpx($0, name: "\($0)"), named: "\($0).gpx", in: folder)
      }
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        try await choose(files, in: browser)
        try await browser.type("heavy", into: "#pack")
        try await browser.click("form[data-upload] button")
        try await waitForEnd(browser)
        #expect(try await browser.text(of: ".upload-status").contains("is not a mass"))
        #expect(try await browser.text(of: ".uploads ul").contains("Not sent"))
        #expect(try await states(browser) == "failed failed")
        #expect(try await server.library.rucks().isEmpty)
        #expect(
          try await browser.evaluate(
            "return String(document.querySelector('.uploads form').hidden)")
            == "true")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a file that is too large fails alone`() async throws {
    try await TestServer.run(maximumUploadSize: 100_000) { server in
      let folder = server.directory.deletingLastPathComponent()
      let files = try [
        TestServer.file(String(repeating: "x", count: 200_000), named: "large.gpx", in: folder),
        TestServer.file(SampleTrack.gpx(1, name: "One"), named: "one.gpx", in: folder),
      ]
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        try await choose(files, in: browser)
        try await browser.click("form[data-upload] button")
        try await waitForEnd(browser)
        #expect(try await states(browser) == "failed imported")
        #expect(try await browser.text(of: ".uploads").contains("The upload is too large"))
        #expect(try await server.library.rucks().map(\.name) == ["One"])
      }
    }
  }
}
