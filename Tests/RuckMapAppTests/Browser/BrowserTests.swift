// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The pages in a real browser.
@Suite(.serialized)
struct BrowserTests {
  /// Expects a PNG of the given width with more than one colour.
  ///
  /// A PNG of one colour takes few bytes.
  private func expectPicture(_ data: Data, width: Int, height: Int) {
    #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    func number(_ offset: Int) -> Int {
      data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(number(16) == width)
    #expect(number(20) > height / 2)
    #expect(data.count > 40_000)
  }

  /// Writes a screenshot to the folder in `CAIRN_SCREENSHOTS`, or else to a temporary folder.
  private func write(_ data: Data, named name: String) throws {
    let given = ProcessInfo.processInfo.environment["CAIRN_SCREENSHOTS"].map { URL(filePath: $0) }
    let folder = given ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if given == nil { try? FileManager.default.removeItem(at: folder) } }
    let file = folder.appending(path: name)
    try data.write(to: file)
    #expect(try Data(contentsOf: file) == data)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a file is uploaded, viewed, edited and deleted`() async throws {
    try await TestServer.run { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks"))
        #expect(try await browser.title() == "Rucks · Cairn")
        #expect(try await browser.text(of: "#rucks").contains("No rucks yet"))
        let files = try [
          Fixture.url("cerknicko-jezero.gpx"),
          TestServer.file(
            SampleTrack.gpx(3, name: "<b>Bold</b>"), named: "b.gpx",
            in: server.directory.deletingLastPathComponent()),
        ]
        try await browser.type(files.map(\.path).joined(separator: "\n"), into: "#files")
        try await browser.type("35 lb", into: "#pack")
        try await browser.click("form[data-upload] button")
        try await browser.wait(
          until: "document.querySelector('.upload-status').textContent === '2 imported'")
        try await browser.wait(until: "document.querySelectorAll('.objects tbody tr').length === 2")
        #expect(try await browser.text(of: ".objects tbody").contains("<b>Bold</b>"))
        try write(try await browser.screenshot(), named: "list.png")
        try await browser.click(".objects tbody tr:last-child a")
        try await browser.wait { $0.contains("/rucks/") }
        #expect(try await browser.count(of: ".track-line") == 1)
        #expect(try await browser.text(of: ".figures").contains("2.84"))
        let picture = try await browser.screenshot()
        expectPicture(picture, width: 1360, height: 1000)
        try write(picture, named: "ruck.png")
        try await browser.type(" by the lake", into: "#name")
        try await browser.click(".edit button")
        try await browser.wait { $0.hasSuffix("?saved") }
        #expect(try await browser.text(of: "h1").hasSuffix("by the lake"))
        try await browser.click(".edit a.danger")
        try await browser.wait { $0.hasSuffix("/delete") }
        try await browser.click("button.danger")
        try await browser.wait { $0.hasSuffix("/rucks") }
        #expect(try await browser.count(of: ".objects tbody tr") == 1)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck imported by another connection appears without a reload`() async throws {
    try await TestServer.run { server in
      try await Browser.run(BrowserOptions(isDark: true)) { browser in
        try await browser.open(try server.url("/rucks"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        _ = try await browser.evaluate("window.isSame = true; return ''")
        try await browser.type("20 kg", into: "#pack")
        let report = try await server.importElsewhere(
          SampleTrack.gpx(1, name: "From afar"), named: "afar.gpx")
        let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
        try await browser.wait(
          until: "document.querySelector('.objects tbody a').text === 'From afar'")
        #expect(try await browser.text(of: ".figures").contains("1"))
        #expect(try await browser.evaluate("return String(window.isSame)") == "true")
        // Unsaved input is preserved.
        #expect(try await browser.evaluate("return document.activeElement.value") == "20 kg")
        try await browser.wait(
          until: "document.getElementById('live-status').textContent === 'Updated: 1 ruck.'")
        // So is input in a form of the part that is replaced.
        try await browser.type("lake", into: ".filters [name=text]")
        _ = try await server.importElsewhere(
          SampleTrack.gpx(2, name: "Second"), named: "second.gpx")
        try await browser.wait(
          until: "document.querySelectorAll('.objects tbody tr').length === 2")
        #expect(
          try await browser.evaluate(
            "const { name, value } = document.activeElement; return `${name}: ${value}`")
            == "text: lake")
        try await browser.click(".objects a[href='/rucks/\(ruck.id.uuidString.lowercased())']")
        try await browser.wait { $0.contains("/rucks/") }
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        let other = try RuckLibrary.open(directory: server.directory)
        _ = try await other.edit(ruck.id, RuckEdit(name: "Renamed afar"))
        try await browser.wait(until: "document.querySelector('h1').textContent === 'Renamed afar'")
        try write(try await browser.screenshot(), named: "ruck-dark.png")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a form with an outdated token is rejected`() async throws {
    try await TestServer.run { server in
      try await Browser.run(BrowserOptions(width: 500, height: 900)) { browser in
        _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "One"), named: "one.gpx")
        try await browser.open(try server.url("/rucks"))
        try await browser.click(".objects tbody a")
        try await browser.wait { $0.contains("/rucks/") }
        _ = try await browser.evaluate(
          "document.querySelector('.edit [name=token]').value = 'old'; return ''")
        try await browser.click(".edit button")
        try await browser.wait(forTitle: "The form is out of date · Cairn")
        #expect(try await browser.text(of: "h1") == "The form is out of date")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `pages are shown on a phone, with a long name`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(
        SampleTrack.gpx(1, name: String(repeating: "long-name-", count: 30)), named: "one.gpx")
      try await Browser.run { browser in
        try await browser.setViewport(width: 390, height: 844)
        for isDark in [true, false] {
          try await browser.setDark(isDark)
          try await browser.open(try server.url("/rucks"))
          try await browser.click(".objects tbody a")
          try await browser.wait { $0.contains("/rucks/") }
          try write(
            try await browser.screenshot(), named: "phone-\(isDark ? "dark" : "light").png")
        }
      }
    }
  }
}
