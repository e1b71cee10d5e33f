// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner
import TripPlannerApp

/// The pages over HTTP, as a browser without JavaScript uses them.
struct TripPagesTests {
  @Test func `a trip is created, edited, archived, deleted and restored`() async throws {
    try await TripServer.run { server in
      let created = try await server.post(
        "/trips/new",
        [
          "title": "Spring <in> Japan", "start": "2027-03-10", "end": "2027-03-24",
          "currency": "eur",
        ])
      #expect(created.status == 303)
      let path = try created.location
      let page = try await server.send("GET", path)
      #expect(page.status == 200)
      #expect(page.body.contains("Spring &lt;in&gt; Japan") && page.body.contains("10–24 Mar 2027"))
      let edited = try await server.post(
        path + "/edit",
        ["title": "Japan", "start": "2027-03-11", "end": "2027-03-24", "budget": "1e9"])
      #expect(edited.status == 422)
      #expect(edited.body.contains("1e9 is not an amount"))
      let saved = try await server.post(
        path + "/edit", ["title": "Japan", "start": "2027-03-11", "end": "2027-03-24"])
      #expect(saved.status == 303)
      _ = try await server.post(path + "/archive")
      #expect(try await server.library.trips(.archived).map(\.trip.title) == ["Japan"])
      #expect(try await server.post(path + "/delete").status == 303)
      #expect(try await server.send("GET", path).status == 404)
      let deleted = try await server.send("GET", "/trips/deleted").body
      let restore = try #require(deleted.firstMatch(of: /action="([^"]*\/restore)"/)).1
      #expect(try await server.post(String(restore)).status == 303)
      #expect(try await server.send("GET", path).status == 200)
    }
  }

  @Test func `a flight over the date line lasts 12 h 25 min, with the zones of its airports`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Pacific"]).location
      let added = try await server.post(
        path + "/segments/new",
        [
          "transport": "flight", "from": "AKL", "depart-day": "2027-03-10", "depart-time": "23:55",
          "to": "LAX", "arrive-day": "2027-03-10", "arrive-time": "15:20", "number": "NZ 6",
          "status": "confirmed",
        ])
      #expect(added.status == 303, "\(added.body)")
      let page = try await server.send("GET", try added.location).body
      #expect(page.contains("12\u{A0}h\u{A0}25\u{A0}min"))
      #expect(page.contains("UTC+13") && page.contains("UTC−8"))
      let timeline = try await server.send("GET", path).body
      #expect(timeline.contains("23:55 AKL → 15:20 LAX"))
    }
  }

  @Test func `an edit that leaves a place retains the name that its source gave`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var place = PlaceSnapshot()
      (place.name, place.code, place.tripID) = ("San Francisco Airport", "SFO", trip)
      try await server.library.insert(place)
      var segment = SegmentSnapshot()
      (segment.tripID, segment.originID) = (trip, place.id)
      segment.originName = "San Francisco, Terminal 2"
      try await server.library.insert(segment)
      let own = "\(path)/segments/\(segment.id.uuidString.lowercased())"
      let values = ["transport": "flight", "from": "SFO", "to": "JFK", "notes": "Window"]
      #expect(try await server.post(own + "/edit", values).status == 303)
      let edited = try #require(try await server.library.trip(trip)?.segments.first)
      #expect(edited.originID == place.id && edited.notes == "Window")
      #expect(edited.originName == "San Francisco, Terminal 2" && edited.destinationName == "JFK")
    }
  }

  @Test(arguments: [
    (["depart-time": "23:55"], "has no day"),
    (
      ["depart-day": "2027-03-28", "depart-time": "02:30", "depart-zone": "Europe/Berlin"],
      "does not exist"
    ),
    (["depart-day": "2027-03-10", "depart-zone": "Mars/Base"], "is not a time zone"),
    (
      [
        "depart-day": "2027-03-10", "depart-time": "10:00", "depart-zone": "UTC",
        "arrive-day": "2027-03-10", "arrive-time": "09:00", "arrive-zone": "UTC",
      ], "before the departure"
    ),
  ])
  func `an impossible time is rejected, and nothing is stored`(
    fields: [String: String], message: String
  ) async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let values = fields.merging(["transport": "train", "from": "A", "to": "B"]) { own, _ in own }
      let answer = try await server.post(path + "/segments/new", values)
      #expect(answer.status == 422)
      #expect(answer.body.contains(message), "\(answer.body)")
      #expect(try await server.library.trips(.all).first?.segmentCount == 0)
    }
  }

  @Test func `entries of a day are added and moved`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "start": "2027-03-10", "end": "2027-03-12"]
      ).location
      let day = path + "/days/2027-03-10"
      for title in ["First", "Second", "Third"] {
        #expect(try await server.post(day, ["title": title, "kind": "activity"]).status == 303)
      }
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      func titles() async throws -> [String] {
        try #require(try await server.library.trip(id)).items.map(\.title)
      }
      #expect(try await titles() == ["First", "Second", "Third"])
      let third = try #require(try await server.library.trip(id)?.items.last)
      let move = "\(path)/items/\(third.id.uuidString.lowercased())/move"
      #expect(try await server.post(move, ["by": "-1"]).status == 303)
      #expect(try await titles() == ["First", "Third", "Second"])
      let first = try #require(try await server.library.trip(id)?.items.first)
      _ = try await server.post(move, ["before": first.id.uuidString.lowercased()])
      #expect(try await titles() == ["Third", "First", "Second"])
      _ = try await server.post(move, ["day": "2027-03-12"])
      #expect(try await server.library.trip(id)?.items.last?.day == "2027-03-12")
      #expect(try await server.send("GET", path + "/days/2027-02-30").status == 404)
    }
  }

  @Test func `journeys, entries and days move to another trip by a form`() async throws {
    try await TripServer.run { server in
      let dates = ["start": "2027-03-10", "end": "2027-03-12"]
      let north = try await server.post(
        "/trips/new", dates.merging(["title": "North"]) { own, _ in own }
      ).location
      let segment = try await server.post(
        north + "/segments/new",
        ["transport": "train", "from": "A", "to": "B", "depart-day": "2027-03-10"]
      ).location
      #expect(try await !server.send("GET", segment).body.contains("Move to another trip"))
      let south = try await server.post(
        "/trips/new", dates.merging(["title": "South"]) { own, _ in own }
      ).location
      let target = String(south.dropFirst("/trips/".count))
      for (day, title) in [("10", "Castle"), ("11", "Lake")] {
        let added = try await server.post(
          north + "/days/2027-03-\(day)", ["title": title, "kind": "activity"])
        #expect(added.status == 303)
      }
      let page = try await server.send("GET", segment).body
      #expect(page.contains("Move to another trip") && page.contains("value=\"\(target)\""))
      let moved = try await server.post(segment + "/transfer", ["trip": target])
      #expect(moved.status == 303)
      #expect(try moved.location == segment.replacing(north, with: south))
      let day = north + "/days/2027-03-10"
      #expect(try await server.send("GET", day).body.contains("Move this day to another trip"))
      #expect(try await server.post(day + "/transfer", ["trip": target]).status == 303)
      let id = try #require(UUID(uuidString: target))
      #expect(try await server.library.trip(id)?.items.map(\.title) == ["Castle"])
      let other = try #require(UUID(uuidString: String(north.dropFirst("/trips/".count))))
      let lake = try #require(try await server.library.trip(other)?.items.first)
      let item = "\(north)/items/\(lake.id.uuidString.lowercased())"
      #expect(try await server.post(item + "/transfer", ["trip": "nonsense"]).status == 404)
      #expect(try await server.post(item + "/transfer", ["trip": target]).status == 303)
      #expect(try await server.library.trip(id)?.items.map(\.title) == ["Castle", "Lake"])
    }
  }

  @Test func `a change is undone and redone`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      _ = try await server.post(path + "/edit", ["title": "Renamed"])
      #expect(try await server.send("GET", path).body.contains("Undo: "))
      #expect(try await server.post(path + "/undo").status == 303)
      #expect(try await server.send("GET", path).body.contains("<h1>Trip</h1>"))
      #expect(try await server.post(path + "/redo").status == 303)
      #expect(try await server.send("GET", path).body.contains("<h1>Renamed</h1>"))
      let log = try await server.send("GET", path + "/activity").body
      #expect(log.contains("changed the title of the trip"))
    }
  }

  @Test func `a feed has a secret address, an entity tag, and an end`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      _ = try await server.post(
        path + "/segments/new",
        [
          "transport": "train", "from": "A", "to": "B", "depart-day": "2027-03-10",
          "depart-time": "10:00",
        ])
      _ = try await server.post(path + "/feed")
      let page = try await server.send("GET", path + "/share").body
      let feed = String(try #require(page.firstMatch(of: /(\/trips\/feed\/[0-9a-f]+\.ics)/)).1)
      #expect(page.contains("http://127.0.0.1:\(server.port)\(feed)"))
      // Calendar programs read it from the LAN server without a session.
      let folders = TripPages(library: server.library).secretFolders
      #expect(folders.contains { feed.hasPrefix($0 + "/") && feed.count > $0.count + 32 })
      let answer = try await server.send("GET", feed)
      #expect(answer.status == 200 && answer.body.contains("BEGIN:VEVENT"))
      // A reader with the newest calendar gets no body, and a change gives another tag.
      let tag = try #require(answer.headers["etag"])
      let known = [("If-None-Match", tag)]
      #expect(try await server.send("GET", feed, headers: known).status == 304)
      let trip = try #require(try await server.library.trips(.all).first)
      let segment = try #require(try await server.library.trip(trip.id)?.segments.first)
      try await server.library.edit(SegmentSnapshot.self, segment.id) { $0.title = "Renamed" }
      let changed = try await server.send("GET", feed, headers: known)
      #expect(changed.status == 200 && changed.body.contains("SUMMARY:Renamed"))
      #expect(changed.headers["etag"] != tag)
      let file = server.directory.appending(path: "tripplanner-feeds.json")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      _ = try await server.post(path + "/feed")
      #expect(try await server.send("GET", feed).status == 404)
      #expect(try await server.send("GET", "/trips/feed/0000.ics").status == 404)
    }
  }

  @Test func `a finding is dismissed by its form, and shown again`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "start": "2027-03-10", "end": "2027-03-11"]
      ).location
      let page = try await server.send("GET", path + "/findings").body
      #expect(page.contains("There is no bed for the night after 2027-03-10"))
      let key = String(try #require(page.firstMatch(of: /name="key" value="([^"]*)"/)).1)
      #expect(try await server.post(path + "/findings/dismiss", ["key": key]).status == 303)
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      #expect(try await server.library.findings(id).isEmpty)
      #expect(try await !server.send("GET", path).body.contains("There is no bed"))
      let dismissed = try await server.send("GET", path + "/findings").body
      #expect(dismissed.contains("There is no bed"))
      #expect(try await server.post(path + "/findings/show", ["key": key]).status == 303)
      #expect(try await server.library.findings(id).map(\.key) == [key])
    }
  }

  @Test func `a packing list is a template, and fills the list of another trip`() async throws {
    try await TripServer.run { server in
      let first = try await server.post("/trips/new", ["title": "First"]).location + "/packing"
      let second = try await server.post("/trips/new", ["title": "Second"]).location + "/packing"
      let pasted = try await server.post(first + "/paste", ["text": "# Clothes\n3 x socks\nCoat"])
      #expect(pasted.status == 303)
      #expect(try await server.post(first + "/save", ["name": "Winter"]).status == 303)
      let page = try await server.send("GET", second).body
      let option = try #require(page.firstMatch(of: /<option value="([0-9a-f-]{36})">Winter \(2\)/))
      #expect(
        try await server.post(second + "/template", ["template": String(option.1)]).status == 303)
      let list = try await server.send("GET", second).body
      #expect(list.contains("socks") && list.contains("× 3") && list.contains("0 of 2 packed"))
      let id = try #require(list.firstMatch(of: /action="([^"]*\/check)"/)).1
      #expect(try await server.post(String(id)).status == 303)
      #expect(try await server.send("GET", second).body.contains("1 of 2 packed"))
      #expect(try await server.send("GET", "/trips/templates").body.contains("Winter"))
    }
  }

  @Test func `costs of two people are converted, shared and settled`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Trip", "currency": "EUR", "budget": "100"]
      ).location
      for name in ["Ann", "Bo"] {
        #expect(
          try await server.post(path + "/people", ["name": name, "role": "editor"]).status == 303)
      }
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let people = try #require(try await server.library.trip(id)).people
      let ann = try #require(people.first { $0.name == "Ann" })
      let added = try await server.post(
        path + "/expenses/new",
        [
          "title": "Ryokan", "amount": "42000", "currency": "JPY", "category": "Lodging",
          "payer": ann.id.uuidString.lowercased(), "paid": "1",
        ])
      #expect(added.status == 303, "\(added.body)")
      let missing = try await server.send("GET", path + "/budget").body
      #expect(missing.contains("Costs in JPY are not in the sums"))
      let rate = ["currency": "JPY", "rate": "0.0061"]
      #expect(try await server.post(path + "/budget/rate", rate).status == 303)
      let budget = try await server.send("GET", path + "/budget").body
      #expect(budget.contains("EUR 256.20") && budget.contains("EUR 128.10"))
      #expect(
        try await server.library.budget(id).settlement.map(\.from) == [
          people.first { $0.name == "Bo" }?.id
        ])
      #expect(try await server.send("GET", path + "/findings").body.contains("exceed the budget"))
    }
  }

  @Test func `every page of a trip answers, and an unknown part is missing`() async throws {
    try await TripServer.run(hasSample: true) { server in
      for summary in try await server.library.trips(.all) {
        let path = "/trips/\(summary.id.uuidString.lowercased())"
        let pages = [
          "", "/map", "/packing", "/documents", "/budget", "/people", "/findings", "/activity",
          "/share",
          "/print", "/edit", "/segments/new", "/items/new", "/places/new", "/expenses/new",
          "/delete",
          "/export/ics", "/export/json", "/export/html", "/export/csv", "/export/gpx",
          "/export/kml",
          "/map.json",
        ]
        for page in pages {
          let answer = try await server.send("GET", path + page)
          #expect(answer.status == 200, "\(page)")
        }
        let unknown = "00000000-0000-4000-8000-000000000000"
        for page in ["segments", "items", "places", "packing", "documents", "expenses", "people"] {
          #expect(
            try await server.send("GET", "\(path)/\(page)/\(unknown)").status == 404, "\(page)")
        }
        #expect(try await server.send("GET", path + "/export/fit").status == 404)
      }
      #expect(try await server.send("GET", "/trips/nonsense").status == 404)
    }
  }

  @Test func `a form without the token changes nothing`() async throws {
    try await TripServer.run(hasSample: true) { server in
      let trip = try #require(try await server.library.trips(.all).first)
      let path = "/trips/\(trip.id.uuidString.lowercased())"
      for action in [
        "/edit", "/delete", "/archive", "/shift", "/undo", "/feed", "/packing", "/people",
      ] {
        let answer = try await server.send(
          "POST", path + action,
          headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "title=x&token=1")
        #expect(answer.status == 403, "\(action)")
      }
      #expect(try await server.library.trips(.all).contains { $0.trip == trip.trip })
    }
  }
}
