// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The form of a ruck with several loads.
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
}
