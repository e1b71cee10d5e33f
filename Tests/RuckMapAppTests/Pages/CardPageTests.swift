// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The pages of long lists in cards.
@Suite(.timeLimit(.minutes(15))) struct CardPageTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test func `each measurement of a long history is on one page`() async throws {
    try await TestServer.run { server in
      for index in 0..<120 {
        var item = MeasurementItem(date: Self.day + Double(index) * 86_400)
        item.weight = 80
        try await server.library.insert(item)
      }
      var seen: Set<String> = []
      for (number, count) in [(1, 50), (2, 50), (3, 20)] {
        let page = try await server.send("GET", "/rucks/health?page=\(number)").body
        let ids = page.matches(of: /href="[a-z\/]+\/([0-9a-f-]{36})\/edit"/).map { String($0.1) }
        #expect(ids.count == count, "\(number)")
        #expect(seen.isDisjoint(with: ids))
        seen.formUnion(ids)
        #expect(page.contains("Next page") == (number < 3))
        #expect(page.contains("Previous page") == (number > 1))
        #expect(page.contains(#"<span class="where">120</span>"#))
      }
      let first = try await server.send("GET", "/rucks/health").body
      #expect(first.contains(#"href="/rucks/health?page=2#history">Next page</a>"#))
      let second = try await server.send("GET", "/rucks/health?page=2").body
      #expect(second.contains(#"data-live="/rucks/health?page=2""#))
      #expect(second.contains(#"href="/rucks/health#history">Previous page</a>"#))
      for (text, isLast) in [("99", true), ("-1", false), ("x", false), ("1e9", false)] {
        let page = try await server.send("GET", "/rucks/health?page=\(text)").body
        #expect(page.contains("Next page") == !isLast, "\(text)")
      }
    }
  }

  @Test func `older entries of the feed are on further pages`() async throws {
    try await TestServer.run { server in
      for index in 100..<151 {
        try await server.library.addNote("Note \(index)", at: Self.day + Double(index))
      }
      let first = try await server.send("GET", "/rucks/feed").body
      #expect(first.contains("Note 150") && !first.contains("Note 100"))
      #expect(first.contains("Next page"))
      let second = try await server.send("GET", "/rucks/feed?page=2").body
      #expect(second.contains("Note 100") && !second.contains("Note 150"))
      #expect(!second.contains("Next page"))
    }
  }

  @Test func `all uses of an item are on its pages`() async throws {
    try await TestServer.run { server in
      var item = GearItem()
      item.name = "Boots"
      let boots = try await server.library.insert(item)
      for index in 0..<51 {
        try await server.library.recordUse(
          of: boots.id, distance: 1000, duration: 600, at: Self.day + Double(index) * 86_400)
      }
      let path = "/rucks/gear/\(boots.id.uuidString.lowercased())"
      let first = try await server.send("GET", path).body
      #expect(first.contains("51 uses") && first.contains("Next page"))
      #expect(first.matches(of: /Entered use/).count == 50)
      let second = try await server.send("GET", path + "?page=2").body
      #expect(second.matches(of: /Entered use/).count == 1)
    }
  }
}
