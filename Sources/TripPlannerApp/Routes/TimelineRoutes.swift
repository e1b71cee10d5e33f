// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// GET /trips/:trip: the timeline; /trips/:trip/days/:day: a day; /trips/:trip/print: the whole trip on paper.
struct TimelineRoutes: Sendable {
  /// The number of findings on the timeline.
  private static let findingLimit = 4

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip") { request, context in
      let view = try await site.view(context)
      return site.page(
        title: view.detail.trip.title, of: view, TimelinePage.name,
        try await timeline(view, request))
    }
    router.get("/trips/:trip/days/:day") { request, context in
      let view = try await site.view(context)
      guard let day = context.parameters.get("day").flatMap({ StoredTime.day($0) }) else {
        throw PageError.noSuchPart("day", of: view.tripID)
      }
      return site.page(
        title: view.format.day(day), of: view, DayPage.name, try await self.day(day, view, request))
    }
    router.get("/trips/:trip/print") { _, context in
      let view = try await site.view(context)
      let plan = try await site.library.plan(view.tripID)
      return site.page(
        title: "Print", of: view, PrintPage.name, PrintPage.Model(view, plan, today: site.today))
    }
  }

  // MARK: The timeline

  private func timeline(_ view: TripView, _ request: Request) async throws -> TimelinePage.Model {
    let id = view.tripID
    let detail = view.detail
    let plan = Itinerary.days(detail.trip, detail.segments, detail.items)
    let findings = try await site.library.findings(of: detail)
    let path = TripPaths.trip(id)
    let days = days(view, plan)
    return TimelinePage.Model(
      header: try await site.header(
        view, .timeline, here: path, findingCount: findings.count, request: request),
      livePath: path, token: site.token.text,
      days: days, todayPath: days.first { $0.isToday }.map { "#\($0.dayID)" },
      undated: plan.filter { $0.date == nil }.flatMap { view.stops($0) },
      findings: findings.prefix(Self.findingLimit).map { view.line($0) },
      moreFindings: findings.count > Self.findingLimit
        ? "All \(findings.count) findings" : nil,
      findingsPath: TripPaths.page(id, TripTab.findings.rawValue),
      isEmpty: detail.segments.isEmpty && detail.items.isEmpty,
      segmentPath: TripPaths.page(id, "segments/new"), itemPath: TripPaths.page(id, "items/new"),
      importPath: TripPaths.importFiles + "?trip=\(TripPaths.text(id))",
      printPath: TripPaths.page(id, "print"), tripNotes: TripInput.text(detail.trip.notes))
  }

  private func days(_ view: TripView, _ plan: [PlanDay]) -> [TimelinePage.Day] {
    let weather = weather(view, plan)
    return TimelineDays(view, today: site.today, token: site.token.text).days(plan).map { day in
      var day = day
      day.weather = weather[day.dayID]
      return day
    }
  }

  /// The cached forecasts of a plan's days, by the identifiers of the days on the page.
  private func weather(_ view: TripView, _ plan: [PlanDay]) -> [String: String] {
    let rows = site.weather.forecasts(view.detail.positions(of: plan), today: site.today)
    var texts: [String: String] = [:]
    for (date, row) in rows {
      guard let text = row.text else { continue }
      texts["day-\(date)"] = "\(text) · forecast of \(site.calendar.dateAndTime(row.fetchedAt))"
    }
    return texts
  }

  // MARK: A day

  private func day(
    _ date: LocalDate, _ view: TripView, _ request: Request
  ) async throws -> DayPage.Model {
    let plan = try await site.library.plan(view.tripID)
    let day =
      plan.first { $0.date == date } ?? PlanDay(withoutEntriesOn: date)
    let path = TripPaths.day(view.tripID, date)
    func link(_ days: Int) -> PageLink? {
      date.adding(days: days).map { PageLink(view.format.day($0), TripPaths.day(view.tripID, $0)) }
    }
    let (segments, items) = (day.segments, day.items)
    let places = view.mappedPlaces(segments: segments, items: items, savedToo: false)
    let picture = TripMapPicture(legs: view.legs(segments), markers: view.markers(places))
    return DayPage.Model(
      header: try await site.header(view, .timeline, here: path, request: request),
      livePath: path, token: site.token.text, dayTitle: view.format.day(date),
      daySubtitle: TimelineDays(view, today: site.today, token: site.token.text)
        .subtitle(day, isBelowDate: true),
      weather: weather(view, plan)["day-\(date)"],
      stops: view.stops(day, moving: site.token.text), previous: link(-1), following: link(1),
      dayMap: picture?.svg(title: "Map of \(view.format.day(date))"),
      places: places.map { view.line($0) }, addAction: path,
      segmentPath: TripPaths.page(view.tripID, "segments/new?day=\(date)"),
      itemPath: TripPaths.page(view.tripID, "items/new?day=\(date)"),
      kinds: PlanKind.allCases.map {
        .init(optionValue: $0.rawValue, optionTitle: TripWords.title($0), isSelected: false)
      },
      transfer: day.entries.isEmpty
        ? nil : try await site.transfer("Move this day to another trip", of: path, view))
  }
}

/// The days of a timeline.
struct TimelineDays {
  private let view: TripView
  private let today: LocalDate?
  private let token: String

  init(_ view: TripView, today: LocalDate?, token: String) {
    (self.view, self.today, self.token) = (view, today, token)
  }

  /// The days with entries, the first day and today; runs of other days become a line between them.
  func days(_ plan: [PlanDay]) -> [TimelinePage.Day] {
    var result: [TimelinePage.Day] = []
    var others: [PlanDay] = []
    var isEmpty = true
    for day in plan where day.date != nil {
      let isShown = isShown(day)
      if isShown { isEmpty = false }
      guard isShown || result.isEmpty else {
        others.append(day)
        continue
      }
      addGap(others, to: &result)
      others = []
      result.append(self.day(day))
    }
    // Of an empty plan, the last day is shown, too.
    let last = isEmpty ? others.popLast() : nil
    addGap(others, to: &result)
    if let last { result.append(day(last)) }
    return result
  }

  private func isShown(_ day: PlanDay) -> Bool {
    day.date == today
      || day.entries.contains { entry in
        if case .night = entry { false } else { true }
      }
  }

  /// Adds a line for days without entries below the last day, with a link to the first of them.
  private func addGap(_ days: [PlanDay], to result: inout [TimelinePage.Day]) {
    guard let date = days.first?.date, !result.isEmpty else { return }
    result[result.count - 1].gap = gap(days)
    result[result.count - 1].gapPath = TripPaths.day(view.tripID, date)
  }

  private func gap(_ days: [PlanDay]) -> String {
    let stays = Set(
      days.flatMap(\.entries).compactMap { entry in
        if case .night(let item) = entry { item.title } else { nil }
      })
    let count = view.format.days(days.count)
    let stay = stays.count == 1 ? stays.first.map(BidirectionalText.isolated) : nil
    let place = stay.map { " at \($0)" } ?? ""
    return "\(count)\(place), nothing planned"
  }

  private func day(_ day: PlanDay) -> TimelinePage.Day {
    guard let date = day.date else {
      return TimelinePage.Day(
        dayID: "undated", dayPath: "", weekday: "", dayNumber: "", month: "", dayTitle: "",
        daySubtitle: "", isToday: false, stops: [], gap: nil, addPath: "")
    }
    return TimelinePage.Day(
      dayID: "day-\(date)", dayPath: TripPaths.day(view.tripID, date),
      weekday: view.format.weekday(date), dayNumber: "\(date.day)", month: view.format.month(date),
      dayTitle: day.number.map { "Day \($0)" } ?? view.format.day(date), daySubtitle: subtitle(day),
      isToday: date == today, stops: view.stops(day), gap: nil,
      addPath: TripPaths.day(view.tripID, date) + "#add-title")
  }

  /// The date and the places of a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - isBelowDate: Whether the date is in the heading, and the number of the day is not.
  /// - Returns: The text.
  func subtitle(_ day: PlanDay, isBelowDate: Bool = false) -> String {
    guard let date = day.date else { return "" }
    let number = day.number.map { "Day \($0)" }
    var parts = [isBelowDate ? number : day.number == nil ? nil : view.format.day(date)]
    if date == today { parts.append("today") }
    let nights = day.entries.compactMap { entry in
      if case .night(let item) = entry {
        "Staying at \(BidirectionalText.isolated(item.title))"
      } else {
        nil
      }
    }
    parts.append(nights.first)
    let texts = parts.compactMap(\.self)
    return texts.isEmpty
      ? (isBelowDate ? "Outside of the trip's dates" : view.format.day(date))
      : texts.joined(separator: " · ")
  }
}

extension PlanDay {
  /// The journeys that depart or arrive on the day.
  var segments: [SegmentSnapshot] {
    entries.compactMap { entry in
      switch entry {
      case .departure(let segment), .arrival(let segment): segment
      case .item, .night, .checkOut: nil
      }
    }
  }

  /// The items and stays of the day.
  var items: [DayPlanItemSnapshot] {
    entries.compactMap { entry in
      switch entry {
      case .item(let item), .night(let item), .checkOut(let item): item
      case .departure, .arrival: nil
      }
    }
  }
}

extension TripView {
  /// The entries of a day; nights are in its heading.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - token: The form token, if the items can be moved.
  /// - Returns: The entries.
  func stops(_ day: PlanDay, moving token: String? = nil) -> [TripStop] {
    let movable = day.entries.compactMap { entry in
      if case .item(let item) = entry { item.id } else { nil }
    }
    return day.entries.compactMap { entry -> TripStop? in
      switch entry {
      case .departure(let segment): return stop(segment)
      case .arrival(let segment): return arrival(segment)
      case .night: return nil
      case .checkOut(let item): return checkOut(item)
      case .item(let item):
        var stop = stop(item)
        if let token, movable.count > 1, let index = movable.firstIndex(of: item.id) {
          stop.mover = TripStop.Mover(
            moveAction: TripPaths.item(tripID, item.id) + "/move", moveToken: token,
            moveTitle: stop.stopTitle, canMoveUp: index > 0, canMoveDown: index < movable.count - 1)
        }
        return stop
      }
    }
  }

  private func arrival(_ segment: SegmentSnapshot) -> TripStop? {
    guard let time = segment.arrivalTime else { return nil }
    let place = endName(place(segment.destinationID), segment.destinationName)
    var stop = TripStop(
      stopID: "arrival-\(TripPaths.text(segment.id))", kind: TripWords.icon(segment.mode),
      icon: "place", kindTitle: "Arrival", clock: format.clock(time),
      machineTime: Self.machine(time), zone: time.isDateOnly ? nil : format.zone(time),
      stopTitle: place.map { "Arrive in \(BidirectionalText.isolated($0))" } ?? "Arrival",
      stopPath: TripPaths.segment(tripID, segment.id))
    stop.meta = [line(segment).map(BidirectionalText.isolated), title(segment)]
      .compactMap(\.self).joined(separator: " · ")
    stop.isCancelled = segment.bookingStatus == .cancelled
    return stop
  }

  private func checkOut(_ item: DayPlanItemSnapshot) -> TripStop? {
    guard let time = item.endTime else { return nil }
    return TripStop(
      stopID: "leave-\(TripPaths.text(item.id))", kind: TripWords.icon(item.planKind),
      icon: TripWords.icon(item.planKind), kindTitle: "Check out", clock: format.clock(time),
      machineTime: Self.machine(time), zone: time.isDateOnly ? nil : format.zone(time),
      stopTitle: "Leave \(BidirectionalText.isolated(item.title))",
      stopPath: TripPaths.item(tripID, item.id), isCancelled: item.bookingStatus == .cancelled)
  }

  /// A place as a line of a list.
  func line(_ place: PlaceSnapshot) -> DayPage.PlaceLine {
    let detail = [place.code, place.locality, place.country].compactMap(\.self)
      .filter { !$0.isEmpty && $0 != place.name }
    return DayPage.PlaceLine(
      placeName: place.name.isEmpty ? TripWords.title(place.placeCategory) : place.name,
      placePath: TripPaths.place(tripID, place.id),
      placeDetail: detail.isEmpty ? nil : detail.joined(separator: ", "))
  }
}
