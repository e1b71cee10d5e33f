// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Measures
import PageTestSupport
import RuckMap
import Testing

/// Rucks without a recording, by the page and by the command.
@Suite(.timeLimit(.minutes(15))) struct RuckEntryTests {
  @Test func `the form stores a ruck, and its page shows the figures`() async throws {
    try await TestServer.run { server in
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric, bodyWeight: 80))
      let list = try await server.send("GET", "/rucks").body
      #expect(list.contains("<a href=\"/rucks/new\">Add a ruck without a recording</a>"))
      #expect(try await server.send("GET", "/rucks/new").status == 200)
      let fields = [
        "token": try await server.token(), "name": "Treadmill", "day": "2026-03-02",
        "start": "06:30", "distance": "8 km", "time": "1:30", "pack": "16 kg", "climb": "100 m",
        "heart-rate": "125", "rpe": "6", "notes": "Indoors",
      ]
      let answer = try await server.post("/rucks/new", fields)
      #expect(answer.status == 303, "\(answer.body)")
      let ruck = try #require(try await server.library.rucks().first)
      let start = try Date("2026-03-02T06:30:00Z", strategy: .iso8601)
      #expect(ruck.startedAt == start && ruck.duration == 5_400 && ruck.points == 0)
      #expect(abs(ruck.distance - 8_000) < 0.01 && abs(ruck.elevationGain - 100) < 0.01)
      #expect(abs(ruck.packWeight - 16) < 0.001 && ruck.averageHeartRate == 125)
      let calories = try #require(ruck.calories)
      #expect(!calories.isBodyWeightAssumed && calories.kilocalories > 400)
      let location = try #require(answer.headers["location"])
      let page = try await server.send("GET", location).body
      #expect(page.contains("<h1>Treadmill</h1>") && page.contains("Added."))
      #expect(page.contains("No positions were recorded"))
      // A heavier pack changes the energy, as for every ruck.
      let heavy = try await server.library.edit(ruck.id, RuckEdit(packWeight: 30))
      #expect(try #require(heavy.calories).kilocalories > calories.kilocalories)
    }
  }

  @Test func `a rejected value is shown at its field, and nothing is stored`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      for (field, value) in [
        ("distance", "far"), ("distance", "900 km"), ("time", "soon"), ("time", "0:00"),
        ("day", "March"), ("day", "2999-01-01"), ("start", "25:00"), ("climb", "high"),
        ("rpe", "hard"), ("pack", "heavy"),
      ] {
        var fields = [
          "token": token, "day": "2026-03-02", "distance": "8 km", "time": "1:30",
        ]
        fields[field] = value
        let answer = try await server.post("/rucks/new", fields)
        #expect(answer.status == 422, "\(field) \(value)")
        #expect(answer.body.contains("id=\"ruck-\(field)-error\""), "\(field) \(value)")
      }
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test func `the command stores a ruck that ends now, or on another day`() async throws {
    let workspace = try Workspace()
    let now = try await workspace.cairn(
      "ruck", "add", "--distance", "5 mi", "--time", "1:30", "--pack-weight", "35 lb", "--json")
    let ruck = try now.json(RuckJSON.self)
    #expect(ruck.duration_s == 5_400 && ruck.points == 0 && ruck.pack_weight_kg == 15.876)
    #expect(abs(ruck.distance_m - 8_046.72) < 0.01)
    let day = try await workspace.cairn(
      "ruck", "add", "--distance", "8 km", "--time", "90 min", "--day", "2026-03-02", "--name",
      "Stairs", "--json")
    #expect(try day.json(RuckJSON.self).started_at == "2026-03-02T12:00:00Z")
    let error = try await workspace.cairn(
      "ruck", "add", "--distance", "8 km", "--time", "soon")
    #expect(error.status == 1 && error.error.contains("--time: soon"), "\(error)")
    let list = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    #expect(list.map(\.name) == [nil, "Stairs"])
  }

  @Test func `the values are corrected by a form, and unchanged ones stay exact`() async throws {
    try await TestServer.run { server in
      try await server.library.setProfile(UserProfileEdit(unitSystem: .imperial, bodyWeight: 80))
      var entry = RuckEntry(
        startedAt: try Date("2026-03-02T06:30:20Z", strategy: .iso8601), duration: 5_400,
        distance: 8_001.5)
      (entry.packWeight, entry.elevationGain, entry.name) = (16.02, 100.4, "Treadmill")
      let ruck = try await server.library.add(entry)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      #expect(try await server.send("GET", path).body.contains("href=\"\(path)/entry\""))
      let page = try await server.send("GET", path + "/entry").body
      var fields: [String: String] = [:]
      for match in page.matches(of: /name="([a-z-]+)" type="[a-z]+" value="([^"]*)"/) {
        fields[String(match.1)] = String(match.2)
      }
      #expect(fields["day"] == "2026-03-02" && fields["start"] == "06:30")
      #expect(fields["time"] == "1\u{A0}h\u{A0}30\u{A0}min")
      fields["token"] = try await server.token()
      fields["time"] = "1:40"
      let answer = try await server.post(path + "/entry", fields)
      #expect(answer.status == 303, "\(answer.body)")
      #expect(answer.headers["location"] == path + "?saved")
      let changed = try #require(try await server.library.ruck(ruck.id)).summary
      #expect(changed.duration == 6_000 && changed.movingTime == 6_000)
      #expect(changed.startedAt == ruck.startedAt && changed.name == "Treadmill")
      for figure in [\RuckSummary.distance, \.packWeight, \.elevationGain] {
        #expect(abs(changed[keyPath: figure] - ruck[keyPath: figure]) < 1e-9)
      }
      #expect(changed.calories != ruck.calories)
      fields["distance"] = "<far>"
      let rejected = try await server.post(path + "/entry", fields)
      #expect(rejected.status == 422 && rejected.body.contains("id=\"ruck-distance-error\""))
      #expect(rejected.body.contains("value=\"&lt;far&gt;\""))
      #expect(try await server.library.ruck(ruck.id)?.summary == changed)
    }
  }

  @Test func `a ruck with a recording has no values to correct`() async throws {
    try await TestServer.run { server in
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [("pack", "10 kg")])
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      #expect(!(try await server.send("GET", path).body).contains("\(path)/entry"))
      #expect(try await server.send("GET", path + "/entry").status == 404)
      let entry = RuckEntry(startedAt: ruck.startedAt, duration: 600, distance: 900)
      await #expect(throws: RuckObjectError.self) {
        try await server.library.correct(ruck.id, to: entry)
      }
      #expect(try await server.library.ruck(ruck.id)?.summary == ruck)
    }
  }

  @Test func `the command corrects a ruck without a recording`() async throws {
    let workspace = try Workspace()
    let added = try await workspace.cairn(
      "ruck", "add", "--distance", "8 km", "--time", "90 min", "--day", "2026-03-02",
      "--heart-rate", "120", "--json")
    let id = try added.json(RuckJSON.self).id
    let changed = try await workspace.cairn(
      "ruck", "edit", id, "--distance", "9 km", "--day", "2026-03-03", "--heart-rate", "0",
      "--json")
    let ruck = try changed.json(RuckJSON.self)
    #expect(abs(ruck.distance_m - 9_000) < 0.01 && ruck.duration_s == 5_400)
    #expect(ruck.started_at == "2026-03-03T12:00:00Z")
    let wrong = try await workspace.cairn("ruck", "edit", id, "--time", "soon")
    #expect(wrong.status == 1 && wrong.error.contains("--time: soon"), "\(wrong)")
    _ = try await workspace.cairn("ruck", "import", CommandTestSupport.Fixture.activity.path)
    let list = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    let imported = try #require(list.first { $0.points > 0 })
    #expect(imported.body_weight_assumed == true)
    let weighed = try await workspace.cairn(
      "ruck", "edit", imported.id, "--body-weight", "95 kg", "--json")
    #expect(try weighed.json(RuckJSON.self).body_weight_assumed == false)
    let recorded = try await workspace.cairn("ruck", "edit", imported.id, "--distance", "9 km")
    #expect(recorded.status == 1 && recorded.error.contains("has a recording"), "\(recorded)")
  }
}
