// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// Rendered pages, compared with snapshots.
struct PageTests {
  private let templates: Templates
  private let calendar: PageCalendar

  init() throws {
    templates = try Templates(of: [
      RuckPages(library: RuckLibrary(modelContainer: try RuckMapStore.inMemory()))
    ])
    calendar = try SampleModel.calendar()
  }

  private func list(
    _ rucks: [RuckSummary], query: RuckListQuery = RuckListQuery(), count: Int? = nil,
    unitSystem: UnitSystem = .imperial
  ) -> String {
    let upload = RuckListPage.Upload(
      token: SampleModel.token, limit: 1 << 30, unitSystem: unitSystem)
    let model = RuckListPage.Model(
      RuckPageResult(rucks: rucks, count: count ?? rucks.count), query: query,
      totals: SampleModel.totals(rucks), upload: upload, unitSystem: unitSystem,
      calendar: calendar)
    return RuckListPage.render(model, templates: templates)
  }

  private func page(
    _ ruck: RuckSummary, track: [TrackPoint], warnings: [String] = [],
    unitSystem: UnitSystem = .imperial
  ) -> String {
    let detail = SampleModel.detail(ruck, track: track, warnings: warnings)
    let edit = RuckPage.Edit(ruck, unitSystem: unitSystem, token: SampleModel.token)
    let model = RuckPage.Model(
      detail, edit: edit, unitSystem: unitSystem, calendar: calendar)
    return RuckPage.render(model, templates: templates)
  }

  @Test
  func `the list of rucks matches its snapshots`() throws {
    let rucks = [
      try SampleModel.ruck(), try SampleModel.ruck(name: nil, number: 2),
      try SampleModel.ruck(name: nil, file: nil, isTimed: false, number: 3),
    ]
    try Snapshot.expect(list(rucks), is: "list.html")
    try Snapshot.expect(list(rucks, unitSystem: .metric), is: "list-metric.html")
  }

  @Test
  func `the empty list matches its snapshot`() throws {
    try Snapshot.expect(list([]), is: "list-empty.html")
  }

  @Test
  func `a filtered page of many, and a filter without a match, match their snapshots`() throws {
    var query = RuckListQuery { ["text": "<hill>", "sort": "pace", "order": "ascending"][$0] }
    query.page = 2
    let rucks = try (1...3).map { try SampleModel.ruck(number: $0) }
    try Snapshot.expect(list(rucks, query: query, count: 103), is: "list-page.html")
    query.page = 1
    let model = RuckListPage.Model(
      RuckPageResult(rucks: [], count: 0), query: query, totals: SampleModel.totals(rucks),
      upload: .init(token: SampleModel.token, limit: 1 << 30, unitSystem: .metric),
      unitSystem: .metric, calendar: calendar)
    try Snapshot.expect(
      RuckListPage.renderFragment(model, templates: templates), is: "list-without-match.html")
  }

  @Test
  func `the page of a ruck with all statistics matches its snapshots`() throws {
    let ruck = try SampleModel.ruck(notes: "Rain after the summit.\nTwo bottles.")
    try Snapshot.expect(
      page(ruck, track: SampleTrack.points(), warnings: ["One point had no time."]),
      is: "ruck.html")
    try Snapshot.expect(
      page(ruck, track: SampleTrack.points(), unitSystem: .metric), is: "ruck-metric.html")
  }

  @Test
  func `pages of untimed rucks and assumed body weights match their snapshots`() throws {
    try Snapshot.expect(
      page(try SampleModel.ruck(name: nil, isTimed: false), track: []), is: "ruck-untimed.html")
    try Snapshot.expect(
      page(try SampleModel.ruck(isAssumed: true), track: SampleTrack.points(2)),
      is: "ruck-assumed.html")
  }

  @Test
  func `hostile text is escaped`() throws {
    let evil = "</textarea><script>alert('x')</script>\"\u{301} onfocus=\"x"
    let ruck = try SampleModel.ruck(name: evil, file: evil, notes: evil)
    let html = page(ruck, track: [], warnings: [evil]) + list([ruck])
    #expect(!html.contains("<script>"))
    #expect(html.matches(of: /<\/textarea>/).count == 1)
    #expect(!html.unicodeScalars.elementsEqual([]))
    #expect(html.contains("&quot;\u{301} onfocus=&quot;x"))
  }

  @Test
  func `the deletion confirmation matches its snapshot`() throws {
    let model = DeleteRuckPage.Model(
      try SampleModel.ruck(), unitSystem: .imperial, calendar: calendar, token: SampleModel.token)
    try Snapshot.expect(
      DeleteRuckPage.render(model, templates: templates), is: "delete.html")
  }

  @Test
  func `the result page of an import matches its snapshot`() throws {
    let ruck = try SampleModel.ruck()
    let report = ImportReport(
      imported: [
        .init(file: "hill.gpx", ruck: ruck, warnings: ["The pack weight is not known."])
      ],
      unchanged: [.init(file: "old.gpx", ruck: try SampleModel.ruck(number: 2))],
      failed: [
        .init(file: "bad.gpx", line: 3, error: "This is not GPX. Export it again."),
        .init(file: "empty.gpx", line: nil, error: "The file is empty. Export it again."),
      ])
    let model = ImportResultPage.Model(
      report, unitSystem: .imperial, calendar: calendar, token: SampleModel.token)
    try Snapshot.expect(
      ImportResultPage.render(model, templates: templates), is: "import.html")
  }
}
