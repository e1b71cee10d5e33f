// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// GET /trips: the trips, with the next one and its countdown first.
struct TripListRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.list)) { request, _ in
      let form = FormFields(query: request)
      var model = try await model(TripListQuery { form[$0] })
      model.pageNotice = form["done"].flatMap(TripNotice.init(rawValue:))?.text
      return site.page(title: "Trips", crumbs: [], TripListPage.name, model)
    }
  }

  private func model(_ query: TripListQuery) async throws -> TripListPage.Model {
    let all = try await site.library.trips(.all, countsItems: false)
    let archived = all.filter(\.trip.isArchived)
    let active = all.filter { !$0.trip.isArchived }
    var trips = query.isArchive ? archived : active
    let isEmpty = active.isEmpty && archived.isEmpty
    var hits: [UUID: [TripSearchHit]] = [:]
    if !query.text.isEmpty {
      let found = try await site.library.search(query.text, limit: 200)
      hits = Dictionary(grouping: found) { $0.trip ?? $0.id }
      trips = (trips + archived).filter { hits[$0.id] != nil }
    }
    let next =
      query.sortKey == .next && !query.isFiltered ? TripListQuery.coming(trips).first : nil
    let groups = query.groups(of: trips.filter { $0.id != next?.id })
    let size = TripListQuery.pageSize
    let pages = max(1, (groups.reduce(0) { $0 + $1.trips.count } + size - 1) / size)
    // After deletions, an open page may be beyond the last one.
    let page = min(query.page, pages)
    return TripListPage.Model(
      livePath: query.address, query: query.text, isEmpty: isEmpty,
      isWithoutMatch: !isEmpty && trips.isEmpty, isFiltered: query.isFiltered,
      count: TripFormat.count(trips.count, "trip"),
      sorts: trips.count > 1 ? Self.sorts(query) : [],
      next: page == 1 ? try await self.next(next) : nil,
      groups: TripListQuery.page(page, of: groups).map { group in
        TripListPage.Group(
          groupID: group.id, groupTitle: group.title,
          cards: group.trips.map { card($0, hits[$0.id] ?? []) })
      },
      pager: Pager(of: "trips", page: page, pages: pages) { query.with(page: $0).address },
      calendar: query.text.isEmpty ? calendar(trips, query) : nil,
      links: [
        query.isArchive || archived.isEmpty
          ? nil : PageLink("Archived (\(archived.count))", TripPaths.list + "?show=archived"),
        PageLink("Packing templates", TripPaths.templates),
        PageLink("Activity", TripPaths.activity), PageLink("Deleted", TripPaths.deleted),
      ].compactMap(\.self))
  }

  /// The links that sort the list.
  private static func sorts(_ query: TripListQuery) -> [TripListPage.Sort] {
    let titles: [(TripListQuery.SortKey, String)] = [
      (.next, "Next first"), (.date, "First day"), (.name, "Name"), (.length, "Length"),
    ]
    return titles.map { key, title in
      let isCurrent = key == query.sortKey
      let isDirected = isCurrent && key != .next
      return TripListPage.Sort(
        sortTitle: title, sortPath: query.sorted(by: key).address, isCurrent: isCurrent,
        sortDirection: isDirected ? query.direction.rawValue : nil,
        sortArrow: query.direction == .ascending ? "↑" : "↓")
    }
  }

  /// The calendar of a year with trips.
  private func calendar(
    _ trips: [TripSummary], _ query: TripListQuery
  ) -> TripListPage.Calendar? {
    guard let years = TripYears(trips, wanted: query.year, today: site.today),
      let picture = years.picture(in: site.calendar)
    else { return nil }
    return TripListPage.Calendar(
      yearTitle: "\(years.year)", yearPicture: picture,
      years: [years.previous, years.following].compactMap(\.self).map {
        PageLink("\($0)", query.with(year: $0).address)
      })
  }

  private func card(_ summary: TripSummary, _ hits: [TripSearchHit]) -> TripListPage.Card {
    let trip = summary.trip
    let format = site.format
    var chips: [TripStop.Chip] = []
    if let text = format.countdown(trip.firstDate, trip.lastDate, today: site.today) {
      chips.append(.init(chipText: text, chipStyle: ""))
    }
    if summary.segmentCount > 0 {
      chips.append(
        .init(chipText: TripFormat.count(summary.segmentCount, "journey"), chipStyle: "plain"))
    }
    if summary.packingCount > 0 {
      chips.append(
        .init(
          chipText: "\(summary.packedCount) of \(summary.packingCount) packed", chipStyle: "plain"))
    }
    for hit in hits.prefix(3) where hit.type != "Trip" {
      chips.append(.init(chipText: String(hit.name.prefix(28)), chipStyle: "warn"))
    }
    return TripListPage.Card(
      cardTitle: trip.title, cardPath: TripPaths.trip(trip.id),
      weekday: trip.firstDate.map(format.weekday) ?? "–",
      dayNumber: trip.firstDate.map { "\($0.day)" } ?? "?",
      month: trip.firstDate.map(format.month) ?? "open",
      dates: format.range(trip.firstDate, trip.lastDate) ?? "No dates yet",
      cardDestination: trip.destination.isEmpty ? nil : trip.destination, chips: chips)
  }

  /// The card of the next trip, with its map and its next step.
  private func next(_ summary: TripSummary?) async throws -> TripListPage.Next? {
    guard let summary, let detail = try await site.library.trip(summary.id) else { return nil }
    let view = TripView(detail, format: site.format)
    let trip = detail.trip
    let map = view.map()?.svg(title: "Map of \(trip.title)")
    var step: TripListPage.Step?
    if let next = try await site.library.next(now: .now), next.trip.id == trip.id {
      let stop = next.segment.map(view.stop) ?? next.item.map(view.stop)
      let left = site.format.duration(next.seconds).map { "in \($0)" }
      step = stop.map {
        TripListPage.Step(
          stepKind: $0.kind, stepIcon: $0.icon, stepTitle: $0.stopTitle, stepPath: $0.stopPath,
          stepDetail: [site.format.full(next.time), left].compactMap(\.self)
            .joined(separator: " · "))
      }
    }
    return TripListPage.Next(
      nextTitle: trip.title, nextPath: TripPaths.trip(trip.id),
      when: site.format.countdown(trip.firstDate, trip.lastDate, today: site.today) ?? "next",
      nextDates: [
        site.format.range(trip.firstDate, trip.lastDate),
        BidirectionalText.isolated(trip.destination),
      ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "),
      step: step, nextMap: map)
  }
}

extension TripSite {
  /// The results of a search over all trips.
  func results(_ text: String, limit: Int) async throws -> [SearchResult] {
    try await library.search(text, limit: limit).map { hit in
      let noun = TripWords.noun(hit.type)
      let name = hit.type == "Trip" ? nil : hit.tripTitle
      let path =
        hit.trip.map { TripPaths.object(hit.type, hit.id, in: $0) ?? TripPaths.trip($0) }
        ?? TripPaths.templates
      return SearchResult(
        title: hit.name.isEmpty ? hit.snippet.text : hit.name, path: path,
        detail: [noun.prefix(1).uppercased() + noun.dropFirst(), name].compactMap(\.self)
          .joined(separator: " in "))
    }
  }
}
