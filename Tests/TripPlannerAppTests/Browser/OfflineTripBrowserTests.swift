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
  @Test
  func `a saved trip opens without the server: pages, style and documents`() async throws {
    try await Browser.run { browser in
      let paths = try await TripServer.run(hasSample: true, isWebApp: true) { server in
        let trip = try #require(
          try await server.library.trips(.all).first { $0.trip.title.contains("Pacific") })
        let document = try await server.library.addDocument(
          Data("Row 12".utf8), fileName: "ticket.txt", to: trip.id)
        let own = "/trips/\(trip.id.uuidString.lowercased())"
        try await browser.open(try server.url(own + "/share"))
        try await browser.wait(until: "!document.querySelector('[data-pin] button').hidden")
        try await browser.click("[data-pin] button")
        let status = "document.querySelector('[data-pin] [role=status]').textContent"
        try await browser.wait(until: "\(status).includes('are saved on')")
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
      #expect(try await browser.text(of: "body") == "Row 12")
    }
  }
}
