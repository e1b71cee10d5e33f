// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
package import PageKit
import Rowing

/// The sessions and the shared dependencies of their routes.
struct RowSite: Sendable {
  /// The link to the first page.
  static let list = PageLink("Rowing", RowPaths.list)

  let library: RowingLibrary
  let site: Site

  var configuration: WebServerConfiguration { site.configuration }
  var templates: Templates { site.templates }
  var token: FormToken { site.token }
  var calendar: PageCalendar { site.calendar }

  /// A page with the tabs that the role of this machine's person shows.
  ///
  /// - Parameters:
  ///   - status: The response's status.
  ///   - title: The page's title, unescaped.
  ///   - tab: The path of the marked tab.
  ///   - crumbs: Links to the pages above this one.
  ///   - content: The page's content as HTML.
  /// - Returns: The response.
  /// - Throws: An error of the store.
  func page(
    status: HTTPResponse.Status = .ok, title: String, tab: String, crumbs: [PageLink] = [],
    _ content: String
  ) async throws -> Response {
    let tabs = RowTabs(current: tab, for: try await library.viewer())
    return site.page(
      status: status, title: title, at: RowPaths.list, crumbs: crumbs,
      templates.render(RowTabs.name, tabs) + content)
  }

  /// A page below others.
  ///
  /// - Parameters:
  ///   - status: The response's status.
  ///   - title: The page's title, unescaped.
  ///   - crumbs: Links to the pages above this one.
  ///   - content: The page's content as HTML.
  /// - Returns: The response.
  func page(
    status: HTTPResponse.Status = .ok, title: String, crumbs: [PageLink], _ content: String
  ) -> Response {
    site.page(status: status, title: title, at: RowPaths.list, crumbs: crumbs, content)
  }

  func html(_ text: String) -> Response { site.html(text) }

  func redirect(to path: String) -> Response { site.redirect(to: path) }
}

/// The links between the rowing pages.
struct RowTabs: Sendable {
  static let name = "row-tabs"
  static let template = #"""
    <nav class="tabs" aria-label="Rowing">{{#links}}<a href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{title}}</a>{{/links}}</nav>

    """#

  struct Link: Sendable {
    var title: String
    var path: String
    var isCurrent: Bool
  }

  var links: [Link]

  init(current: String, for viewer: RowingViewer) {
    var pages = [
      ("Sessions", RowPaths.list), ("Live", RowPaths.live), ("Records", RowPaths.records),
      ("Power curve", RowPaths.curve), ("Zones", RowPaths.zones), ("Load", RowPaths.load),
      ("Compare", RowPaths.compare), ("Analytics", RowPaths.analytics),
      ("Athletes", RowPaths.athletes),
    ]
    if viewer.isCoach { pages.append(("Board", RowPaths.board)) }
    links = pages.map { Link(title: $0, path: $1, isCurrent: $1 == current) }
  }
}

extension PageError {
  /// 404: the session doesn't exist, or was deleted.
  static var noSuchSession: PageError {
    .noSuch("session", list: PageLink("All sessions", RowPaths.list))
  }

  /// 404: the athlete doesn't exist, or was deleted.
  static var noSuchAthlete: PageError {
    .noSuch("athlete", list: PageLink("All athletes", RowPaths.athletes))
  }

  /// 404: the team doesn't exist, or was deleted.
  static var noSuchTeam: PageError {
    .noSuch("team", list: PageLink("The board", RowPaths.board))
  }
}

extension RowingLibraryError: PageErrorConvertible {
  package var pageError: PageError {
    switch self {
    case .sessionNotFound: .noSuchSession
    case .athleteNotFound: .noSuchAthlete
    case .teamNotFound: .noSuchTeam
    case .roleRequired: .notFound
    default: .failed(errorDescription)
    }
  }
}

extension RequestContext {
  /// The identifier in the path.
  func identifier(or error: PageError) throws -> UUID {
    guard let id = parameters.get("id").flatMap(UUID.init(uuidString:)) else { throw error }
    return id
  }
}

extension RowSite {
  /// The athlete of a page of figures, and the choice of another one.
  ///
  /// - Parameter form: The page's parameters.
  /// - Returns: The athlete of the parameter `athlete`, or else that of the latest session; nil
  ///   without athletes.
  /// - Throws: An error of the store.
  func athlete(_ form: FormFields) async throws -> (AthleteSnapshot?, ChoiceField) {
    let viewer = try await library.viewer()
    let all = try await library.athletes()
      .filter { viewer.shows($0.id) && ($0.sessions > 0 || $0.role == .athlete) }
    let given = form["athlete"].flatMap { UUID(uuidString: $0) }
    let latest = try await library.sessions(SessionQuery(pageSize: 1).restricted(to: viewer))
      .sessions.first?.athleteID
    let chosen =
      all.first { $0.id == given } ?? all.first { $0.id == latest } ?? all.first
    let choices = FormChoice.list(
      all.map { (RowPaths.text($0.id), $0.name) }, selected: chosen.map { RowPaths.text($0.id) })
    return (chosen, ChoiceField("Athlete", name: "athlete", choices))
  }

  /// The session with an identifier.
  ///
  /// - Throws: PageError.noSuchSession for an unknown session, and for one of an athlete that the
  ///   role of this machine's person does not show.
  func detail(_ id: UUID) async throws -> SessionDetail {
    guard let detail = try await library.session(id),
      try await library.viewer().shows(detail.summary.athleteID)
    else { throw PageError.noSuchSession }
    return detail
  }

  /// The calendar of the present year as HTML; nil without sessions in it.
  func year(_ query: SessionQuery = .init()) async throws -> String? {
    let calendar = calendar
    guard let year = calendar.calendar.dateInterval(of: .year, for: .now) else { return nil }
    return self.year(
      of: try await library.days(from: year.start, to: year.end, query, in: calendar.calendar))
  }

  /// The calendar of the present year as HTML; nil if no day is in it.
  func year(of days: [RowingDay]) -> String? {
    let calendar = calendar
    guard let year = calendar.calendar.dateInterval(of: .year, for: .now) else { return nil }
    let days = days.filter { $0.date >= year.start && $0.date < year.end }
    guard !days.isEmpty else { return nil }
    return CalendarPicture(
      year: calendar.calendar.component(.year, from: year.start),
      days: days.map {
        .init(
          date: $0.date, value: $0.distance,
          text: "\(calendar.date($0.date)): \(RowFormat.distance($0.distance))")
      }, in: calendar.calendar)?.figure
  }

  /// The number of weeks whose distance the list shows.
  private static let weekCount = 26

  /// The latest weeks up to the present one.
  private var latestWeeks: DateInterval? {
    let calendar = calendar.calendar
    guard let week = calendar.dateInterval(of: .weekOfYear, for: .now),
      let first = calendar.date(
        byAdding: .weekOfYear, value: 1 - Self.weekCount, to: week.start)
    else { return nil }
    return DateInterval(start: first, end: week.end)
  }

  /// The days with sessions in the present year and in the latest weeks.
  func recentDays(_ query: SessionQuery) async throws -> [RowingDay] {
    guard let weeks = latestWeeks,
      let year = calendar.calendar.dateInterval(of: .year, for: .now)
    else { return [] }
    return try await library.days(
      from: min(year.start, weeks.start), to: max(year.end, weeks.end), query,
      in: calendar.calendar)
  }

  /// The distance of the latest weeks as bars; nil if no day is in them.
  func weeks(of days: [RowingDay]) -> Plot? {
    let (calendar, count) = (calendar, Self.weekCount)
    guard let weeks = latestWeeks else { return nil }
    let (first, days) = (
      weeks.start, days.filter { $0.date >= weeks.start && $0.date < weeks.end }
    )
    guard !days.isEmpty else { return nil }
    var sums = [Double](repeating: 0, count: count)
    for day in days {
      // Days begin at midnight, at most some hours off by a change of the clock.
      let number = Int((day.date.timeIntervalSince(first) / 86_400).rounded())
      if sums.indices.contains(number / 7) { sums[number / 7] += day.distance }
    }
    let bars = sums.enumerated().map { index, sum in
      let start = calendar.calendar.date(byAdding: .weekOfYear, value: index, to: first) ?? first
      let text = calendar.date(start)
      // "21 Nov" of "Sat 21 Nov 2026".
      let label = text.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
      return BarPicture.Bar(
        label, sum / 1000, "Week of \(text): \(RowFormat.distance(sum))")
    }
    let total = sums.reduce(0, +)
    let description =
      "\(RowFormat.distance(total)) in the latest \(count) weeks, at most "
      + "\(RowFormat.distance(sums.max() ?? 0)) in one."
    return BarPicture(
      id: "weeks", title: "Distance by week", description: description, bars: bars, unit: "km",
      height: 110
    ).map {
      Plot(
        "By week",
        summary: "\(RowFormat.distance(total / Double(count))) on average", svg: $0.svg)
    }
  }
}
