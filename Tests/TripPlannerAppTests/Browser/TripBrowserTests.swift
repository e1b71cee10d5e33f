// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// A page that a browser can show, and the way to it.
struct VisitedTripPage: Sendable {
  let name: String
  let open: @Sendable (Browser, TripServer) async throws -> Void

  /// Shows each page to a body: first those of an empty library, then those of the sample.
  static func visitAll(
    prepare: (Browser) async throws -> Void,
    _ body: (Browser, VisitedTripPage) async throws -> Void
  ) async throws {
    try await Browser.run { browser in
      try await prepare(browser)
      try await TripServer.run { server in
        let empty = [
          "/", "/trips", "/trips/new", "/trips/import", "/trips/templates", "/trips/deleted",
          "/trips/activity",
        ]
        for page in empty.map(path) {
          try await page.open(browser, server)
          try await body(browser, page)
        }
      }
      try await TripServer.run(hasSample: true) { server in
        try await fill(server)
        for page in try await pages(of: server) {
          try await page.open(browser, server)
          try await body(browser, page)
        }
      }
    }
  }

  static func path(_ path: String) -> VisitedTripPage {
    VisitedTripPage(name: path) { browser, server in
      try await browser.open(try server.url(path))
    }
  }

  /// Adds parts that the sample lacks: a barcode, long names, a document, a template, deleted things.
  private static func fill(_ server: TripServer) async throws {
    let library = server.library
    let trip = try #require(
      try await library.trips(.all).first { $0.trip.title.contains("Pacific") })
    let detail = try #require(try await library.trip(trip.id))
    let booking = try #require(detail.bookings.first)
    try await library.edit(BookingSnapshot.self, booking.id) {
      $0.barcode = "aztecCode:M1AROHA/KIM          EK7QX2M AKLLAXCN 0002 069Y031A0042 100"
    }
    var item = DayPlanItemSnapshot()
    item.tripID = trip.id
    item.title = "A walk along the very long beach " + String(repeating: "very-", count: 20)
    item.day = "2027-03-06"
    item.notes = "Bring water."
    item.position = 9
    try await library.insert(item)
    _ = try await library.addDocument(
      Data("%PDF-1.4".utf8), fileName: "passport-\(String(repeating: "long-", count: 12)).pdf",
      to: trip.id)
    _ = try await library.makeTemplate(named: "Two weeks", from: trip.id)
    let other = try #require(
      try await library.trips(.all).first { $0.trip.title.contains("Vienna") })
    try await library.delete(TripSnapshot.self, other.id)
  }

  private static func pages(of server: TripServer) async throws -> [VisitedTripPage] {
    let trips = try await server.library.trips(.all)
    let trip = try #require(trips.first { $0.trip.title.contains("Pacific") })
    let detail = try #require(try await server.library.trip(trip.id))
    let template = try #require(try await server.library.templates().first)
    func text(_ id: UUID?) throws -> String { try #require(id).uuidString.lowercased() }
    let own = "/trips/\(try text(trip.id))"
    let paths = [
      "/", "/trips", "/trips?sort=length&year=2027", "/trips?q=Waiheke", "/trips?q=nowhere",
      "/search?q=Kim", "/trips/import",
      "/trips/templates", "/trips/templates/\(try text(template.id))", "/trips/deleted",
      "/trips/activity", own, own + "/edit",
      own + "/days/2027-03-10",
      own + "/days/2027-03-09", own + "/map", own + "/packing", own + "/documents", own + "/budget",
      own + "/people", own + "/findings", own + "/activity", own + "/share", own + "/print",
      own + "/delete", own + "/segments/new", own + "/items/new", own + "/expenses/new",
      own + "/segments/\(try text(detail.segments.first?.id))",
      own + "/segments/\(try text(detail.segments.first?.id))/edit",
      own + "/items/\(try text(detail.items.first?.id))",
      own + "/places/\(try text(detail.places.first?.id))",
      own + "/places/\(try text(detail.places.first?.id))/edit",
      own + "/bookings/\(try text(detail.bookings.first?.id))/edit",
      own + "/packing/\(try text(detail.packingItems.first?.id))",
      own + "/expenses/\(try text(detail.expenses.first?.id))",
      own + "/documents/\(try text(detail.documents.first?.id))/edit", "/trips/missing",
    ]
    return paths.map(path) + [
      VisitedTripPage(name: "segments/new, rejected") { browser, server in
        try await browser.open(try server.url(own + "/segments/new"))
        try await browser.type("Mars/Base", into: "#edit-depart-zone")
        try await browser.click("form#edit button.primary")
        try await browser.wait(forElement: "[role=alert]")
      },
      VisitedTripPage(name: "import, with a result by file") { browser, server in
        try await browser.open(try server.url("/trips/import"))
        let text = try TripFixture.text("kitinerary__calendarhandlerdata_flight.ics")
        _ = try await browser.evaluate(
          "document.getElementById('text').value = `\(text.replacing("\\", with: "\\\\"))`; return ''"
        )
        try await browser.click("#paste ~ form button[value=preview]")
        try await browser.wait { $0.hasSuffix("/trips/import/text") }
      },
    ]
  }
}

/// The trips' pages in a real browser.
@Suite(.serialized)
struct TripBrowserTests {
  @Test(.timeLimit(.minutes(15)))
  func `every page is accessible, fits its window, and is smaller than 130 kB`() async throws {
    let checks = try await PageChecks(
      largestPage: 130_000,
      windows: [.init(1280), .init(1920), .init(768), .init(390), .init(390, "larger")])
    try await VisitedTripPage.visitAll(prepare: checks.prepare) { browser, page in
      try await checks.check(page.name, in: browser)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a change of another process appears without a reload`() async throws {
    try await TripServer.run(hasSample: true) { server in
      let trip = try #require(try await server.library.trips(.all).first { $0.segmentCount > 0 })
      try await Browser.run(BrowserOptions(isDark: true)) { browser in
        try await browser.open(try server.url("/trips/\(trip.id.uuidString.lowercased())"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        _ = try await browser.evaluate("window.isSame = true; return ''")
        let other = try TripLibrary.open(directory: server.directory)
        let start = ContinuousClock.now
        try await other.edit(TripSnapshot.self, trip.id) { $0.title = "Renamed afar" }
        try await browser.wait(until: "document.querySelector('h1').textContent === 'Renamed afar'")
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try await browser.evaluate("return String(window.isSame)") == "true")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the result of a form stays while the page updates itself`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      try await Browser.run { browser in
        for (page, heading) in [(path, "Renamed"), (path + "/budget", "Renamed again")] {
          try await browser.open(try server.url(page + "?done=saved"))
          try await browser.wait(until: "'connected' in document.documentElement.dataset")
          try await server.library.edit(TripSnapshot.self, trip) { $0.title = heading }
          try await browser.wait(until: "document.querySelector('h1').textContent === '\(heading)'")
          let notice = try await browser.evaluate(
            "return document.querySelector('[role=status].note')?.textContent ?? ''")
          #expect(notice == "Your changes are saved.", "\(page)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `entries of forms and opened details stay while the page updates itself`() async throws {
    try await TripServer.run { server in
      _ = try await server.post("/trips/new", ["title": "Another"])
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      _ = try await server.post(path + "/packing", ["name": "Tent"])
      let item = try await server.post(path + "/items/new", ["title": "Museum"]).location
      try await Browser.run { browser in
        func rename(_ title: String) async throws {
          try await browser.wait(until: "'connected' in document.documentElement.dataset")
          try await server.library.edit(TripSnapshot.self, trip) { $0.title = title }
          try await browser.wait(until: "document.querySelector('h1').textContent === '\(title)'")
        }
        // Two forms of the page have a field with the name "name".
        try await browser.open(try server.url(path + "/packing"))
        try await browser.type("Winter", into: "form[action$='/packing/save'] input[name=name]")
        try await rename("First")
        let names = try await browser.evaluate(
          """
          return [...document.querySelectorAll("#trip-packing input[name=name]")]
            .map((field) => field.value).join();
          """)
        #expect(names == ",Winter")
        try await browser.open(try server.url(item))
        try await browser.click("details summary")
        try await rename("Second")
        #expect(try await browser.count(of: "details[open]") == 1)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `entries of a day move by keys and by dragging`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "start": "2027-03-10", "end": "2027-03-10"]
      ).location
      for title in ["First", "Second"] {
        _ = try await server.post(path + "/days/2027-03-10", ["title": title])
      }
      try await Browser.run { browser in
        try await browser.open(try server.url(path + "/days/2027-03-10"))
        _ = try await browser.evaluate(
          """
          const link = document.querySelectorAll(".stop h3 a")[1];
          link.focus();
          link.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true }));
          return "";
          """)
        try await browser.wait { $0.contains("done=moved") }
        // The page is replaced meanwhile, so that its elements may be stale.
        func waitForFirst(_ title: String) async throws {
          let first = "document.querySelector('.stop h3')?.textContent.trim()"
          while (try? await browser.evaluate("return \(first)")) != title {
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        try await waitForFirst("Second")
        _ = try await browser.evaluate(
          """
          const [first, second] = document.querySelectorAll(".stop");
          const data = new DataTransfer();
          const fire = (target, type) =>
            target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
          fire(second, "dragstart");
          fire(first, "dragover");
          fire(first, "drop");
          return "";
          """)
        try await waitForFirst("First")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a trip is planned without JavaScript`() async throws {
    try await TripServer.run { server in
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url("/trips"))
        // Without a trip, the card has the button instead of the heading.
        try await browser.click("h2 ~ .actions a[href='/trips/new']")
        try await browser.type("Weekend", into: "#edit-title")
        try await browser.click("form#edit button.primary")
        try await browser.wait { $0.contains("/trips/") && !$0.hasSuffix("new") }
        #expect(try await browser.text(of: "h1") == "Weekend")
        try await browser.click(".tabs a[href$='/packing']")
        try await browser.type("Passport", into: "#pack-name")
        try await browser.click("#pack-add ~ form button")
        try await browser.wait(forElement: ".pack-list li")
        try await browser.type("\u{E007}", into: ".tick")
        try await browser.wait(forElement: ".tick[aria-pressed=true]")
        let file = try TripFixture.url("kitinerary__calendarhandlerdata_hotel.ics")
        try await browser.open(try server.url("/trips/import"))
        try await browser.type(file.path(percentEncoded: false), into: "#files")
        try await browser.click("form[data-upload] button[value=import]")
        try await browser.wait { $0.hasSuffix("/trips/import") }
        try await browser.wait(forElement: ".results, .lines li")
        #expect(try await browser.text(of: "h1").contains("added"))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the print view has every segment on A4 and on Letter, and cuts no row`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Rail", "start": "2027-05-01", "end": "2027-05-20"]
      ).location
      for day in 1...20 {
        for hour in 0..<3 {
          var segment = SegmentSnapshot()
          segment.tripID = UUID(uuidString: String(path.dropFirst("/trips/".count)))
          segment.mode = .train
          segment.title = "Train-\(day)-\(hour)"
          let date = "2027-05-\(day < 10 ? "0" : "")\(day)"
          segment.departure = "\(date)T1\(hour):00:00[Europe/Berlin]"
          segment.arrival = "\(date)T1\(hour):45:00[Europe/Berlin]"
          segment.notes = "End-\(day)-\(hour)"
          try await server.library.insert(segment)
        }
      }
      let sizes = [("A4", 21.0, 29.7), ("Letter", 21.59, 27.94)]
      func file(_ name: String) -> URL { server.directory.appending(path: "\(name).pdf") }
      try await Browser.run { browser in
        try await browser.open(try server.url(path + "/print"))
        for (name, width, height) in sizes {
          try await browser.pdf(width: width, height: height).write(to: file(name))
        }
      }
      for (paper, _, _) in sizes {
        let text = try await PythonClient.run("read_pdf.py", environment: "pdf", file(paper))
        let pages = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect(pages.count > 2, "\(paper)")
        for day in 1...20 {
          for hour in 0..<3 {
            // The first and the last line of a row are on one page.
            let name = "\(day)-\(hour)"
            let page = pages.first { $0.contains("Train-\(name)") }
            #expect(page?.contains("End-\(name)") == true, "\(paper): \(name)")
          }
        }
      }
    }
  }
}
