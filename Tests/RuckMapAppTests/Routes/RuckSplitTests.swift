// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The splits on the page of a ruck.
struct RuckSplitTests {
  /// The body of the page of a ruck with a number of points, 33 m and 30 s apart.
  private func page(points: Int) async throws -> String {
    try await TestServer.run { server in
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "Ridge", points: points))],
        fields: [("pack", "10 kg")])
      let ruck = try #require(try await server.library.rucks().first)
      return try await server.send("GET", "/rucks/\(ruck.id.uuidString.lowercased())").body
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck of several miles has a split for each, with the fastest one marked`() async throws {
    let body = try await page(points: 120)
    #expect(body.contains(#"<h2 id="splits">Splits</h2>"#))
    #expect(body.contains(#"<span class="where">1 mi each</span>"#))
    #expect(body.components(separatedBy: #"<span class="where">fastest</span>"#).count == 2)
    #expect(body.contains("<td>1.00 mi</td>"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `the distances of records have their own names in all units`() async throws {
    let body = try await page(points: 200)
    #expect(body.contains("Fastest 1 mi<") && body.contains("Fastest 5 km<"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck shorter than a mile has no splits`() async throws {
    #expect(try await page(points: 12).contains(#"id="splits""#) == false)
  }
}
