// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import PageTestSupport
import RuckMap
import SwiftData
import Testing

/// The status and the page of requests that the rucks' state or the library's rules reject.
@Suite(.timeLimit(.minutes(5))) struct ErrorStatusTests {
  /// A recorded track without times.
  private static let untimed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="46" lon="14.5"/><trkpt lat="46.001" lon="14.5"/><trkpt lat="46.002" lon="14.5"/>
    </trkseg></trk></gpx>
    """

  private func path(_ id: UUID) -> String { "/rucks/\(id.uuidString.lowercased())" }

  /// Checks that a response is a page with a status, a sentence and a link to go on.
  private func expect(
    _ response: RawResponse, _ status: Int, contains text: String, link: String
  ) {
    #expect(response.status == status)
    #expect(response.headers["content-type"] == "text/html; charset=utf-8")
    #expect(response.body.contains(text), "\(response.body)")
    #expect(response.body.contains("href=\"\(link)\""))
  }

  @Test(arguments: ["track.gpx", "track.fit", "track.geojson", "track.csv", "track.svg"])
  func `an export of a ruck inside of a privacy zone is rejected`(file: String) async throws {
    try await TestServer.run { server in
      let report = try await server.importElsewhere(
        SampleTrack.gpx(1, name: "Hill"), named: "a.gpx")
      let id = try #require(report.imported.first?.ruck.id)
      let first = try #require(try await server.library.ruck(id)?.track.first)
      _ = try await server.library.addPrivacyZone(
        name: "all", latitude: first.latitude, longitude: first.longitude, radius: 5_000)
      let response = try await server.send("GET", "\(path(id))/\(file)")
      expect(response, 409, contains: "inside of privacy zones", link: path(id))
    }
  }

  @Test func `an export of a ruck without positions is rejected`() async throws {
    try await TestServer.run { server in
      let context = ModelContext(server.library.modelContainer)
      let session = RuckingSession(startDate: SampleTrack.start, packWeight: 30, user: nil)
      context.insert(session)
      try session.completeSession(endDate: SampleTrack.start + 3600, finalDistance: 3)
      try context.save()
      for file in ["track.gpx", "track.svg"] {
        let response = try await server.send("GET", "\(path(session.id))/\(file)")
        expect(response, 409, contains: "no recorded positions", link: path(session.id))
      }
    }
  }

  @Test func `an export of a recording without times is rejected by formats that need times`()
    async throws
  {
    try await TestServer.run { server in
      let report = try await server.importElsewhere(Self.untimed, named: "a.gpx")
      let id = try #require(report.imported.first?.ruck.id)
      let response = try await server.send("GET", "\(path(id))/track.fit")
      expect(response, 409, contains: "has no times", link: path(id))
      #expect(try await server.send("GET", "\(path(id))/track.gpx").status == 200)
    }
  }

  @Test func `forms for objects that don't exist are answered with 404`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      let missing = UUID().uuidString.lowercased()
      let forms: [(String, [String: String])] = [
        ("/rucks/\(missing)", ["name": "Hill"]), ("/rucks/\(missing)/delete", [:]),
        ("/rucks/\(missing)/gear", [:]), ("/rucks/gear/\(missing)/use", ["distance": "5 km"]),
        ("/rucks/challenges/\(missing)/join", ["join": "1"]),
        ("/rucks/groups/\(missing)/members", ["member": "Kim"]),
        ("/rucks/plans/\(missing)/rucks", ["name": "Easy"]),
        ("/rucks/routes/from-ruck", ["ruck": missing]),
      ]
      for (path, fields) in forms {
        let response = try await server.post(path, fields.merging(["token": token]) { $1 })
        #expect(response.status == 404, "\(path): \(response.body)")
      }
    }
  }
}
