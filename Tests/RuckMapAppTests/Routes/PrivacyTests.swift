// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import PageTestSupport
import RuckMap
import Testing

/// Privacy zones in the outputs of pages.
@Suite(.timeLimit(.minutes(5))) struct PrivacyTests {
  /// Imports a track, and adds a zone around its start.
  private func prepare(_ server: TestServer, isActive: Bool = true) async throws -> RuckSummary {
    let report = try await server.importElsewhere(
      SampleTrack.gpx(1, name: "Hill", points: 60), named: "a.gpx")
    let ruck = try #require(report.imported.first?.ruck)
    let first = try #require(try await server.library.ruck(ruck.id)?.track.first)
    let zone = try await server.library.addPrivacyZone(
      name: "home", latitude: first.latitude, longitude: first.longitude, radius: 100)
    if !isActive { try await server.library.setPrivacyZone(zone.id, isActive: false) }
    return ruck
  }

  /// The coordinates of the line in a picture.
  private func line(_ picture: String) throws -> Substring {
    try #require(picture.firstMatch(of: /class="track-line" d="([^"]+)"/)).1
  }

  @Test func `the picture for other people is cut, and the owner's page shows all`() async throws {
    try await TestServer.run { server in
      let ruck = try await prepare(server)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      let cut = try await server.send("GET", "\(path)/track.svg")
      #expect(cut.status == 200)
      #expect(cut.headers["content-type"] == "image/svg+xml")
      #expect(cut.headers["content-disposition"]?.hasPrefix("attachment") == true)
      let page = try await server.send("GET", path).body
      let (shown, visible) = (try line(page), try line(cut.body))
      #expect(shown != visible)
      #expect(page.contains("\(path)/track.svg"))
      let zone = try #require(try await server.library.privacyZones().first)
      try await server.library.setPrivacyZone(zone.id, isActive: false)
      let whole = try await server.send("GET", "\(path)/track.svg").body
      let uncut = try line(whole)
      #expect(shown == uncut)
      #expect(whole.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    }
  }

  @Test func `a track that enters a zone is not printed`() async throws {
    try await TestServer.run { server in
      let ruck = try await prepare(server)
      let paths = ["/rucks/\(ruck.id.uuidString.lowercased())", "/rucks/statistics/map"]
      for path in paths {
        let page = try await server.send("GET", path).body
        #expect(page.contains("unprinted"), "\(path)")
      }
      let style = try await server.send("GET", "/assets/ruckmap.css").body
      let rules = try #require(style.split(separator: "@media print").last)
      #expect(rules.contains(".unprinted { display: none; }"))
      let zone = try #require(try await server.library.privacyZones().first)
      try await server.library.setPrivacyZone(zone.id, isActive: false)
      for path in paths {
        let page = try await server.send("GET", path).body
        #expect(!page.contains("unprinted"), "\(path)")
      }
    }
  }

  @Test func `reports have no positions, and a hidden track no picture`() async throws {
    try await TestServer.run { server in
      let ruck = try await prepare(server)
      for path in ["/rucks/statistics/report?from=2000-01-01", "/rucks/groups", "/rucks/goals"] {
        let page = try await server.send("GET", path)
        #expect(page.status == 200, "\(path)")
        #expect(!page.body.contains("track-line"), "\(path)")
      }
      let track = try #require(try await server.library.ruck(ruck.id)?.track)
      let middle = track[track.count / 2]
      _ = try await server.library.addPrivacyZone(
        name: "all", latitude: middle.latitude, longitude: middle.longitude, radius: 5_000)
      let hidden = try await server.send(
        "GET", "/rucks/\(ruck.id.uuidString.lowercased())/track.svg")
      #expect(hidden.status == 409)
      #expect(hidden.body.contains("privacy zones"))
    }
  }

  @Test func `a route made from a ruck leaves out private places`() async throws {
    try await TestServer.run { server in
      let ruck = try await prepare(server)
      let token = try await server.token()
      let made = try await server.post(
        "/rucks/routes/from-ruck",
        ["token": token, "ruck": ruck.id.uuidString.lowercased(), "name": "Public"])
      #expect(made.status == 303)
      let route = try #require(try await server.library.routes().first)
      let zone = try #require(try await server.library.privacyZones().first)
      let near = route.path.points.contains {
        LocationCalculator.haversineDistance(
          from: ($0.latitude, $0.longitude), to: (zone.latitude, zone.longitude)) < 50
      }
      #expect(!near)
      let distance = try #require(route.distance)
      #expect(distance < ruck.distance - 40)
    }
  }
}
