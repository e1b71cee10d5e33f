// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageTestSupport
import RuckMap
import Testing

/// RuckMap's card on the start page, its search results and its settings.
@Suite(.timeLimit(.minutes(15)))
struct RuckPagesTests {
  private func add(_ names: [String], to server: TestServer) async throws {
    for (index, name) in names.enumerated() {
      try await server.importElsewhere(
        SampleTrack.gpx(index + 1, name: name), named: "\(index).gpx")
    }
  }

  private func save(_ fields: [String: String], on server: TestServer) async throws -> RawResponse {
    try await server.post(
      "/settings", fields.merging(["token": server.token()]) { given, _ in given })
  }

  @Test
  func `the card of an empty library names the next step`() async throws {
    try await TestServer.run { server in
      let page = try await server.send("GET", "/")
      #expect(page.status == 200)
      #expect(page.body.contains(#"<a href="/rucks">Rucks</a></h2>"#))
      #expect(page.body.contains("Add a GPX file of your watch or phone"))
    }
  }

  @Test
  func `the card shows totals and the three latest rucks`() async throws {
    try await TestServer.run { server in
      try await add(["One", "Two", "Three", "<Four>"], to: server)
      let page = try await server.send("GET", "/").body
      #expect(page.contains("<dt>Rucks</dt><dd>4</dd>"))
      for label in ["Distance", "Climb", "Energy"] { #expect(page.contains("<dt>\(label)</dt>")) }
      let latest = page.matches(of: /<li><a href="\/rucks\/[0-9a-f-]{36}">([^<]+)<\/a>/)
      #expect(latest.map { String($0.1) } == ["&lt;Four&gt;", "Three", "Two"])
      #expect(page.contains(#"<span class="where">Tue 5 May 2020</span>"#))
      #expect(page.contains(#"<span class="detail">0.23 mi with 33.1 lb</span>"#))
    }
  }

  @Test
  func `a search finds names and dates, and links to the rucks`() async throws {
    try await TestServer.run { server in
      try await add(["Lake", "Hill"], to: server)
      let rucks = try await server.library.rucks()
      for (query, name) in [("lak", "Lake"), ("3+may", "Hill")] {
        let page = try await server.send("GET", "/search?q=" + query).body
        let ruck = try #require(rucks.first { $0.name == name })
        let link = "/rucks/\(ruck.id.uuidString.lowercased())"
        #expect(page.contains("<h2>Rucks</h2>"))
        #expect(page.contains(#"<li><a href="\#(link)">\#(name)</a>"#), "\(query)")
        #expect(page.matches(of: /<li>/).count == 1, "\(query)")
      }
      let none = try await server.send("GET", "/search?q=ridge")
      #expect(none.body.contains("Nothing contains “ridge”."))
    }
  }

  @Test
  func `units and body weight are saved in the profile`() async throws {
    try await TestServer.run { server in
      let answer = try await save(["units": "metric", "body-weight": "81.5"], on: server)
      #expect(answer.status == 303)
      let profile = try await server.library.profile()
      #expect(profile.unitSystem == .metric)
      #expect(abs((profile.bodyWeight ?? 0) - 81.5) < 1e-9)
      let page = try await server.send("GET", "/settings").body
      #expect(page.contains(#"<option value="metric" selected>"#))
      #expect(page.contains(#"name="body-weight" type="text" value="81.5 kg""#))
      // Absent and unknown values change nothing.
      for fields in [[:], ["units": "stones"]] {
        #expect(try await save(fields, on: server).status == 303)
        #expect(try await server.library.profile() == profile)
      }
    }
  }

  @Test
  func `age, sex, fitness and heart rates are saved, emptied, and rejected at their fields`()
    async throws
  {
    try await TestServer.run { server in
      let fields = [
        "age": "42", "sex": "female", "fitness": "high", "resting-heart-rate": " 51 ",
        "max-heart-rate": "186",
      ]
      #expect(try await save(fields, on: server).status == 303)
      var profile = try await server.library.profile()
      #expect(profile.age == 42 && profile.sex == .female && profile.fitnessLevel == .high)
      #expect(profile.restingHeartRate == 51 && profile.maxHeartRate == 186)
      let page = try await server.send("GET", "/settings").body
      #expect(page.contains(#"name="max-heart-rate" type="text" value="186""#))
      #expect(page.contains(#"<option value="female" selected>"#))
      for (field, value, reason) in [
        ("age", "200", "Give 1 to 130 years"), ("age", "old", "is not a whole number"),
        ("max-heart-rate", "300", "at most"), ("resting-heart-rate", "5", "at rest"),
      ] {
        let answer = try await save([field: value], on: server)
        #expect(answer.status == 422, "\(field) \(value)")
        #expect(answer.body.contains("id=\"\(field)-problem\">"), "\(field) \(value)")
        #expect(answer.body.contains(reason), "\(field) \(value)")
        #expect(try await server.library.profile() == profile)
      }
      let empty = ["age": "", "sex": "", "resting-heart-rate": " ", "max-heart-rate": ""]
      #expect(try await save(empty, on: server).status == 303)
      profile = try await server.library.profile()
      #expect(profile.age == nil && profile.sex == nil && profile.restingHeartRate == nil)
      #expect(profile.maxHeartRate == nil && profile.fitnessLevel == .high)
    }
  }

  @Test(arguments: ["", "  "])
  func `an emptied body weight is cleared, and can be entered again`(empty: String) async throws {
    try await TestServer.run { server in
      #expect(try await save(["body-weight": "81.5 kg"], on: server).status == 303)
      #expect(try await save(["body-weight": empty], on: server).status == 303)
      #expect(try await server.library.profile().bodyWeight == nil)
      let page = try await server.send("GET", "/settings").body
      #expect(page.contains(#"name="body-weight" type="text" value="""#))
      #expect(try await save(["body-weight": "80 kg"], on: server).status == 303)
      #expect(abs((try await server.library.profile().bodyWeight ?? 0) - 80) < 1e-9)
    }
  }

  @Test
  func `an unchanged form keeps the exact weights`() async throws {
    try await TestServer.run { server in
      try await server.library.setProfile(
        UserProfileEdit(unitSystem: .imperial, bodyWeight: 70.123))
      let profile = try await server.library.profile()
      let shown = MeasureFormat(unitSystem: .imperial).weight(profile.bodyWeight)
      #expect(
        try await save(["units": "imperial", "body-weight": shown], on: server).status == 303)
      #expect(try await server.library.profile().bodyWeight == profile.bodyWeight)
      // Also when the units change in the same form.
      #expect(try await save(["units": "metric", "body-weight": shown], on: server).status == 303)
      #expect(try await server.library.profile().bodyWeight == profile.bodyWeight)

      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))], fields: [("pack", "15.8757")])
      let ruck = try #require(try await server.library.rucks().first)
      let answer = try await server.post(
        "/rucks/\(ruck.id.uuidString.lowercased())",
        [
          "token": try await server.token(), "name": "Renamed",
          "pack": MeasureFormat(unitSystem: .metric).weight(ruck.packWeight),
        ])
      #expect(answer.status == 303)
      let edited = try #require(try await server.library.ruck(ruck.id)).summary
      #expect(edited.name == "Renamed")
      #expect(edited.packWeight == ruck.packWeight)
      #expect(edited.calories == ruck.calories)
    }
  }

  @Test(arguments: [
    ("heavy", "is not a mass"), ("80 stone", "is not a unit of mass"),
    ("-5", "is not a possible mass"), ("1 kg", "body weight"), ("<b>", "&lt;b&gt;"),
  ])
  func `an impossible body weight is explained, and the entered values stay`(
    value: String, text: String
  ) async throws {
    try await TestServer.run { server in
      let profile = try await server.library.profile()
      let page = try await save(
        ["units": "metric", "body-weight": value, "theme": "dark"], on: server)
      #expect(page.status == 422)
      #expect(page.body.contains(text))
      #expect(page.body.contains("Your settings are not saved: check “Body weight”."))
      #expect(page.body.contains(#"id="body-weight-problem">"#))
      let shown = value.replacing("<b>", with: "&lt;b&gt;")
      #expect(page.body.contains(#"name="body-weight" type="text" value="\#(shown)""#))
      #expect(page.body.contains(#"<option value="metric" selected>"#))
      #expect(page.body.contains(#"<option value="dark" selected>"#))
      #expect(try await server.library.profile() == profile)
      let saved = try await server.send("GET", "/settings")
      #expect(saved.body.contains(#"<option value="automatic" selected>"#))
    }
  }
}
