// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import CoreLocation
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The forms of a ruck with several loads.
@Suite(.timeLimit(.minutes(5))) struct LoadFormTests {
  /// Records a ruck with 20 kg, and 10 kg from its middle on.
  private func record(_ library: RuckLibrary) async throws -> UUID {
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let id = try await library.startRecording(RecordingOptions(packWeight: 20), at: start).id
    let recorder = try await RuckRecorder.open(library, ruck: id)
    for second in stride(from: 0.0, through: 600, by: 5) {
      let now = start + second
      if second == 300 {
        try await recorder.changeLoad(LoadChange(packWeight: 10), at: now, now: now)
      }
      try await recorder.receive(
        CLLocation(
          coordinate: CLLocationCoordinate2D(latitude: 46 + second * 1.4 / 111_195, longitude: 7),
          altitude: 500, horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: now), at: now)
    }
    _ = try await recorder.end(RecordingEnd(date: start + 600), now: start + 600)
    return id
  }

  private func loads(_ server: TestServer, _ id: UUID) async throws -> [Double] {
    try #require(try await server.library.ruck(id)).loads.map { $0.packWeight.rounded() }
  }

  @Test func `each load has a field, and only a changed one is stored`() async throws {
    try await TestServer.run { server in
      let id = try await record(server.library)
      let path = "/rucks/\(id.uuidString.lowercased())"
      let page = try await server.send("GET", path).body
      let fields = page.matches(of: /name="load-([0-9]+)" type="text" value="([^"]+)"/)
      #expect(fields.map { String($0.1) } == ["1", "2"])
      #expect(!page.contains("name=\"pack\""))
      let token = try await server.token()
      let shown = String(try #require(fields.first).2)
      let stored = try #require(try await server.library.ruck(id)).loads[0].packWeight
      let response = try await server.post(
        path, ["token": token, "name": "Stairs", "load-1": shown, "load-2": "15 kg"])
      #expect(response.status == 303)
      #expect(try await loads(server, id) == [20, 15])
      #expect(try await server.library.ruck(id)?.loads[0].packWeight == stored)
      let rejected = try await server.post(path, ["token": token, "load-2": "heavy"])
      #expect(rejected.status == 422)
      #expect(rejected.body.contains("value=\"heavy\""))
      #expect(try await loads(server, id) == [20, 15])
    }
  }

  private func surfaces(_ server: TestServer, _ id: UUID) async throws -> [WalkingSurface?] {
    try await server.library.segments(of: id).map(\.surface)
  }

  @Test func `each segment has its surface, and only a changed one is stored`() async throws {
    try await TestServer.run { server in
      let id = try await record(server.library)
      let path = "/rucks/\(id.uuidString.lowercased())"
      let page = try await server.send("GET", path).body
      let fields = page.matches(of: /<select id="surfaces-[^"]+" name="(segment-[^"]+)"/)
        .map { String($0.1) }
      #expect(fields.count == 2)
      let stored = try await surfaces(server, id)
      let energy = try #require(try await server.library.ruck(id)?.summary.calories).kilocalories
      let token = try await server.token()
      let last = try #require(fields.last)
      let response = try await server.post(
        path + "/segments", ["token": token, last: WalkingSurface.looseSand.rawValue])
      #expect(response.status == 303)
      #expect(response.headers["location"] == path + "?saved")
      #expect(try await surfaces(server, id) == [stored[0], .looseSand])
      let sand = try #require(try await server.library.ruck(id)?.summary.calories).kilocalories
      #expect(sand > energy * 1.1)
      // The empty choice is the surface of the ruck.
      _ = try await server.post(path + "/segments", ["token": token, last: ""])
      #expect(try await surfaces(server, id) == [stored[0], nil])
    }
  }

  @Test func `a surface that does not exist is rejected at its field`() async throws {
    try await TestServer.run { server in
      let id = try await record(server.library)
      let path = "/rucks/\(id.uuidString.lowercased())/segments"
      let segment = try #require(try await server.library.segments(of: id).first).id
      let field = "segment-\(segment.uuidString.lowercased())"
      let before = try await surfaces(server, id)
      let token = try await server.token()
      let rejected = try await server.post(path, ["token": token, field: "<lava>"])
      #expect(rejected.status == 422)
      #expect(rejected.body.contains("&lt;lava&gt; is none of the choices"))
      #expect(rejected.body.contains("id=\"surfaces-\(field)-error\""))
      #expect(try await server.post(path, ["token": "0", field: "swamp"]).status == 403)
      #expect(try await surfaces(server, id) == before)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `surfaces of segments are set without JavaScript`() async throws {
    try await TestServer.run { server in
      let id = try await record(server.library)
      let path = "/rucks/\(id.uuidString.lowercased())"
      let segment = try #require(try await server.library.segments(of: id).last).id
      let select = "#surfaces-segment-\(segment.uuidString.lowercased())"
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url(path))
        try await browser.click("\(select) option[value=swamp]")
        try await browser.click("#surfaces button")
        try await browser.wait { $0.hasSuffix("?saved") }
      }
      #expect(try await surfaces(server, id).last == .swamp)
    }
  }

  @Test func `a ruck without segments has no form of surfaces`() async throws {
    try await TestServer.run { server in
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [("pack", "10 kg")])
      let ruck = try #require(try await server.library.rucks().first)
      let page = try await server.send("GET", "/rucks/\(ruck.id.uuidString.lowercased())").body
      #expect(!page.contains("segment-surfaces"))
    }
  }
}
