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
      let query = String((form["q"] ?? "").prefix(200)).trimmingCharacters(in: .whitespaces)
      var model = try await model(query: query, isArchive: form["show"] == "archived")
      model.pageNotice = form["done"].flatMap(TripNotice.init(rawValue:))?.text
      return site.page(title: "Trips", crumbs: [], TripListPage.name, model)
    }
  }

  private func model(query: String, isArchive: Bool) async throws -> TripListPage.Model {
    let archived = try await site.library.trips(.archived)
    let active = try await site.library.trips(.active)
    var trips = isArchive ? archived : active
    let isEmpty = active.isEmpty && archived.isEmpty
    var hits: [UUID: [TripSearchHit]] = [:]
    if !query.isEmpty {
      let found = try await site.library.search(query, limit: 200)
      hits = Dictionary(grouping: found) { $0.trip ?? $0.id }
      trips = (trips + (isArchive ? [] : archived)).filter { hits[$0.id] != nil }
    }
    let coming = trips.filter { $0.phase == .current || $0.phase == .upcoming }
      .sorted {
        ($0.phase == .current ? "" : $0.trip.startDay ?? "")
          < ($1.phase == .current ? "" : $1.trip.startDay ?? "")
      }
    let next = query.isEmpty && !isArchive ? coming.first : nil
    let groups: [(String, String, [TripSummary])] =
      isArchive
      ? [("archived", "Archived", trips)]
      : [
        ("coming", "Coming", coming.filter { $0.id != next?.id }),
        ("undated", "Without dates", trips.filter { $0.phase == .undated }),
        ("past", "Past", trips.filter { $0.phase == .past }),
      ]
    let address =
      query.isEmpty
      ? (isArchive ? "?show=archived" : "")
      : "?q=" + (query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    return TripListPage.Model(
      livePath: TripPaths.list + address, query: query, isEmpty: isEmpty,
      isWithoutMatch: !isEmpty && trips.isEmpty, isFiltered: !query.isEmpty || isArchive,
      count: TripFormat.count(trips.count, "trip"),
      next: next == nil ? nil : try await self.next(next),
      groups: groups.filter { !$0.2.isEmpty }.map { id, title, trips in
        TripListPage.Group(
          groupID: id, groupTitle: title, cards: trips.map { card($0, hits[$0.id] ?? []) })
      },
      links: [
        isArchive || archived.isEmpty
          ? nil : PageLink("Archived (\(archived.count))", TripPaths.list + "?show=archived"),
        PageLink("Packing templates", TripPaths.templates), PageLink("Deleted", TripPaths.deleted),
      ].compactMap(\.self))
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
      nextDates: [site.format.range(trip.firstDate, trip.lastDate), trip.destination]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · "),
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
