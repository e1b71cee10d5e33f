// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap
import SystemSupport

/// GET /rucks/statistics/calendar: a month with its rucks, events and planned rucks.
struct CalendarRoute: Sendable {
  /// An entry of a day.
  private struct Entry {
    var title: String
    var path: String
  }

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(StatisticsRoutes.calendar)) { request, _ in
      try await month(FormFields(query: request)["month"])
    }
  }

  private func month(_ text: String?) async throws -> Response {
    let format = try await site.format()
    let calendar = format.calendar.calendar
    let day = text.flatMap { format.calendar.day("\($0)-01") } ?? .now
    guard let month = calendar.dateInterval(of: .month, for: day),
      let first = calendar.dateInterval(of: .weekOfMonth, for: month.start)?.start
    else { throw PageError.notFound }
    let path = "\(StatisticsRoutes.calendar)?month=\(format.day(month.start).prefix(7))"
    let entries = try await entries(month, format)
    var model = try await site.sections(.statistics, heading: "Calendar", path: path)
    func link(_ offset: Int) -> String? {
      calendar.date(byAdding: .month, value: offset, to: month.start).map {
        "\(StatisticsRoutes.calendar)?month=\(format.day($0).prefix(7))"
      }
    }
    if let previous = link(-1) { model.actions.append(.link("Previous month", previous)) }
    if let next = link(1) { model.actions.append(.link("Next month", next)) }
    let count = entries.values.reduce(0) { $0 + $1.count }
    model.liveCount = RuckWords.count(count, "entry", "entries")
    model.cards = [
      SectionCard(
        "month", StatisticsRoutes.monthName(month.start, format), note: model.liveCount,
        isWide: true
      ).picture(html(first, month, entries, format))
    ]
    return site.page(
      model, crumbs: [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)])
  }

  private func entries(
    _ month: DateInterval, _ format: FieldFormat
  ) async throws -> [String: [Entry]] {
    var result: [String: [Entry]] = [:]
    let days = try await site.library.days(
      from: month.start, to: month.end, in: format.calendar.calendar)
    for day in days {
      let text = format.day(day.date)
      result[text, default: []].append(
        Entry(
          title: format.measure.distance(day.distance),
          path: "\(RuckPaths.list)?from=\(text)&to=\(text)"))
    }
    for event in try await site.library.objects(EventItem.self)
    where month.contains(event.startDate) && !event.isCancelled {
      result[format.day(event.startDate), default: []].append(
        Entry(
          title: event.name,
          path: EventRoutes.path(event.id)))
    }
    for ruck in try await site.library.objects(PlannedRuckItem.self)
    where month.contains(ruck.date) && ruck.ruck == nil && !ruck.isSkipped {
      let plan = ruck.plan.map { "\(RuckTab.plans.path)/\(RuckPaths.text($0))" }
      result[format.day(ruck.date), default: []].append(
        Entry(title: "Plan: \(ruck.name)", path: plan ?? RuckTab.plans.path))
    }
    return result
  }

  /// The month as an HTML table; all text is escaped.
  private func html(
    _ first: Date, _ month: DateInterval, _ entries: [String: [Entry]], _ format: FieldFormat
  ) -> String {
    let calendar = format.calendar.calendar
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let heads = (0..<7).map {
      "<th scope=\"col\">\(names[(calendar.firstWeekday - 1 + $0) % 7])</th>"
    }
    var rows: [String] = []
    var day = first
    while day < month.end, rows.count < 6 {
      var cells: [String] = []
      for _ in 0..<7 {
        let text = format.day(day)
        let own = month.contains(day) && day < month.end ? entries[text] ?? [] : []
        let links = own.map {
          "<a href=\"\(HTMLEscaper.escaped($0.path))\">\(HTMLEscaper.escaped($0.title))</a>"
        }.joined(separator: " ")
        let kind = day < month.start || day >= month.end ? "outside" : own.isEmpty ? "" : "filled"
        let today = calendar.isDateInToday(day) ? " class=\"today\"" : ""
        cells.append(
          "<td class=\"\(kind)\"><span\(today)>\(calendar.component(.day, from: day))</span> "
            + "\(links)</td>")
        day = calendar.date(byAdding: .day, value: 1, to: day) ?? day.addingTimeInterval(86400)
      }
      rows.append("<tr>\(cells.joined())</tr>")
    }
    return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Days of the month\">"
      + "<table class=\"month\"><thead><tr>\(heads.joined())</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></div>"
  }
}
