// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET /rucks/health/report: the body values and the exercise of a period, to print.
struct HealthReportRoute: Sendable {
  static let path = "\(RuckTab.health.path)/report"
  /// The days of the report without a choice.
  static let days = 90

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { request, _ in
      try await page(FormFields(query: request))
    }
  }

  private func page(_ query: FormFields) async throws -> Response {
    let format = try await site.format()
    let calendar = format.calendar.calendar
    let last = query["to"].flatMap(format.calendar.day) ?? calendar.startOfDay(for: .now)
    let from =
      query["from"].flatMap(format.calendar.day)
      ?? calendar.date(byAdding: .day, value: 1 - Self.days, to: last) ?? last
    let end = calendar.date(byAdding: .day, value: 1, to: last) ?? last
    let report = try await site.library.healthReport(from: from, to: end)
    let profile = try await site.library.profile()
    let text = HealthReportText(report: report, format: format)
    let person = text.person(profile)
    var model = try await site.sections(.health, heading: "Health report")
    model.subtitle =
      "\(profile.displayName), \(format.calendar.date(from)) to \(format.calendar.date(last))"
    model.livePath = nil
    model.cards = [
      SectionCard("person", "Person", isWide: true).figures(
        person.map { FigureTile($0.name, $0.value) }
      ).prose(person.isEmpty ? "Enter height and weight in the settings to see them here." : ""),
      SectionCard("values", "Body values", isWide: true).table(
        HealthReportText.columns,
        text.series.map { .init($0.name, $0.values) },
        empty: "There is no measurement in these days."),
      SectionCard("exercise", "Exercise", isWide: true).figures(
        text.exercise.map { FigureTile($0.name, $0.value) }
      ).prose(
        "The values were entered by the person, or come from imported files. Energy is calculated "
          + "by a published equation. This report is no diagnosis."),
    ]
    model.forms = [
      SectionCard("days", "Days", isWide: true).queryForm(
        Self.path, submit: "Show the report",
        [("from", "From", format.day(from)), ("to", "To", format.day(last))])
    ]
    return site.page(model, crumbs: [PageLink(RuckTab.health.title, RuckTab.health.path)])
  }
}
