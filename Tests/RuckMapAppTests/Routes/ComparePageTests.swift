// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageTestSupport
import RuckMap
import Testing

/// The page that compares two rucks.
@Suite(.timeLimit(.minutes(5))) struct ComparePageTests {
  private static let path = "/rucks/statistics/compare"

  /// The headings of the columns.
  private func columns(_ page: String) -> [String] {
    page.matches(of: /<th scope="col">([^<]*)<\/th>/).map { String($0.1) }
  }

  /// The cells of a row.
  private func row(_ title: String, _ page: String) throws -> [String] {
    let rest = try #require(page.split(separator: "<th scope=\"row\">\(title)</th>").last)
    let end = rest.prefix(while: { $0 != "\n" })
    return end.matches(of: /<td>([^<]*)<\/td>/).map { String($0.1) }
  }

  @Test func `the latest two rucks are compared, or the chosen ones`() async throws {
    try await TestServer.run { server in
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric))
      let empty = try await server.send("GET", Self.path).body
      #expect(empty.contains("Import or record two rucks"))
      for number in 1...3 {
        _ = try await server.importElsewhere(
          SampleTrack.gpx(number, name: "<Ruck> \(number)", points: number * 60),
          named: "\(number).gpx")
      }
      let rucks = try await server.library.rucks().sorted { $0.startedAt < $1.startedAt }
      let page = try await server.send("GET", Self.path).body
      #expect(columns(page) == ["Figure", "&lt;Ruck&gt; 3", "&lt;Ruck&gt; 2"])
      #expect(try row("Pack", page) == ["15 kg", "15 kg"])
      #expect(try row("Time", page).count == 2)
      for equation in ["Pandolf–Santee", "LCDA backpacking", "LCDA walking", "ACSM walking"] {
        #expect(try row("Energy by \(equation)", page).count == 2, "\(equation)")
      }

      let ids = rucks.map { $0.id.uuidString.lowercased() }
      let chosen = try await server.send("GET", "\(Self.path)?first=\(ids[0])&second=\(ids[2])")
        .body
      #expect(columns(chosen) == ["Figure", "&lt;Ruck&gt; 1", "&lt;Ruck&gt; 3"])
      #expect(chosen.contains("<option value=\"\(ids[0])\" selected>"))
      // A ruck is not compared with itself, and an unknown one is not chosen.
      let same = try await server.send("GET", "\(Self.path)?first=\(ids[0])&second=\(ids[0])").body
      #expect(columns(same) == ["Figure", "&lt;Ruck&gt; 1", "&lt;Ruck&gt; 3"])
      let unknown = try await server.send("GET", "\(Self.path)?first=\(UUID())&second=x").body
      #expect(columns(unknown) == ["Figure", "&lt;Ruck&gt; 3", "&lt;Ruck&gt; 2"])
      let link = try await server.send("GET", "/rucks/\(ids[1])").body
      #expect(link.contains("href=\"\(Self.path)?first=\(ids[1])\""))
    }
  }
}
