// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import PageTestSupport
import RuckMap
import Testing

/// The page of privacy zones, whose forms need no JavaScript.
@Suite(.timeLimit(.minutes(5))) struct ZonePageTests {
  private static let path = "/rucks/zones"

  private func send(
    _ path: String = path, _ fields: [String: String] = [:], to server: TestServer
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(path, fields.merging(["token": token]) { first, _ in first })
  }

  @Test func `a zone is added around the end of a ruck, turned off and on, and removed`()
    async throws
  {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "Hill"), named: "a.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      let last = try #require(try await server.library.ruck(ruck.id)?.track.last)
      let form = try await server.send("GET", Self.path).body
      let choice = "end:\(ruck.id.uuidString.lowercased())"
      #expect(form.contains("value=\"\(choice)\""))
      #expect(form.contains("There is no zone yet."))

      let fields = ["name": "<b>Home</b>", "radius": "300 m", "place": choice]
      let added = try await send(Self.path, fields, to: server)
      #expect(added.status == 303)
      #expect(added.headers["location"] == "\(Self.path)?done=added")
      let zone = try #require(try await server.library.privacyZones().first)
      #expect(zone.name == "<b>Home</b>" && zone.radius == 300 && zone.isActive)
      #expect(zone.latitude == last.latitude && zone.longitude == last.longitude)
      let page = try await server.send("GET", Self.path).body
      #expect(page.contains("&lt;b&gt;Home&lt;/b&gt;") && !page.contains("<b>Home"))

      let own = "\(Self.path)/\(zone.id.uuidString.lowercased())"
      #expect(try await send(own + "/off", to: server).status == 303)
      #expect(try await server.library.privacyZones().map(\.isActive) == [false])
      #expect(try await send(own + "/on", to: server).status == 303)
      #expect(try await server.library.privacyZones().map(\.isActive) == [true])
      let removed = try await send(own + "/delete", to: server)
      #expect(removed.headers["location"] == "\(Self.path)?done=deleted")
      #expect(try await server.library.privacyZones().isEmpty)
      for action in ["on", "off", "delete"] {
        #expect(try await send("\(own)/\(action)", to: server).status == 404, "\(action)")
      }
    }
  }

  @Test func `an entered position takes precedence, and impossible values are rejected`()
    async throws
  {
    try await TestServer.run { server in
      for (fields, field) in [
        (["name": "", "radius": "200 m", "position": "46, 7"], "zone-name"),
        (["name": "Home", "radius": "20 m", "position": "46, 7"], "zone-radius"),
        (["name": "Home", "radius": "wide", "position": "46, 7"], "zone-radius"),
        (["name": "Home", "radius": "200 m", "position": "91, 7"], "zone-position"),
        (["name": "Home", "radius": "200 m", "position": "here"], "zone-position"),
        (["name": "Home", "radius": "200 m"], "zone-place"),
        (["name": "Home", "radius": "200 m", "place": "start:\(UUID())"], "zone-place"),
      ] {
        let response = try await send(Self.path, fields, to: server)
        #expect(response.status == 422, "\(fields)")
        #expect(response.body.contains("id=\"\(field)-error\""), "\(fields)")
      }
      #expect(try await server.library.privacyZones().isEmpty)
      let fields = [
        "name": "Home", "radius": "0.5 km", "position": " 46.5, 7.25 ", "place": "start:none",
      ]
      #expect(try await send(Self.path, fields, to: server).status == 303)
      let zone = try #require(try await server.library.privacyZones().first)
      #expect(zone.latitude == 46.5 && zone.longitude == 7.25 && zone.radius == 500)
      let forged = try await server.post(
        "\(Self.path)/\(zone.id.uuidString.lowercased())/delete", ["token": "0"])
      #expect(forged.status == 403)
      #expect(try await server.library.privacyZones().count == 1)
      #expect(try await server.send("GET", "/rucks/safety").body.contains("href=\"\(Self.path)\""))
    }
  }
}
