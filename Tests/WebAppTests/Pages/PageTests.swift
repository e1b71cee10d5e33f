// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing
import WebApp

/// Rendered pages, compared with snapshots.
struct PageTests {
  private let templates: Templates
  private let calendar: PageCalendar

  init() throws {
    templates = try Templates()
    calendar = try SampleModel.calendar()
  }

  private func document(_ title: String, _ content: String) -> String {
    Layout.document(title: title, content: content, templates: templates)
  }

  private func list(
    _ rucks: [RuckSummary], page: Int = 1, unitSystem: UnitSystem = .imperial
  ) -> String {
    let upload = RuckListPage.Upload(
      token: SampleModel.token, limit: 1 << 30, unitSystem: unitSystem)
    let model = RuckListPage.Model(
      rucks: rucks, totals: SampleModel.totals(rucks), page: page, upload: upload,
      unitSystem: unitSystem, calendar: calendar)
    return document("Rucks", RuckListPage.render(model, templates: templates))
  }

  private func page(
    _ ruck: RuckSummary, track: [TrackPoint], warnings: [String] = [],
    unitSystem: UnitSystem = .imperial
  ) -> String {
    let detail = SampleModel.detail(ruck, track: track, warnings: warnings)
    let edit = RuckPage.Edit(ruck, unitSystem: unitSystem, token: SampleModel.token)
    let model = RuckPage.Model(
      detail, edit: edit, unitSystem: unitSystem, calendar: calendar)
    return document("Ruck", RuckPage.render(model, templates: templates))
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

  @Test(arguments: [
    (1, 100, false, true), (2, 100, true, true), (3, 50, true, false), (9, 50, true, false),
    (-1, 100, false, true),
  ])
  func `a long list is paginated`(page: Int, rows: Int, newer: Bool, older: Bool) throws {
    let html = list(try (0..<250).map { try SampleModel.ruck(number: $0 % 100) }, page: page)
    #expect(html.matches(of: /<tr role="row"><th role="rowheader"/).count == rows)
    #expect(html.contains("rel=\"prev\"") == newer)
    #expect(html.contains("rel=\"next\"") == older)
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
      document("Delete a ruck", DeleteRuckPage.render(model, templates: templates)),
      is: "delete.html")
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
    let model = ImportResultPage.Model(report, unitSystem: .imperial, calendar: calendar)
    try Snapshot.expect(
      document("Import", ImportResultPage.render(model, templates: templates)), is: "import.html")
  }

  @Test(arguments: [
    PageError.notFound, .noSuchRuck, .methodNotAllowed, .foreignHost, .foreignOrigin, .staleForm,
    .badForm("It is damaged."), .uploadTooLarge(limit: 1 << 30),
    .noSpace("No space left on device."), .failed("The store is locked. Try again."), .failed(nil),
  ])
  func `each error page matches its snapshot`(error: PageError) throws {
    let html = ErrorPage.render(.init(error), templates: templates)
    let name = "\(error)".prefix { $0.isLetter }
    let suffix = error == .failed(nil) ? "-unknown" : ""
    try Snapshot.expect(document("Error", html), is: "error-\(name)\(suffix).html")
  }
}
