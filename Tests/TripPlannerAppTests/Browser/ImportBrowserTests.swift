// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// Files of one kind in `Examples/Trips`, and texts of the preview of their import.
struct ImportSample: Sendable {
  /// The name of the picture.
  var name: String
  var files: [String]
  /// Whether the files are imported into the trip that the user has chosen.
  var hasTrip = true
  var expected: [String]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/Trips")

  static let all = [
    ImportSample(
      name: "import-mail", files: ["booking.eml", "hotel.html"], hasTrip: false,
      expected: ["NZ 6", "NZ 5", "Hotel Marina"]),
    ImportSample(
      name: "import-pass", files: ["boarding.pkpass", "conference.ics"], hasTrip: false,
      expected: ["NZ 6", "Opening talk", "Workshop"]),
    ImportSample(
      name: "import-places", files: ["saved-places.json", "cafes.csv", "hike.gpx"],
      expected: ["Griffith Observatory", "Dogtown Coffee", "Mount Hollywood Trail"]),
    ImportSample(
      name: "import-packing", files: ["packing.csv"],
      expected: ["Rain jacket", "Socks", "Charger"]),
    ImportSample(
      name: "import-document", files: ["ticket.pdf", "visa.png"],
      expected: ["ticket.pdf", "visa.png", "Document"]),
  ]
}

/// The import page in a real browser, with files of each kind.
///
/// With `CAIRN_SCREENSHOTS=FOLDER` the test writes the pictures of `docs/trips.md`.
@Suite(.serialized)
struct ImportBrowserTests {
  private static let width = 720

  private func shoot(_ browser: Browser, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["CAIRN_SCREENSHOTS"] else { return }
    try await browser.screenshot(of: ".stack").write(
      to: URL(filePath: folder).appending(path: name + ".png"))
  }

  /// Chooses files and a trip on the import page, and shows the preview.
  private func preview(
    _ files: [URL], trip: String?, in browser: Browser, _ server: TripServer
  ) async throws {
    let paths = files.map { $0.path(percentEncoded: false) }
    try await browser.open(try server.url("/trips/import"))
    if let trip {
      _ = try await browser.evaluate(
        "document.querySelector('#trip').value = '\(trip)'; return ''")
    }
    try await browser.type(paths.joined(separator: "\n"), into: "#files")
    try await browser.click("form[data-upload] button[value=preview]")
    try await browser.wait(forElement: ".stack .lines li")
  }

  @Test(.timeLimit(.minutes(15)))
  func `files are previewed with their effect, and imported as previewed`() async throws {
    try await Browser.run { browser in
      try await browser.setViewport(width: Self.width)
      for sample in ImportSample.all {
        try await TripServer.run { server in try await show(sample, in: browser, server) }
      }
    }
  }

  private func show(
    _ sample: ImportSample, in browser: Browser, _ server: TripServer
  ) async throws {
    var trip = TripSnapshot()
    trip.title = "Los Angeles"
    let id = try await server.library.createTrip(trip).id.uuidString.lowercased()
    try await preview(
      sample.files.map { ImportSample.folder.appending(path: $0) },
      trip: sample.hasTrip ? id : nil, in: browser, server)
    let shown = try await browser.text(of: ".stack")
    for text in sample.expected {
      #expect(shown.contains(text), "\(sample.name), \(text): \(shown)")
    }
    #expect(!shown.contains("not imported"), "\(sample.name): \(shown)")
    try await shoot(browser, sample.name)
    try await browser.click(".stack form button.primary")
    try await browser.wait { $0.hasSuffix("/trips/import/stage") }
    let imported = try await browser.text(of: ".stack")
    for text in sample.expected {
      #expect(imported.contains(text), "\(sample.name), \(text): \(imported)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `dropped files are imported one by one, each with its result`() async throws {
    try await TripServer.run { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/trips/import"))
        let isAccepted = try await browser.drop([
          (
            name: "flight.ics",
            text: try TripFixture.text("kitinerary__calendarhandlerdata_flight.ics")
          ), (name: "broken.ics", text: "no calendar"),
          (
            name: "hotel.ics",
            text: try TripFixture.text("kitinerary__calendarhandlerdata_hotel.ics")
          ),
        ])
        #expect(isAccepted)
        #expect(try await server.library.trips(.all).isEmpty)
        // The button for the import has the focus.
        try await browser.press("\u{E007}")
        try await waitForEnd(browser)
        #expect(try await browser.address().hasSuffix("/trips/import"))
        let list = try await browser.text(of: ".uploads")
        #expect(try await states(browser) == "imported failed imported", "\(list)")
        #expect(
          try await browser.text(of: ".upload-status") == "2 imported, 1 not imported")
        #expect(try await browser.count(of: ".uploads li a[href^='/trips/']") == 2)
        #expect(try await browser.count(of: ".uploads form") == 0)
        let trips = try await server.library.trips(.all)
        #expect(trips.reduce(0) { $0 + $1.segmentCount } == 1)
        #expect(trips.reduce(0) { $0 + ($1.itemCount ?? 0) } == 1)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `dropped documents appear on the page without a reload`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      try await Browser.run { browser in
        try await browser.open(try server.url(path + "/documents"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        let files = [(name: "ticket.txt", text: "Row 3"), (name: "visa.txt", text: "Visa")]
        #expect(try await browser.drop(files))
        try await browser.press("\u{E007}")
        try await waitForEnd(browser)
        #expect(try await states(browser) == "imported imported")
        try await browser.wait(until: "document.querySelectorAll('.documents li').length === 2")
      }
    }
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
  func `the JSON export of a trip is previewed and imported in another store`() async throws {
    let export = try await TripServer.run(hasSample: true) { server in
      let trip = try #require(
        try await server.library.trips(.all).first { $0.trip.title.contains("Annapurna") })
      return (try await server.library.export(.json, of: trip.id).data, trip.trip.title)
    }
    try await TripServer.run { server in
      let file = server.directory.appending(path: "trip.json")
      try export.0.write(to: file)
      try await Browser.run { browser in
        try await browser.setViewport(width: Self.width)
        try await preview([file], trip: nil, in: browser, server)
        #expect(try await browser.text(of: ".stack").contains(export.1))
        try await shoot(browser, "import-trip")
        try await browser.click(".stack form button.primary")
        try await browser.wait { $0.hasSuffix("/trips/import/stage") }
        #expect(try await server.library.trips(.all).map(\.trip.title) == [export.1])
      }
    }
  }
}
