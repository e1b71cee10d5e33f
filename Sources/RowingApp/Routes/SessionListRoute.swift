// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// The order, filters and page of the list as query parameters of its address.
///
/// An invalid value counts as absent, so that every address shows a list.
struct SessionListQuery: Sendable {
  var sortKey = SessionQuery.SortKey.date
  var direction = SessionQuery.Direction.descending
  /// The first and the last day, as "2026-11-21"; empty for none.
  var from = ""
  var to = ""
  var text = ""
  /// The minimum distance as entered, such as "2000 m"; empty for none.
  var minimum = ""
  var machine: RowingMachine?
  var type: SessionType?
  var athlete: UUID?
  var page = 1

  /// Reads query parameters.
  init(_ value: (String) -> String?) {
    sortKey = value("sort").flatMap(SessionQuery.SortKey.init) ?? sortKey
    direction = value("order").flatMap(SessionQuery.Direction.init) ?? direction
    from = value("from").map { String($0.prefix(10)) } ?? ""
    to = value("to").map { String($0.prefix(10)) } ?? ""
    text = value("text").map { String($0.prefix(200)) } ?? ""
    minimum = value("minimum").map { String($0.prefix(20)) } ?? ""
    machine = value("machine").flatMap { RowingMachine(rawValue: $0) }
    type = value("type").flatMap { SessionType(rawValue: $0) }
    athlete = value("athlete").flatMap { UUID(uuidString: $0) }
    page = max(1, value("page").flatMap { Int($0) } ?? 1)
  }

  /// Whether any filter is set.
  var isFiltered: Bool {
    !(from + to + text + minimum).isEmpty || machine != nil || type != nil || athlete != nil
  }

  /// The query of the library.
  func query(calendar: PageCalendar) -> SessionQuery {
    let end = calendar.day(to).flatMap {
      calendar.calendar.date(byAdding: .day, value: 1, to: $0)
    }
    return SessionQuery(
      athlete: athlete, from: calendar.day(from), to: end, machine: machine, type: type,
      text: text, minimumDistance: DistanceText.metres(minimum), sortKey: sortKey,
      direction: direction, page: page)
  }

  /// The address of the list with this query, below a path.
  func address(_ path: String) -> String {
    Paths.address(
      path,
      [
        ("sort", sortKey == .date ? "" : sortKey.rawValue),
        ("order", direction == .descending ? "" : direction.rawValue), ("from", from), ("to", to),
        ("text", text), ("minimum", minimum), ("machine", machine?.rawValue ?? ""),
        ("type", type?.rawValue ?? ""), ("athlete", athlete.map(RowPaths.text) ?? ""),
        ("page", page > 1 ? "\(page)" : ""),
      ])
  }

  /// Returns the query for another page of the list.
  func with(page: Int) -> SessionListQuery {
    var query = self
    query.page = page
    return query
  }

  /// Returns the query sorted by a column; a second selection of the column reverses the order.
  func sorted(by key: SessionQuery.SortKey) -> SessionListQuery {
    var query = self
    query.page = 1
    query.sortKey = key
    // The fastest pace is the smallest.
    let first: SessionQuery.Direction = key == .pace ? .ascending : .descending
    let other: SessionQuery.Direction = key == .pace ? .descending : .ascending
    query.direction = key == sortKey && direction == first ? other : first
    return query
  }
}

/// GET /rowing and /fragments/rowing: serves the list, or only its part that is updated.
struct SessionListRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.list)) { request, _ in
      let model = try await site.listModel(request)
      return try await site.page(
        title: "Rowing", tab: RowPaths.list,
        SessionListPage.render(model, templates: site.templates))
    }
    router.get(RouterPath(RowPaths.listFragment)) { request, _ in
      let model = try await site.listModel(request)
      return site.html(SessionListPage.renderFragment(model, templates: site.templates))
    }
  }
}

extension RowSite {
  /// Loads the list's values for the query of a request.
  func listModel(_ request: Request, message: String? = nil) async throws -> SessionListPage.Model {
    let parameters = FormFields(query: request)
    let query = SessionListQuery { parameters[$0] }
    let viewer = try await library.viewer()
    let athletes = try await library.athletes().filter { viewer.shows($0.id) }
    var filters = query.query(calendar: calendar).restricted(to: viewer)
    var result = try await library.sessions(filters)
    if filters.page > result.pages {
      // After deletions, an open page may be beyond the last one.
      filters.page = result.pages
      result = try await library.sessions(filters)
    }
    let hasSeveral = athletes.count > 1
    let isEmpty = result.count == 0 && !query.isFiltered
    let whole = SessionQuery(athlete: query.athlete).restricted(to: viewer)
    let days = try await recentDays(whole)
    return SessionListPage.Model(
      totals: try await totals(result, whole), weeks: weeks(of: days), year: year(of: days),
      columns: Self.columns(query),
      rows: result.sessions.map { row($0, hasSeveral: hasSeveral) },
      pager: Pager(of: "sessions", page: query.page, pages: result.pages) {
        query.with(page: $0).address(RowPaths.list)
      },
      filters: Self.filters(query, athletes: athletes), isEmpty: isEmpty,
      isWithoutMatch: !isEmpty && result.count == 0,
      count: RowText.count(result.count, "session"),
      fragment: query.address(RowPaths.listFragment),
      upload: upload(athletes, message: message))
  }

  private func upload(
    _ athletes: [AthleteSnapshot], message: String?
  ) -> SessionListPage.Upload {
    let choices = athletes.map { (RowPaths.text($0.id), $0.name) }
    return SessionListPage.Upload(
      token: token.text, limit: ByteSize.text(configuration.maximumUploadSize),
      athletes: athletes.count > 1 ? FormChoice.list(choices, selected: choices.first?.0) : [],
      message: message)
  }

  private func row(_ session: SessionSummary, hasSeveral: Bool) -> SessionListPage.Row {
    SessionListPage.Row(
      title: SessionTitle.text(session), link: RowPaths.session(session.id),
      date: SessionTitle.date(session, calendar: calendar),
      machineDate: calendar.machine(session.startedAt),
      athlete: hasSeveral ? session.athleteName : nil, chips: SessionTitle.chips(session),
      distance: RowFormat.distance(session.distance), time: RowFormat.time(session.duration),
      pace: session.paceText ?? RowFormat.pace(session.pace),
      rate: RowFormat.number(session.strokeRate, ""), power: RowFormat.watts(session.power),
      heartRate: RowFormat.number(session.heartRate.map(Double.init), ""))
  }

  /// The totals of the matching sessions, and of this season.
  private func totals(
    _ result: SessionPage, _ whole: SessionQuery
  ) async throws -> [FigureTile] {
    let season = try await library.latestSeason(whole, in: calendar.calendar)
    var tiles = [
      FigureTile("Sessions", RowFormat.number(Double(result.count), "")),
      FigureTile("Distance", RowFormat.distance(result.distance)),
      FigureTile("Time", RowFormat.total(result.duration)),
    ]
    if let season {
      tiles.append(
        FigureTile(
          "Season \(season.label)", RowFormat.distance(season.distance),
          note: RowText.count(season.sessions, "session")))
    }
    return tiles
  }

  private static func columns(_ query: SessionListQuery) -> [ColumnHeading] {
    let all: [(String, SessionQuery.SortKey?)] = [
      ("Session", .date), ("Distance", .distance), ("Time", .duration), ("Pace", .pace),
      ("Power", .power), ("Rate", nil), ("Heart", nil),
    ]
    return all.map { title, key in
      ColumnHeading(
        title: title, link: key.map { query.sorted(by: $0).address(RowPaths.list) },
        order: key == query.sortKey ? query.direction.rawValue : nil)
    }
  }

  private static func filters(
    _ query: SessionListQuery, athletes: [AthleteSnapshot]
  ) -> SessionListPage.Filters {
    var choices = [
      ChoiceField(
        "Machine", name: "machine",
        FormChoice.list(
          [("", "All")] + RowingMachine.allCases.map { ($0.rawValue, $0.rawValue) },
          selected: query.machine?.rawValue ?? "")),
      ChoiceField(
        "Kind", name: "type",
        FormChoice.list(
          [("", "All")] + SessionType.allCases.map { ($0.rawValue, $0.rawValue) },
          selected: query.type?.rawValue ?? "")),
    ]
    if athletes.count > 1 {
      choices.append(
        ChoiceField(
          "Athlete", name: "athlete",
          FormChoice.list(
            [("", "All")] + athletes.map { (RowPaths.text($0.id), $0.name) },
            selected: query.athlete.map(RowPaths.text) ?? "")))
    }
    return SessionListPage.Filters(
      sort: query.sortKey.rawValue, order: query.direction.rawValue, text: query.text,
      from: query.from, to: query.to, minimum: query.minimum, choices: choices,
      reset: query.isFiltered ? RowPaths.list : nil)
  }
}
