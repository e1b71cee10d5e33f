// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing

/// The pages in a browser that runs no JavaScript.
@Suite(.serialized)
struct ScriptlessTests {
  @Test(.timeLimit(.minutes(15)))
  func `rucks are imported, filtered, sorted, edited and deleted without JavaScript`() async throws
  {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let files = try [
        Fixture.url("cerknicko-jezero.gpx"),
        TestServer.file(SampleTrack.gpx(3, name: "Short"), named: "short.gpx", in: folder),
      ]
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url("/rucks"))
        let paths = files.map { $0.path(percentEncoded: false) }
        try await browser.type(paths.joined(separator: "\n"), into: "#files")
        try await browser.click("form[data-upload] button")
        try await browser.wait { $0.hasSuffix("/rucks/import") }
        #expect(try await browser.text(of: "h1") == "2 imported")
        #expect(try await browser.count(of: "html[data-connected]") == 0)

        try await browser.open(try server.url("/rucks"))
        #expect(try await browser.text(of: ".objects tbody a") == "Short")
        try await browser.click(".objects thead th:nth-child(2) a")
        try await browser.wait { $0.contains("sort=distance") }
        #expect(try await browser.text(of: ".objects tbody a") != "Short")
        try await browser.type("short", into: ".filters [name=text]")
        try await browser.click(".filters button")
        try await browser.wait { $0.contains("text=short") && $0.contains("sort=distance") }
        #expect(try await browser.count(of: ".objects tbody tr") == 1)

        try await browser.click(".objects tbody a")
        try await browser.wait { $0.contains("/rucks/") }
        #expect(try await browser.count(of: ".track-line") == 1)
        try await browser.type(" one", into: "#name")
        try await browser.click(".edit button")
        try await browser.wait { $0.hasSuffix("?saved") }
        #expect(try await browser.text(of: "h1") == "Short one")
        try await browser.click(".edit a.danger")
        try await browser.wait { $0.hasSuffix("/delete") }
        try await browser.click("button.danger")
        try await browser.wait { $0.hasSuffix("/rucks") }
        #expect(try await browser.count(of: ".objects tbody tr") == 1)

        try await browser.open(try server.url("/settings"))
        try await browser.click("#theme option[value=dark]")
        try await browser.click("#units option[value=metric]")
        try await browser.click("main form button")
        try await browser.wait { $0.hasSuffix("?saved") }
        #expect(try await browser.count(of: "html[data-theme=dark]") == 1)
        try await browser.open(try server.url("/rucks"))
        #expect(try await browser.text(of: ".objects tbody").contains(" km"))
      }
    }
  }
}
