// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import CloudTestSupport
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// A page that a browser can show, and the way to it.
struct VisitedPage: Sendable {
  /// The path, or the path and the form that was sent.
  let name: String
  let open: @Sendable (Browser, VisitedLibrary) async throws -> Void

  /// Shows each page to a body: first those of an empty library, then those of a full one.
  static func visitAll(
    prepare: (Browser) async throws -> Void,
    _ body: (Browser, VisitedPage) async throws -> Void
  ) async throws {
    try await RunningCloud.run { cloud in
      try await cloud.addContainer("iCloud.com.yourteam.ruckmap")
      try await cloud.addUser("ann")
      try await TestServer.run(hasShell: true) { server in
        try await Browser.run { browser in
          try await prepare(browser)
          let empty = VisitedLibrary(server: server, ruck: "", files: [])
          for page in [path("/"), path("/rucks"), path("/rucks/record")] + signedOut {
            try await page.open(browser, empty)
            try await body(browser, page)
          }
          let library = try await VisitedLibrary.fill(server)
          try await library.makeConflict(cloud)
          for page in filled + signedIn {
            try await page.open(browser, library)
            try await body(browser, page)
          }
        }
      }
    }
  }

  private static let signedOut = [
    path("/sync"), path("/sync/sign-in"), path("/sync/conflicts"), path("/sync/passphrase"),
    path("/devices"), path("/pair"),
    VisitedPage(name: "/devices, with a code") { browser, library in
      try await browser.open(try library.server.url("/devices"))
      try await browser.click("main button.primary")
      try await browser.wait(forElement: "main strong")
    },
    VisitedPage(name: "/pair, rejected") { browser, library in
      try await browser.open(try library.server.url("/pair"))
      try await browser.type("WRONGCODE", into: "#code")
      try await browser.click("main form button")
      try await browser.wait(forElement: "main [role=alert]")
    },
    VisitedPage(name: "/sync/sign-in, rejected") { browser, library in
      try await browser.open(try library.server.url("/sync/sign-in"))
      try await browser.type("http://cloud.example.org", into: "#server")
      try await browser.type("ann", into: "#user")
      try await browser.type("battery staple", into: "#password")
      try await browser.click("#submit")
      try await browser.wait(forElement: "main [role=alert]")
    },
  ]

  private static let signedIn = [
    path("/sync"), path("/sync/conflicts"), path("/sync/conflicts?derived=1"),
    path("/sync/passphrase"),
    VisitedPage(name: "/sync/passphrase, rejected") { browser, library in
      try await browser.open(try library.server.url("/sync/passphrase"))
      try await browser.type("walk", into: "#set-new")
      try await browser.type("run", into: "#set-repeated")
      try await browser.click("#set")
      try await browser.wait(forElement: "main [role=alert]")
    },
    VisitedPage(name: "/sync/passphrase/set") { browser, library in
      try await browser.open(try library.server.url("/sync/passphrase"))
      try await browser.type("walk before breakfast", into: "#set-new")
      try await browser.type("walk before breakfast", into: "#set-repeated")
      try await browser.click("#set")
      try await browser.wait(forElement: "#code")
    },
    VisitedPage(name: "/sync/passphrase, unlocked") { browser, library in
      try await browser.open(try library.server.url("/sync/passphrase"))
      try await browser.wait(forElement: "#change")
    },
    VisitedPage(name: "/sync/conflicts, dismissed") { browser, library in
      try await browser.open(try library.server.url("/sync/conflicts"))
      try await browser.click(".conflict button[value=dismiss]")
      try await browser.wait(forElement: "main [role=status]")
    },
    VisitedPage(name: "/sync, signed out") { browser, library in
      try await browser.open(try library.server.url("/sync"))
      try await browser.click("#sign-out")
      try await browser.wait(forElement: "#sign-in")
    },
  ]

  private static let filled = [
    path("/"), path("/rucks"), path("/rucks?page=2&sort=distance"), path("/rucks?text=nowhere"),
    path("/search?q=lake"), path("/search?q=nowhere"), path("/settings"), path("/settings?saved"),
    path("/missing"), path("/rucks/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01"),
    VisitedPage(name: "/rucks/ID") { browser, library in
      try await browser.open(try library.server.url(library.ruck))
    },
    VisitedPage(name: "/rucks/ID, rejected") { browser, library in
      try await browser.open(try library.server.url(library.ruck))
      try await browser.type(" or more", into: "#pack")
      try await browser.click(".edit button")
      try await browser.wait(forElement: ".edit [role=alert]")
    },
    VisitedPage(name: "/rucks/ID/delete") { browser, library in
      try await browser.open(try library.server.url(library.ruck + "/delete"))
    },
    VisitedPage(name: "/settings, rejected") { browser, library in
      try await browser.open(try library.server.url("/settings"))
      try await browser.type("heavy", into: "#body-weight")
      try await browser.click("main form button")
      try await browser.wait(forElement: "main [role=alert]")
    },
    VisitedPage(name: "/rucks/import") { browser, library in
      try await browser.open(try library.server.url("/rucks"))
      let paths = library.files.map { $0.path(percentEncoded: false) }
      try await browser.type(paths.joined(separator: "\n"), into: "#files")
      // As without the script.
      _ = try await browser.evaluate(
        "document.querySelector('form[data-upload]').submit(); return ''")
      try await browser.wait { $0.hasSuffix("/rucks/import") }
    },
    VisitedPage(name: "/rucks, imported") { browser, library in
      try await browser.open(try library.server.url("/rucks"))
      let paths = library.files.map { $0.path(percentEncoded: false) }
      try await browser.type(paths.joined(separator: "\n"), into: "#files")
      try await browser.click("form[data-upload] button")
      try await browser.wait(
        until: "document.querySelector('.upload-status').textContent.includes('not imported')")
    },
  ]

  private static func path(_ path: String) -> VisitedPage {
    VisitedPage(name: path) { browser, library in
      try await browser.open(try library.server.url(path))
    }
  }
}

/// A server with rucks whose pages show every part.
struct VisitedLibrary: Sendable {
  let server: TestServer
  /// The path of a ruck with heights, notes and a track of many points.
  let ruck: String
  /// Files to upload: a new one, a known one, and one that is no GPX file.
  let files: [URL]

  /// Imports more rucks than a page shows, among them one of today and one with a long name.
  static func fill(_ server: TestServer) async throws -> VisitedLibrary {
    let folder = server.directory.deletingLastPathComponent()
    func file(_ text: String, _ name: String) throws -> URL {
      try TestServer.file(text, named: name, in: folder)
    }
    let library = try RuckLibrary.open(directory: server.directory)
    var files = [try Fixture.url("cerknicko-jezero.gpx")]
    for number in 1...52 {
      files.append(try file(SampleTrack.gpx(number, name: "Ruck \(number)"), "\(number).gpx"))
    }
    let today = Date.now.addingTimeInterval(-86400)
    files.append(try file(SampleTrack.gpx(0, name: "Around the lake", start: today), "today.gpx"))
    let longName = "Over the long ridge and back " + String(repeating: "very-", count: 20)
    files.append(try file(SampleTrack.gpx(60, name: longName), "long.gpx"))
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 15))
    try #require(report.failed.isEmpty, "\(report.failed)")
    let id = try #require(report.imported.first?.ruck.id)
    _ = try await library.edit(id, RuckEdit(notes: "Rain after the summit.\nTwo bottles."))
    let uploads = [
      try file(SampleTrack.gpx(70, name: "New"), "new.gpx"), files[1],
      try file("no track", "broken.gpx"),
    ]
    return VisitedLibrary(
      server: server, ruck: "/rucks/\(id.uuidString.lowercased())", files: uploads)
  }
}

extension VisitedLibrary {
  /// Signs in, and changes the ruck's name and notes here and on another device.
  func makeConflict(_ cloud: RunningCloud) async throws {
    let id = try #require(UUID(uuidString: String(ruck.dropFirst("/rucks/".count))))
    func send(_ path: String, _ fields: [String: String] = [:], to server: TestServer) async throws
    {
      let token = try await server.token()
      let response = try await server.post(path, fields.merging(["token": token]) { $1 })
      try #require(response.status == 303, "\(path): \(response.body)")
    }
    let signIn = [
      "server": cloud.address.absoluteString, "user": "ann", "password": RunningCloud.password,
    ]
    try await send("/sync/sign-in", signIn, to: server)
    try await send("/sync/now", to: server)
    try await TestServer.run(hasShell: true) { other in
      try await send("/sync/sign-in", signIn, to: other)
      try await send("/sync/now", to: other)
      let notes = String(repeating: "Two bottles, and a third one. ", count: 12)
      _ = try await server.library.edit(id, RuckEdit(name: "Around the lake", notes: notes))
      _ = try await other.library.edit(id, RuckEdit(name: "Around the big lake", notes: "Sun."))
      try await send("/sync/now", to: other)
    }
    try await send("/sync/now", to: server)
    let page = try await server.send("GET", "/sync/conflicts").body
    try #require(page.contains("Two bottles") && page.contains("Around the big lake"), "\(page)")
  }
}
