// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// A saved trip in a real browser, after its server has stopped.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct OfflineTripBrowserTests {
  /// Opens the page with the button, and waits until all pages are saved.
  private func save(_ trip: String, of server: TripServer, in browser: Browser) async throws {
    try await browser.open(try server.url(trip + "/share"))
    try await browser.wait(until: "!document.querySelector('[data-pin] button').hidden")
    try await browser.click("[data-pin] button")
    let status = "document.querySelector('[data-pin] [role=status]').textContent"
    try await browser.wait(until: "\(status).includes('are saved on')")
  }

  @Test
  func `a saved trip opens without the server: pages, style and documents`() async throws {
    try await Browser.run { browser in
      let paths = try await TripServer.run(hasSample: true, isWebApp: true) { server in
        let trip = try #require(
          try await server.library.trips(.all).first { $0.trip.title.contains("Pacific") })
        let document = try await server.library.addDocument(
          Data("Row 12".utf8), fileName: "ticket.txt", to: trip.id)
        let own = "/trips/\(trip.id.uuidString.lowercased())"
        try await save(own, of: server, in: browser)
        let segment = try #require(try await server.library.trip(trip.id)?.segments.first)
        return try ["/segments/\(segment.id)", "/packing", "/documents/\(document.id)"]
          .map { try server.url(own + $0.lowercased()) }
      }
      try await browser.open(paths[0])
      #expect(try await browser.text(of: "#saved-copy").contains("This is a copy of"))
      let width = try await browser.evaluate(
        "return String(document.querySelector('.pass .icon').getBoundingClientRect().width < 40)")
      #expect(width == "true", "the stylesheet is missing")
      try await browser.open(paths[1])
      #expect(try await browser.count(of: ".pack-list li") > 0)
      try await browser.open(paths[2])
      let text = try await browser.text(of: "body")
      #expect(text == "Row 12")
    }
  }

  @Test
  func `saved pages have their style while the server is silent`() async throws {
    try await Browser.run { browser in
      let (packing, port) = try await TripServer.run(isWebApp: true) { server in
        let path = try await server.post("/trips/new", ["title": "Trip"]).location
        _ = try await server.post(path + "/packing", ["name": "Tent"])
        try await save(path, of: server, in: browser)
        return (try server.url(path + "/packing"), server.port)
      }
      try await SilentServer.run(port: port) {
        for _ in 0..<2 {
          try await browser.open(packing)
          #expect(try await browser.text(of: "#saved-copy").contains("This is a copy of"))
          let rules = try await browser.evaluate(
            "return String([...document.styleSheets].every((sheet) => sheet.cssRules.length > 9))")
          #expect(rules == "true")
          #expect(try await browser.count(of: "link[rel=stylesheet]") == 2)
        }
      }
    }
  }

  @Test
  func `a tick without the server is shown until it is sent`() async throws {
    try await Browser.run { browser in
      let packing = try await TripServer.run(isWebApp: true) { server in
        let path = try await server.post("/trips/new", ["title": "Trip"]).location
        for name in ["Tent", "Lamp"] {
          _ = try await server.post(path + "/packing", ["name": name])
        }
        try await save(path, of: server, in: browser)
        return try server.url(path + "/packing")
      }
      let states =
        "[...document.querySelectorAll('.tick')].map((tick) => tick.ariaPressed).join()"
      try await browser.open(packing)
      try await browser.click(".tick")
      try await browser.wait(until: "\(states) === 'true,false'")
      try await browser.wait(until: "document.querySelector('#outbox li')")
      #expect(try await browser.text(of: "#outbox li").contains("Packed: Tent"))
      try await browser.open(packing)
      try await browser.wait(until: "\(states) === 'true,false'")
      // The next tick sets the other state.
      try await browser.click(".tick")
      try await browser.wait(until: "\(states) === 'false,false'")
      try await browser.wait(until: "document.querySelectorAll('#outbox li').length === 2")
    }
  }
}
