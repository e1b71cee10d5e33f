// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET /rucks/statistics/report: the rucks of a period, for print.
struct ReportRoute: Sendable {
  /// The maximum number of rucks in a report.
  private static let limit = 1000

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(StatisticsRoutes.report)) { request, _ in
      try await report(FormFields(query: request))
    }
  }

  private func report(_ query: FormFields) async throws -> Response {
    let format = try await site.format()
    let calendar = format.calendar.calendar
    let year = calendar.dateInterval(of: .year, for: .now)
    let from = query["from"].flatMap(format.calendar.day) ?? year?.start ?? .now
    let last = query["to"].flatMap(format.calendar.day) ?? calendar.startOfDay(for: .now)
    let end = calendar.date(byAdding: .day, value: 1, to: last) ?? last
    var request = RuckQuery(from: from, to: end)
    var (rucks, pages): ([RuckSummary], Int) = ([], 1)
    while request.page <= pages, rucks.count < Self.limit {
      let result = try await site.library.rucks(request, in: calendar)
      rucks += result.rucks
      pages = result.pages
      request.page += 1
    }
    let profile = try await site.library.profile()
    var model = try await site.sections(.statistics, heading: "Report")
    model.subtitle =
      "\(profile.displayName), \(format.calendar.date(from)) to \(format.calendar.date(last))"
    model.livePath = nil
    model.cards = [
      SectionCard("totals", "Totals", isWide: true).figures(figures(rucks, format)),
      SectionCard("rucks", "Rucks", note: RuckWords.count(rucks.count, "ruck"), isWide: true)
        .table(
          ["Ruck", "Distance", "Time", "Climb", "Pack", "Energy"],
          rucks.map { row($0, format) }, empty: "There is no ruck in these days."),
    ]
    model.forms = [
      SectionCard("days", "Days", isWide: true).queryForm(
        StatisticsRoutes.report, submit: "Show the report",
        [("from", "From", format.day(from)), ("to", "To", format.day(last))])
    ]
    return site.page(
      model, crumbs: [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)])
  }

  private func figures(_ rucks: [RuckSummary], _ format: FieldFormat) -> [FigureTile] {
    func sum(_ value: (RuckSummary) -> Double) -> Double { rucks.reduce(0) { $0 + value($1) } }
    let mean = rucks.isEmpty ? nil : sum(\.packWeight) / Double(rucks.count)
    return [
      FigureTile("Rucks", "\(rucks.count)"),
      FigureTile("Distance", format.measure.distance(sum(\.distance))),
      FigureTile("Time", format.measure.duration(sum(\.duration), style: .minutes)),
      FigureTile("Climb", format.measure.elevation(sum(\.elevationGain))),
      FigureTile("Mean pack", format.measure.weight(mean)),
      FigureTile("Energy", format.measure.calories(sum { $0.calories?.kilocalories ?? 0 })),
    ]
  }

  private func row(_ ruck: RuckSummary, _ format: FieldFormat) -> SectionCard.Row {
    .init(
      RuckTitle.text(ruck), path: RuckPaths.ruck(ruck.id),
      detail: RuckTitle.date(ruck, calendar: format.calendar),
      [
        format.measure.distance(ruck.distance),
        ruck.isTimed ? format.measure.duration(ruck.duration) : "--",
        format.measure.elevation(ruck.elevationGain), format.measure.weight(ruck.packWeight),
        format.measure.calories(ruck.calories?.kilocalories),
      ])
  }
}

/// GET /rucks/statistics/map: the tracks of all rucks on one map.
struct TracksRoute: Sendable {
  /// The maximum number of rucks on the map.
  private static let limit = 500
  /// The maximum number of points of a ruck.
  private static let points = 150
  private static let data = "\(StatisticsRoutes.map)/track.json"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(StatisticsRoutes.map)) { _, _ in try await page() }
    router.get(RouterPath(Self.data)) { _, _ in
      try TrackMapData(
        track: try await site.library.tracks(limit: Self.limit, points: Self.points).track
      ).response()
    }
  }

  private func page() async throws -> Response {
    let format = try await site.format()
    let (track, count) = try await site.library.tracks(limit: Self.limit, points: Self.points)
    var model = try await site.sections(
      .statistics, heading: "Map of all tracks", path: StatisticsRoutes.map)
    model.liveCount = RuckWords.count(count, "ruck")
    let map = site.site.maps.map(
      of: track, dataPath: Self.data, unitSystem: format.unitSystem)
    model.scripts = site.site.maps.scripts
    // The page shows private places to their owner, and paper may reach other people.
    let isPrivate = try await site.library.hasPrivatePositions(track)
    let html = map.map { isPrivate ? "<div class=\"unprinted\">\($0.html)</div>" : $0.html }
    model.cards = [
      SectionCard("tracks", "Tracks", note: model.liveCount, isWide: true).picture(html)
        .prose(
          map == nil ? "No ruck has positions yet." : "",
          isPrivate ? "Tracks enter privacy zones, so the map is not printed." : "")
    ]
    return site.page(
      model, crumbs: [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)])
  }
}
