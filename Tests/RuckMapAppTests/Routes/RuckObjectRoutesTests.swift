// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import PageTestSupport
import RuckMap
import Testing

/// The responses of the pages of objects.
struct RuckObjectRoutesTests {
  /// Sends a form with the server's token.
  private func send(
    _ path: String, _ fields: [String: String], to server: TestServer
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(path, fields.merging(["token": token]) { first, _ in first })
  }

  @Test(.timeLimit(.minutes(15)))
  func `the page that draws a route has the tiles and the user's units`() async throws {
    let tiles = try MapTiles(
      argument: "https://tile.example.org/{z}/{x}/{y}.png", attribution: "© Example")
    let element = #"<script src="/assets/ruckmap.js""#
    try await TestServer.run(maps: MapSource(option: tiles, leaflet: LeafletFiles())) { server in
      let page = try await server.send("GET", "/rucks/routes/new").body
      #expect(page.contains(#"<script src="/assets/leaflet/leaflet.js" defer>"#))
      #expect(
        page.contains(
          element
            + #" data-tiles="https://tile.example.org/{z}/{x}/{y}.png" data-attribution="© Example""#
            + #" data-unit="mi" data-unit-metres="1609.344""#))
    }
    try await TestServer.run { server in
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric))
      let page = try await server.send("GET", "/rucks/routes/new").body
      #expect(page.contains(element + #" data-unit="km" data-unit-metres="1000.0" defer>"#))
      #expect(!page.contains("leaflet"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `markup in every field is escaped on every page`() async throws {
    try await TestServer.run { server in
      let markup = "<img src=x onerror=alert(1)>\"'&"
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: markup), named: "one.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      let objects = try await SampleObjects.fill(server.library, ruck: ruck.id)
      try await server.library.edit(GearItem.self, objects.gear) { item in
        (item.name, item.brand, item.model, item.maintenanceNotes) = (
          markup, markup, markup, markup
        )
      }
      try await server.library.edit(RouteItem.self, objects.route) { route in
        (route.name, route.details, route.tags) = (markup, markup, [markup])
      }
      try await server.library.edit(ChallengeItem.self, objects.challenge) {
        ($0.name, $0.details) = (markup, markup)
      }
      try await server.library.edit(GroupItem.self, objects.group) {
        ($0.name, $0.details) = (markup, markup)
      }
      _ = try await server.library.addPrivacyZone(
        name: markup, latitude: -46, longitude: 1, radius: 200)
      try await server.library.edit(PlanItem.self, objects.plan) {
        ($0.name, $0.details) = (markup, markup)
      }
      for event in try await server.library.objects(EventItem.self) {
        try await server.library.edit(EventItem.self, event.id) {
          ($0.name, $0.place) = (markup, markup)
        }
      }
      let statistics = ["/records", "/load", "/standards", "/checks", "/map"]
      for path in objects.paths where !statistics.contains(where: { path.hasSuffix($0) }) {
        let page = try await server.send("GET", path)
        #expect(page.status == 200, "\(path)")
        #expect(!page.body.contains("<img src=x"), "\(path)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a rejected form shows its problem and its values, and stores nothing`() async throws {
    try await TestServer.run { server in
      for (path, fields, field) in [
        ("/rucks/gear/new", ["name": "Boots", "weight": "heavy"], "gear-weight"),
        ("/rucks/gear/new", ["name": ""], "gear-name"),
        ("/rucks/routes/new", ["name": "Line", "line": "46, 7\n200, 7"], "route-line"),
        ("/rucks/goals/new", ["name": "Goal", "target": "0"], "goal-target"),
        ("/rucks/goals/new", ["name": "Goal", "metric": "speed", "target": "1"], "goal-metric"),
        (
          "/rucks/challenges/new",
          ["name": "Race", "start": "2026-06-02", "end": "2026-05-01"], "challenge-end"
        ),
        ("/rucks/contacts/new", ["name": "Kim", "phone": "none"], "contact-phone"),
        ("/rucks/contacts/new", ["name": "Kim", "email": "kim at home"], "contact-email"),
        ("/rucks/health/new", ["day": "2026-06-02", "weight": "5 kg"], "health-weight"),
        ("/rucks/events/new", ["name": "Night", "time": "25:00"], "event-time"),
      ] {
        let response = try await send(path, fields, to: server)
        #expect(response.status == 422, "\(path) \(fields): \(response.status)")
        #expect(response.body.contains("id=\"\(field)-error\""), "\(path) \(fields)")
        if let name = fields["name"], !name.isEmpty {
          #expect(response.body.contains("value=\"\(name)\""), "\(path) \(fields)")
        }
      }
      #expect(try await server.library.objects(GearItem.self).isEmpty)
      #expect(try await server.library.objects(GoalItem.self).isEmpty)
      #expect(try await server.library.objects(ChallengeItem.self).isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a rejected route names the problem, and a link of another page does not`() async throws {
    try await TestServer.run { server in
      let text = "Call+this+number"
      let link = try await server.send("GET", "/rucks/routes?problem=\(text)")
      #expect(link.status == 200 && !link.body.contains("Call this number"))
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "Hidden"), named: "one.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      _ = try await server.library.addPrivacyZone(
        name: "All", latitude: 46.01, longitude: 14.5, radius: 5_000)
      let response = try await send(
        "/rucks/routes/from-ruck", ["ruck": ruck.id.uuidString], to: server)
      let location = try #require(response.headers["location"])
      #expect(location.hasPrefix("/rucks/routes?problem="))
      let page = try await server.send("GET", location).body
      #expect(page.contains("All positions of the ruck are inside of privacy zones"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the page of an old ruck has a link to the form that makes its route`() async throws {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let files = try (0...RuckQuery.pageSize).map { number in
        try TestServer.file(
          SampleTrack.gpx(number, name: "Ruck \(number)", points: 5), named: "\(number).gpx",
          in: folder)
      }
      let report = await server.library.importFiles(files, options: ImportOptions(packWeight: 15))
      let id = try #require(report.imported.first?.ruck.id).uuidString.lowercased()
      let option = "<option value=\"\(id)\""
      #expect(!(try await server.send("GET", "/rucks/routes").body.contains(option)))
      let link = "/rucks/routes?ruck=\(id)"
      #expect(
        try await server.send("GET", "/rucks/\(id)").body.contains("href=\"\(link)#make-route\""))
      let page = try await server.send("GET", link).body
      #expect(page.contains("\(option) selected>Ruck 0, ") && page.contains("id=\"make-route\""))
      let made = try await send("/rucks/routes/from-ruck", ["ruck": id], to: server)
      #expect(made.status == 303)
      #expect(try await server.library.routes().map(\.name) == ["Ruck 0"])
      // A ruck that was deleted meanwhile is not in the form.
      let unknown = try await server.send("GET", "/rucks/routes?ruck=\(UUID().uuidString)")
      #expect(unknown.status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the passages of a route are the rucks along it, the fastest first`() async throws {
    try await TestServer.run { server in
      for (name, seconds) in [("Slow", 40.0), ("Fast", 20)] {
        let start = SampleTrack.start.addingTimeInterval(seconds * 86_400)
        var text = SampleTrack.gpx(1, name: name, points: 1, start: start)
        let points = (0..<40).map { index in
          let time = start.addingTimeInterval(Double(index) * seconds).formatted(.iso8601)
          return "<trkpt lat=\"\(46 + Double(index) * 0.0003)\" lon=\"14.5\"><ele>300</ele>"
            + "<time>\(time)</time></trkpt>"
        }
        let head = try #require(text.range(of: "<trkseg>"))
        let tail = try #require(text.range(of: "</trkseg>"))
        text.replaceSubrange(head.upperBound..<tail.lowerBound, with: points.joined())
        _ = try await server.importElsewhere(text, named: "\(name).gpx")
      }
      let ruck = try #require(try await server.library.rucks().first)
      let route = try await server.library.makeRoute(from: ruck.id, named: "Line")
      let path = "/rucks/routes/\(route.id.uuidString.lowercased())"
      let link = try await server.send("GET", path).body
      #expect(link.contains("href=\"\(path)/efforts\""))
      let page = try await server.send("GET", "\(path)/efforts").body
      let names = page.matches(of: /<th scope="row"><a href="[^"]+">([^<]+)<\/a>/).map {
        String($0.1)
      }
      #expect(names == ["Fast", "Slow"])
      let unknown = UUID().uuidString.lowercased()
      #expect(try await server.send("GET", "/rucks/routes/\(unknown)/efforts").status == 404)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the health report has the values of its days`() async throws {
    try await TestServer.run { server in
      let empty = try await server.send("GET", "/rucks/health/report").body
      #expect(empty.contains("There is no measurement in these days."))
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric, height: 2, age: 40))
      let day = try #require(
        Calendar(identifier: .gregorian).date(
          from: DateComponents(timeZone: .gmt, year: 2026, month: 3, day: 2)))
      var item = MeasurementItem(date: day)
      item.weight = 80
      item.restingHeartRate = 52
      try await server.library.insert(item)
      let path = "/rucks/health/report?from=2026-03-01&to="
      let page = try await server.send("GET", path + "2026-03-02").body
      #expect(page.contains("<th scope=\"row\">Resting heart rate</th><td>1</td><td>52 bpm</td>"))
      for (value, unit) in [("40", "years"), ("200", "cm")] {
        #expect(page.contains("<dd>\(value) <span class=\"unit\">\(unit)</span>"), "\(page)")
      }
      let before = try await server.send("GET", path + "2026-03-01").body
      #expect(!before.contains("52 bpm</td>"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `health conditions are chosen, shown in the report, and removed`() async throws {
    try await TestServer.run { server in
      let path = "/rucks/health/conditions"
      let empty = try await server.send("GET", path).body
      #expect(empty.contains(#"name="asthma" type="checkbox" value="1">"#), "\(empty)")
      // Unknown names and other values select nothing.
      let saved = try await send(
        path, ["back_pain": "1", "asthma": "1", "none": "1", "diabetes": "yes"], to: server)
      #expect(saved.status == 303)
      #expect(try await server.library.profile().healthConditions == [.asthma, .backPain])
      let form = try await server.send("GET", path).body
      #expect(form.contains(#"name="back_pain" type="checkbox" value="1" checked>"#))
      for page in ["/rucks/health", "/rucks/health/report"] {
        #expect(try await server.send("GET", page).body.contains("Asthma, Back pain"), "\(page)")
      }
      // The other settings keep them.
      _ = try await send("/settings", ["age": "40"], to: server)
      #expect(try await server.library.profile().healthConditions.count == 2)
      let forged = try await server.post(path, ["token": "0"])
      #expect(forged.status == 403)
      _ = try await send(path, [:], to: server)
      #expect(try await server.library.profile().healthConditions.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `forms need the token, and unknown objects are not found`() async throws {
    try await TestServer.run { server in
      let forged = try await server.post("/rucks/gear/new", ["name": "Boots", "token": "0"])
      #expect(forged.status == 403)
      let id = UUID().uuidString.lowercased()
      for path in ["gear", "routes", "challenges", "groups", "plans", "dashboard"] {
        #expect(try await server.send("GET", "/rucks/\(path)/\(id)").status == 404, "\(path)")
        #expect(try await server.send("GET", "/rucks/\(path)/none").status == 404, "\(path)")
      }
      for path in ["gear/\(id)/use", "routes/\(id)/review", "goals/\(id)/delete", "\(id)/gear"] {
        let response = try await send(
          "/rucks/\(path)", ["rating": "4", "distance": "1"], to: server)
        #expect(response.status == 404, "\(path): \(response.status)")
      }
      #expect(try await server.library.objects(GearItem.self).isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a new persona changes the dashboard, the theme and the display`() async throws {
    try await TestServer.run { server in
      var page = try await server.send("GET", "/rucks/dashboard").body
      #expect(page.contains("<h1>Overview</h1>") && page.contains("theme-outdoor"))
      let saved = try await send("/settings", ["persona": "military_veteran"], to: server)
      #expect(saved.status == 303)
      page = try await server.send("GET", "/rucks/dashboard").body
      #expect(page.contains("<h1>Mission Ready</h1>") && page.contains("tint-1-green"))
      #expect(try await server.library.profile().display.showMilitaryTime)
      let back = try await send("/settings", ["persona": "general"], to: server)
      #expect(back.status == 422 && back.body.contains("Choose another specific persona."))

      _ = try await send("/settings", ["show-social": "1", "child": "1"], to: server)
      let profile = try await server.library.profile()
      #expect(profile.isChild && profile.privacyLevel == .private)
      page = try await server.send("GET", "/rucks/dashboard").body
      #expect(page.contains("id=\"groups\""))
      _ = try await send("/settings", ["large-text": "1"], to: server)
      #expect(try await server.send("GET", "/rucks/gear").body.contains(" large-text\""))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the health page has the heart-rate zones of the profile`() async throws {
    try await TestServer.run { server in
      let assumed = try await server.send("GET", "/rucks/health").body
      #expect(assumed.contains("180 bpm, follows from an assumed age of 40 years."))
      try await server.library.setProfile(
        UserProfileEdit(maxHeartRate: 190, restingHeartRate: 50))
      let page = try await server.send("GET", "/rucks/health").body
      #expect(page.contains("<th scope=\"row\">Zone 1</th><td>120 bpm</td><td>134 bpm</td>"))
      #expect(page.contains("<th scope=\"row\">Zone 5</th><td>176 bpm</td><td>190 bpm</td>"))
      #expect(page.contains("is that of your settings."))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the page of the load shows both methods, or one`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(
        SampleTrack.gpx(1, name: "Now", start: .now - 3 * 86_400), named: "now.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      _ = try await server.library.edit(ruck.id, RuckEdit(rpe: 6))
      let path = "/rucks/statistics/load"
      let both = try await server.send("GET", path).body
      #expect(both.contains("The last 180 days"))
      #expect(both.contains("href=\"\(path)?method=trimp\">By heart rate</a>"))
      let exertion = try await server.send("GET", path + "?method=rpe").body
      #expect(exertion.contains("The last 180 days") && exertion.contains(">Both</a>"))
      let heart = try await server.send("GET", path + "?method=trimp").body
      #expect(heart.contains("No ruck has heart rates or an exertion yet."))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a search finds challenges and goals`() async throws {
    try await TestServer.run { server in
      var challenge = ChallengeItem(startDate: .now, endDate: .now + 86_400)
      challenge.name = "June march"
      let stored = try await server.library.insert(challenge)
      var goal = GoalItem(startDate: .now)
      goal.name = "March a lot"
      goal.target = 20_000
      try await server.library.insert(goal)
      let page = try await server.send("GET", "/search?q=march").body
      let path = "/rucks/challenges/\(stored.id.uuidString.lowercased())"
      #expect(page.contains("<li><a href=\"\(path)\">June march</a>"), "\(page)")
      #expect(page.contains(">March a lot</a>"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `military times are on every page with times of rucks`() async throws {
    try await TestServer.run { server in
      var display = DisplaySettings()
      display.showMilitaryTime = true
      try await server.library.setProfile(UserProfileEdit(display: display))
      // The result of the import is a page, too.
      let imported = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))], fields: [("pack", "10 kg")])
      #expect(imported.body.contains("0800") && !imported.body.contains("08:00"))
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      for address in ["/rucks", path, path + "/delete", "/rucks/edit", "/rucks/statistics/report"] {
        let query = address.hasSuffix("report") ? "?from=2020-05-01&to=2020-06-01" : ""
        let page = try await server.send("GET", address + query).body
        #expect(page.contains("0800"), "\(address)")
        #expect(!page.contains(" 08:00"), "\(address)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `simple pages show fewer figures, and preferred ones come first`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "One"), named: "one.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      func labels() async throws -> [String] {
        try await server.send("GET", path).body.matches(of: /<dt>([^<]+)<\/dt>/).map {
          String($0.1)
        }
      }
      #expect(try await labels().first == "Distance")
      var display = DisplaySettings()
      display.showElevation = true
      try await server.library.setProfile(UserProfileEdit(display: display))
      #expect(try await labels().first == "Climb")
      display.simplifiedUI = true
      try await server.library.setProfile(UserProfileEdit(display: display))
      #expect(try await labels() == ["Climb", "Distance", "Duration", "Pace", "Pack"])
      #expect(!(try await server.send("GET", path).body.contains("id=\"equations\"")))
    }
  }
}
