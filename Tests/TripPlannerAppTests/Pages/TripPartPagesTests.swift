// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TripPlanner

@testable import TripPlannerApp

struct TripPartPagesTests {
  @Test func `a format without content is not offered, and its address says so`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Empty"]).location
      let page = try await server.send("GET", path + "/share").body
      for format in ["csv", "gpx", "kml", "ics"] {
        #expect(!page.contains("/export/\(format)"))
        let answer = try await server.send("GET", path + "/export/\(format)")
        #expect(answer.status == 409)
        #expect(answer.body.contains("The trip has nothing that a"))
      }
      #expect(page.contains("/export/json") && page.contains("/export/html"))
      #expect(try await !server.send("GET", path + "/budget").body.contains("/export/csv"))
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var expense = ExpenseSnapshot()
      (expense.title, expense.amount, expense.currency) = ("Tram", 3, "EUR")
      expense.tripID = id
      try await server.library.insert(expense)
      #expect(try await server.send("GET", path + "/share").body.contains("/export/csv"))
      #expect(try await server.send("GET", path + "/budget").body.contains("/export/csv"))
      #expect(try await server.send("GET", path + "/export/csv").status == 200)
    }
  }

  @Test func `the page of people sets the user's name`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      #expect(try await server.post(path + "/profile", ["own": "Kim"]).status == 303)
      #expect(try await server.library.profile().displayName == "Kim")
      #expect(try await server.send("GET", path + "/people").body.contains(#"value="Kim""#))
      _ = try await server.post(path + "/people", ["name": "Ann"])
      #expect(try await server.send("GET", path + "/activity").body.contains("Kim, this device"))
    }
  }

  @Test func `the timeline has the time of boarding`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var segment = SegmentSnapshot()
      segment.tripID = id
      segment.mode = .flight
      segment.departure = "2027-03-10T23:55:00[Pacific/Auckland]"
      segment.boarding = "2027-03-10T23:10:00[Pacific/Auckland]"
      try await server.library.insert(segment)
      #expect(try await server.send("GET", path).body.contains("Boarding 23:10"))
    }
  }

  @Test func `a new person is a viewer unless another role is chosen`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let page = try await server.send("GET", path + "/people").body
      #expect(page.contains(#"<option value="viewer" selected>"#))
      #expect(page.matches(of: /[ ]selected>/).count == 1)
    }
  }

  @Test func `the activity names ticks and other states by their verbs`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      _ = try await server.post(path + "/packing", ["name": "Tent"])
      let list = try await server.send("GET", path + "/packing").body
      let check = String(try #require(list.firstMatch(of: /action="([^"]*\/check)"/)).1)
      for state in ["1", "0"] { _ = try await server.post(check, ["packed": state]) }
      for state in ["1", "0"] { _ = try await server.post(path + "/archive", ["archived": state]) }
      let log = try await server.send("GET", path + "/activity").body
      for text in [
        " packed the packing line", "unpacked the packing line", " archived the trip",
        "unarchived the trip",
      ] {
        #expect(log.contains(text), "\(text)")
      }
    }
  }

  @Test func `files beyond the capacity are not kept for a confirmation, and a message says so`() {
    let stages = ImportStages()
    let large = Data(count: ImportStages.capacity + 1)
    #expect(stages.add(.init(files: [("large.pdf", large)], trip: nil)) == nil)
    #expect(stages.add(.init(files: [("small.pdf", Data(count: 9))], trip: nil)) != nil)
    #expect(ImportStages.excess.contains("64 MB"))
  }

  @Test func `files beyond the capacity are not read for a confirmation`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (small, large) = (folder.appending(path: "a b.pdf"), folder.appending(path: "large.pdf"))
    try Data("%PDF-1.4".utf8).write(to: small)
    try Data().write(to: large)
    // A sparse file of a terabyte, which no memory holds.
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let stages = ImportStages()
    #expect(try stages.add(contentsOf: [small, large], trip: nil) == nil)
    let id = try #require(try stages.add(contentsOf: [small], trip: nil))
    let stage = try #require(stages.take(id))
    #expect(stage.files.map(\.name) == ["a b.pdf"])
    #expect(stage.files.map(\.data) == [Data("%PDF-1.4".utf8)])
  }

  @Test func `a file without bookings is not called imported, and the page names a remedy`()
    async throws
  {
    try await TripServer.run { server in
      let answer = try await server.post(
        "/trips/import/text", ["text": "<html><body>Thanks!</body></html>", "action": "import"])
      #expect(answer.status == 200)
      #expect(answer.body.contains(">nothing found</span>"))
      #expect(answer.body.contains("import the ticket, or enter the booking by hand."))
      #expect(!answer.body.contains(">imported</span>"))
    }
  }

  @Test func `the copy of a trip without dates begins on the chosen day`() async throws {
    try await TripServer.run { server in
      let empty = try await server.post("/trips/new", ["title": "Empty"]).location
      let copy = try await server.post(empty + "/copy", ["title": "A", "start": "2027-06-04"])
      let first = try #require(UUID(uuidString: String(try copy.location.dropFirst(7))))
      #expect(try await server.library.trip(first)?.trip.startDay == "2027-06-04")
      let planned = try await server.post("/trips/new", ["title": "Planned"]).location
      _ = try await server.post(planned + "/days/2027-03-10", ["title": "Castle"])
      let moved = try await server.post(planned + "/copy", ["title": "B", "start": "2027-06-04"])
      let second = try #require(UUID(uuidString: String(try moved.location.dropFirst(7))))
      #expect(try await server.library.trip(second)?.items.map(\.day) == ["2027-06-04"])
      let far = try await server.post(planned + "/copy", ["title": "C", "start": "9999-12-30"])
      #expect(far.status == 422 && far.body.contains("Choose a nearer one."))
    }
  }

  @Test func `links and buttons of a list name their objects`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "start": "2027-03-10", "end": "2027-03-11"]
      ).location
      _ = try await server.upload([(name: "visa.txt", text: "Visa")], to: path + "/documents")
      let documents = try await server.send("GET", path + "/documents").body
      #expect(documents.contains(#"aria-label="Edit visa.txt""#))
      let findings = try await server.send("GET", path + "/findings").body
      #expect(findings.contains(#"aria-label="Dismiss: Night without a bed, There is no bed"#))
      for title in ["Castle", "Lake"] {
        _ = try await server.post(path + "/days/2027-03-10", ["title": title])
      }
      let day = try await server.send("GET", path + "/days/2027-03-10").body
      #expect(
        day.contains(#"aria-label="Move Castle down" aria-keyshortcuts="Alt+ArrowDown""#))
    }
  }

  @Test func `an unknown zone is named once for each journey`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      var segment = SegmentSnapshot()
      let trip: UUID = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      segment.tripID = trip
      (segment.mode, segment.originName, segment.destinationName) = (.train, "Hamm", "Dortmund")
      (segment.departure, segment.arrival) = ("2027-03-10T15:44:00", "2027-03-10T16:05:00")
      try await server.library.insert(segment)
      let page = try await server.send("GET", path).body
      #expect(page.contains("15:44 Hamm → 16:05 Dortmund</p>"))
      #expect(page.matches(of: />zone unknown</).count == 1)
    }
  }
}
