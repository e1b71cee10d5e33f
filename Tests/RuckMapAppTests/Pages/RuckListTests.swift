// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// The order, filters and addresses of the list.
struct RuckListTests {
  private func query(_ parameters: [String: String]) -> RuckListQuery {
    RuckListQuery { parameters[$0] }
  }

  private func model(
    _ parameters: [String: String] = [:], rows: Int = 1, count: Int? = nil, stored: Int? = nil,
    unitSystem: UnitSystem = .metric
  ) throws -> RuckListPage.Model {
    let rucks = try (0..<rows).map { try SampleModel.ruck(number: $0) }
    var totals = SampleModel.totals(rucks)
    totals.count = stored ?? rows
    return RuckListPage.Model(
      RuckPageResult(rucks: rucks, count: count ?? rows), query: query(parameters),
      totals: totals,
      upload: .init(token: SampleModel.token, limit: 1 << 30, unitSystem: unitSystem),
      unitSystem: unitSystem, calendar: try SampleModel.calendar())
  }

  /// The links of the headings by their titles.
  private func links(_ parameters: [String: String]) throws -> [String: String] {
    let columns = try model(parameters).columns
    return Dictionary(uniqueKeysWithValues: columns.map { ($0.title, $0.link ?? "-") })
  }

  @Test
  func `each heading sorts by its column, the largest value or the fastest pace first`() throws {
    #expect(
      try links([:]) == [
        "Ruck": "/rucks?order=ascending", "Distance": "/rucks?sort=distance",
        "Time": "/rucks?sort=duration", "Pace": "/rucks?sort=pace&order=ascending",
        "Climb": "-", "Pack": "/rucks?sort=pack", "Energy": "/rucks?sort=energy",
      ])
  }

  @Test(arguments: [
    (["sort": "distance"], "Distance", "/rucks?sort=distance&order=ascending"),
    (["sort": "distance", "order": "ascending"], "Distance", "/rucks?sort=distance"),
    (["order": "ascending"], "Ruck", "/rucks"),
    (["sort": "pace", "order": "ascending"], "Pace", "/rucks?sort=pace"),
    (["sort": "pace"], "Pace", "/rucks?sort=pace&order=ascending"),
    // Another column begins with its own order, on the first page.
    (["sort": "pace", "order": "ascending", "page": "3"], "Energy", "/rucks?sort=energy"),
    (["sort": "energy", "order": "ascending"], "Ruck", "/rucks"),
  ])
  func `a second selection of a column reverses the order`(
    parameters: [String: String], column: String, link: String
  ) throws {
    #expect(try links(parameters)[column] == link)
  }

  @Test(arguments: [
    ([:], "Ruck", "descending"), (["order": "ascending"], "Ruck", "ascending"),
    (["sort": "duration"], "Time", "descending"),
    (["sort": "pace", "order": "ascending"], "Pace", "ascending"),
    // Unknown values count as absent.
    (["sort": "name", "order": "up"], "Ruck", "descending"),
    (["sort": "Distance", "order": ""], "Ruck", "descending"),
  ])
  func `the sorted column has its order`(
    parameters: [String: String], column: String, order: String
  ) throws {
    let model = try model(parameters)
    let sorted = model.columns.filter { $0.order != nil }
    #expect(sorted.map { "\($0.title) \($0.order ?? "")" } == ["\(column) \(order)"])
    #expect(model.filters.order == order)
  }

  @Test(arguments: [
    ("1", 1), ("3", 3), ("0", 1), ("-1", 1), ("", 1), ("x", 1), ("1.5", 1),
    ("99999999999999999999", 1),
  ])
  func `an invalid page number is the first page`(text: String, page: Int) {
    #expect(query(["page": text]).page == page)
  }

  @Test
  func `long values are cut`() {
    let long = String(repeating: "x", count: 300)
    let query = query(["text": long, "from": long, "to": long, "minimum": long])
    #expect(query.text.count == 200)
    #expect(query.from.count == 10 && query.to.count == 10)
    #expect(query.minimum.count == 20)
  }

  @Test
  func `addresses keep order and filters, encoded`() throws {
    let model = try model(
      [
        "sort": "pack", "order": "ascending", "text": "a&b=é+ #1", "from": "2026-01-01",
        "to": "2026-12-31", "minimum": "5 km", "page": "2",
      ], count: 150)
    let filters =
      "from=2026%2D01%2D01&to=2026%2D12%2D31&text=a%26b%3D%C3%A9%2B%20%231&minimum=5%20km"
    let base = "?sort=pack&order=ascending&\(filters)"
    #expect(model.fragment == "/fragments/rucks\(base)&page=2")
    let pager = try #require(model.pager)
    #expect(pager.newer == "/rucks" + base)
    #expect(pager.older == "/rucks\(base)&page=3")
    #expect(model.columns.first { $0.title == "Ruck" }?.link == "/rucks?\(filters)")
    #expect(model.filters.reset == "/rucks")
  }

  @Test(
    arguments: [
      (1, 1, nil, nil, nil), (50, 1, nil, nil, nil), (51, 1, nil, 2, "Page 1 of 2"),
      (51, 2, 1, nil, "Page 2 of 2"), (150, 2, 1, 3, "Page 2 of 3"),
      (150, 3, 2, nil, "Page 3 of 3"),
      // Beyond the end, the last page is shown.
      (150, 9, 2, nil, "Page 3 of 3"), (50, 9, nil, nil, nil),
    ] as [(Int, Int, Int?, Int?, String?)])
  func `a page of 50 rucks links to its neighbors`(
    count: Int, page: Int, newer: Int?, older: Int?, text: String?
  ) throws {
    let pager = try model(["page": "\(page)"], count: count).pager
    func address(_ page: Int) -> String { page == 1 ? "/rucks" : "/rucks?page=\(page)" }
    #expect(pager?.newer == newer.map(address))
    #expect(pager?.older == older.map(address))
    #expect(pager?.text == text)
  }

  @Test(arguments: [
    (0, 0, 0, true, false, "0 rucks"), (0, 0, 7, false, true, "0 rucks"),
    (1, 1, 7, false, false, "1 ruck"), (2, 2, 2, false, false, "2 rucks"),
  ])
  func `an empty library and filters without a match are told apart`(
    rows: Int, count: Int, stored: Int, isEmpty: Bool, isWithoutMatch: Bool, text: String
  ) throws {
    let model = try model(rows: rows, count: count, stored: stored)
    #expect(model.isEmpty == isEmpty)
    #expect(model.isWithoutMatch == isWithoutMatch)
    #expect(model.count == text)
  }

  @Test(
    arguments: [
      ([:], nil), (["sort": "pace", "order": "ascending", "page": "2"], nil),
      (["text": "x"], "/rucks"), (["from": "2026-01-01"], "/rucks"),
      (["to": "2026-01-01"], "/rucks"),
      (["minimum": "5"], "/rucks"),
    ] as [([String: String], String?)])
  func `filters can be reset`(parameters: [String: String], reset: String?) throws {
    #expect(try model(parameters).filters.reset == reset)
    #expect(query(parameters).isFiltered == (reset != nil))
  }

  @Test
  func `examples have the user's units`() throws {
    #expect(try model().filters.minimumExample == "5 km")
    #expect(try model(unitSystem: .imperial).filters.minimumExample == "3 mi")
  }
}
