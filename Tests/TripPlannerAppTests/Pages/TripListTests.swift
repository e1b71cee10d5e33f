// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner

/// The order, the pages and the calendar of the list of trips.
struct TripListTests {
  /// Adds a trip, with its first and last day if it has dates.
  private func add(
    _ title: String, _ start: String? = nil, _ end: String? = nil, to server: TripServer
  ) async throws {
    var trip = TripSnapshot()
    (trip.title, trip.startDay, trip.endDay) = (title, start, end)
    _ = try await server.library.createTrip(trip)
  }

  private func titles(_ page: String) -> [String] {
    page.matches(of: /<h3><a href="[^"]+">([^<]+)<\/a>/).map { String($0.1) }
  }

  /// The links of a navigation by its label.
  private func links(_ label: String, _ page: String) -> [String] {
    let navigation = page.matches(of: /<nav [^>]*aria-label="([^"]+)"[^>]*>(.*?)<\/nav>/)
      .first { $0.1 == label }
    return (navigation?.2 ?? "").matches(of: /href="([^"]+)"/).map {
      String($0.1).replacing("&amp;", with: "&")
    }
  }

  private func page(_ path: String, _ server: TripServer) async throws -> String {
    let answer = try await server.send("GET", path)
    #expect(answer.status == 200, "\(path)")
    return answer.body
  }

  @Test(arguments: [
    ("sort=date", ["Long", "Short", "apple", "None"]),
    ("sort=date&order=ascending", ["apple", "Short", "Long", "None"]),
    ("sort=name", ["apple", "Long", "None", "Short"]),
    ("sort=name&order=descending", ["Short", "None", "Long", "apple"]),
    ("sort=length", ["Long", "apple", "Short", "None"]),
    ("sort=length&order=ascending", ["Short", "apple", "Long", "None"]),
    ("sort=nonsense&order=sideways&page=-1&year=x", ["None", "Long", "Short", "apple"]),
  ])
  func `the trips are in the order of the address`(query: String, order: [String]) async throws {
    try await TripServer.run { server in
      try await add("Short", "2021-05-01", "2021-05-01", to: server)
      try await add("apple", "2020-01-01", "2020-01-07", to: server)
      try await add("Long", "2022-03-01", "2022-03-31", to: server)
      try await add("None", to: server)
      #expect(titles(try await page("/trips?\(query)", server)) == order)
    }
  }

  @Test func `the links of the order mark the present one, and reverse it`() async throws {
    try await TripServer.run { server in
      #expect(links("Order of the trips", try await page("/trips", server)) == [])
      try await add("One", "2020-01-01", to: server)
      try await add("Two", "2021-01-01", to: server)
      let plain = try await page("/trips", server)
      #expect(
        links("Order of the trips", plain)
          == ["/trips", "/trips?sort=date", "/trips?sort=name", "/trips?sort=length"])
      let marked = #"href="/trips" aria-current="true">Next first"#
      #expect(plain.contains(marked))
      let sorted = try await page("/trips?sort=date&page=1", server)
      #expect(
        links("Order of the trips", sorted)
          == [
            "/trips", "/trips?sort=date&order=ascending", "/trips?sort=name", "/trips?sort=length",
          ])
      #expect(sorted.contains(#"aria-label="First day, descending">First day<span"#))
      #expect(sorted.contains(#"data-live="/trips?sort=date""#))
      let found = try await page("/trips?q=One&sort=name", server)
      #expect(titles(found) == ["One"])
      #expect(found.contains(#"data-live="/trips?q=One&amp;sort=name""#))
    }
  }

  @Test func `a page has 50 trips and links to its neighbors`() async throws {
    try await TripServer.run { server in
      for number in 0..<103 {
        let year = 1900 + number
        try await add("Trip \(number)", "\(year)-01-01", "\(year)-01-02", to: server)
      }
      let first = try await page("/trips?sort=date&order=ascending", server)
      #expect(titles(first) == (0..<50).map { "Trip \($0)" })
      let base = "/trips?sort=date&order=ascending"
      #expect(links("Pages of trips", first) == [base + "&page=2"])
      #expect(first.contains("Page 1 of 3"))
      let second = try await page(base + "&page=2", server)
      #expect(titles(second) == (50..<100).map { "Trip \($0)" })
      #expect(links("Pages of trips", second) == [base, base + "&page=3"])
      // Beyond the end, the last page is shown.
      let last = try await page(base + "&page=9", server)
      #expect(titles(last) == ["Trip 100", "Trip 101", "Trip 102"])
      #expect(links("Pages of trips", last) == [base + "&page=2"])
      // The groups of the plain list are cut at the same places.
      let plain = try await page("/trips?page=2", server)
      #expect(titles(plain).count == 50 && plain.contains(#"<h2 class="group-title" id="past">"#))
      #expect(links("Pages of trips", try await page("/trips?q=Trip+7", server)) == [])
    }
  }

  @Test func `the calendar shows a year with trips, and links to the nearest others`()
    async throws
  {
    try await TripServer.run { server in
      #expect(try await !page("/trips", server).contains(#"id="trip-year""#))
      try await add("Without dates", to: server)
      #expect(try await !page("/trips", server).contains(#"id="trip-year""#))
      try await add("New Year", "2019-12-30", "2020-01-02", to: server)
      try await add("One day", "2020-01-02", to: server)
      try await add("Later", "2023-06-01", "2023-06-03", to: server)
      // No trip is in the present year or later: the calendar has the last one.
      let last = try await page("/trips", server)
      #expect(last.contains(#"<h2 id="trip-year">Calendar 2023</h2>"#))
      #expect(last.contains("3 travel days in 2023"))
      #expect(links("Years with trips", last) == ["/trips?year=2020"])
      let middle = try await page("/trips?year=2020", server)
      #expect(middle.contains("2 travel days in 2020"))
      #expect(middle.contains("Thu 2 Jan 2020: One day, New Year"))
      #expect(links("Years with trips", middle) == ["/trips?year=2019", "/trips?year=2023"])
      #expect(try await page("/trips?year=2019", server).contains("2 travel days in 2019"))
      // A year without trips shows the default one.
      #expect(try await page("/trips?year=2021", server).contains("Calendar 2023"))
    }
  }

  @Test func `a trip of many centuries has a calendar`() async throws {
    try await TripServer.run { server in
      try await add("Comet", "0001-01-01", "9999-12-31", to: server)
      #expect(try await page("/trips?year=9999", server).contains("365 travel days in 9999"))
    }
  }
}
