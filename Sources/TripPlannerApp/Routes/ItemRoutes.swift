// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// The items of the plan: /trips/:trip/items/:id with its form, its deletion and its moves, and the quick form of
/// a day.
struct ItemRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/items/new") { request, context in
      var values = FormValues()
      values["day"] = FormFields(query: request)["day"].map { String($0.prefix(10)) }
      return form(try await site.view(context), nil, values)
    }
    router.post("/trips/:trip/items/new") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context), nil)
    }
    router.post("/trips/:trip/days/:day") { request, context in
      try await addToDay(request, context)
    }
    router.get("/trips/:trip/items/:id") { request, context in
      let view = try await site.view(context)
      let item = try view.item(try context.identifier("id"))
      return site.page(
        title: item.name, of: view, SegmentPage.name, try await model(item, view, request))
    }
    let items = PartRoutes("items", of: site) { view, id in try view.item(id) }
    items.add(to: router, at: "/edit") { view, item in
      form(view, item, ItemForm.values(item, view))
    } store: { form, view, item in
      try await stored(form, view, item)
    } afterDeletion: { view, _ in
      TripPaths.trip(view.tripID)
    }
    router.post("/trips/:trip/items/:id/move") { request, context in
      try await move(request, context)
    }
  }

  /// Adds an item to a day by its title, kind and start.
  private func addToDay(_ request: Request, _ context: some RequestContext) async throws -> Response
  {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    guard let day = context.parameters.get("day").flatMap({ StoredTime.day($0) }) else {
      throw PageError.noSuchPart("day", of: view.tripID)
    }
    let path = TripPaths.day(view.tripID, day)
    func rejected(_ problem: FieldProblem) -> Response {
      var values = FormValues(form, ItemForm.names)
      values["day"] = day.description
      return self.form(view, nil, values, problem)
    }
    guard let title = TripInput.text(form["title"]) else {
      return rejected(FieldProblem("An entry needs a title.", field: "title"))
    }
    var item = DayPlanItemSnapshot()
    item.tripID = view.tripID
    item.title = String(title.prefix(500))
    item.planKind = PlanKind(rawValue: form["kind"] ?? "") ?? .activity
    item.bookingStatus = .planned
    item.date = day
    do {
      let zone = view.zone(on: day)
      let start = try TripInput.time(day: day.description, clock: form["start"], zone: zone)
      if start?.isDateOnly == false { item.startTime = start }
    } catch {
      return rejected(FieldProblem(error.message, field: "start"))
    }
    item.position = Itinerary.position(
      of: item, among: view.detail.items.filter { $0.day == item.day })
    try await site.library.insert(item)
    return site.redirect(to: path, .added)
  }

  /// Moves an item by places within its day, or before another item, or to another day.
  private func move(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    let item = try view.item(try context.identifier("id"))
    let day = form["day"].flatMap { StoredTime.day($0) } ?? item.date
    let siblings = view.detail.items.filter { $0.date == day && $0.id != item.id }
    var before = form["before"].flatMap { id in siblings.first { TripPaths.text($0.id) == id }?.id }
    if let steps = form["by"].flatMap({ Int($0) }), (-1000...1000).contains(steps) {
      let all = view.detail.items.filter { $0.date == day }
      let index = (all.firstIndex { $0.id == item.id } ?? 0) + steps
      before = siblings.indices.contains(max(0, index)) ? siblings[max(0, index)].id : nil
    }
    try await site.library.move(item.id, to: day, before: before)
    let path = day.map { TripPaths.day(view.tripID, $0) } ?? TripPaths.trip(view.tripID)
    // The moved entry has the focus, so that the keys can move it again.
    return site.redirect(to: path + "#item-\(TripPaths.text(item.id))", .moved)
  }

  // MARK: The form

  private func stored(
    _ form: FormFields, _ view: TripView, _ item: DayPlanItemSnapshot?
  ) async throws -> Response {
    do {
      let values = FormValues(
        form, ItemForm.names, present: item.map { ItemForm.values($0, view) })
      let change = try ItemForm.change(values, view, item)
      try await site.library.insertNew([change.place])
      if let item {
        try await site.library.edit(DayPlanItemSnapshot.self, item.id) { change.apply(&$0) }
        return site.redirect(to: TripPaths.item(view.tripID, item.id), .saved)
      }
      var new = DayPlanItemSnapshot()
      new.tripID = view.tripID
      change.apply(&new)
      new.position = Itinerary.position(
        of: new, among: view.detail.items.filter { $0.day == new.day })
      let stored = try await site.library.insert(new)
      let path = stored.date.map { TripPaths.day(view.tripID, $0) }
      return site.redirect(to: path ?? TripPaths.item(view.tripID, stored.id), .added)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, item, FormValues(form, ItemForm.names), problem)
    }
  }

  private func form(
    _ view: TripView, _ item: DayPlanItemSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let path = item.map { TripPaths.item(view.tripID, $0.id) }
    var model = FormPage.Model(
      heading: item == nil ? "Add to the plan" : "Edit the plan",
      action: path.map { $0 + "/edit" } ?? TripPaths.page(view.tripID, "items/new"),
      token: site.token, groups: ItemForm.groups(values, view),
      submit: item == nil ? "Add" : "Save", cancel: path ?? TripPaths.trip(view.tripID),
      base: item == nil ? nil : values.base,
      removal: path.map { ("Delete", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }

  // MARK: The page

  private func model(
    _ item: DayPlanItemSnapshot, _ view: TripView, _ request: Request
  ) async throws -> SegmentPage.Model {
    let path = TripPaths.item(view.tripID, item.id)
    let findings = try await site.library.findings(view.tripID)
      .filter { $0.objects.contains(item.id) }
    let place = view.place(item.placeID)
    let picture =
      place.flatMap { place in
        place.coordinates.map {
          TripMapPicture(legs: [], markers: [.init(position: $0, number: 1, label: place.name)])
        }
      } ?? nil
    let isStay = item.planKind == .lodging
    return SegmentPage.Model(
      header: try await site.header(view, .timeline, here: path, request: request),
      livePath: path, token: site.token.text, kind: TripWords.icon(item.planKind),
      icon: TripWords.icon(item.planKind), passTitle: item.name,
      passRight: TripWords.title(item.planKind),
      departure: view.end(isStay ? "Arrive" : "From", item.startTime, item, isFirst: true),
      arrival: view.end(isStay ? "Leave" : "Until", item.endTime, item, isFirst: false),
      way: view.length(item), wayDistance: nil,
      chips: [TripWords.chip(item.bookingStatus)].compactMap(\.self), facts: view.facts(item),
      bookings: view.bookings(item.id).map { view.card($0) },
      findings: findings.map { view.line($0) },
      documents: view.detail.documents.filter { $0.itemID == item.id }.map {
        PageLink($0.name, TripPaths.part(view.tripID, "documents", $0.id))
      },
      segmentNotes: TripInput.text(item.notes), segmentMap: picture?.svg(title: "Map"),
      editPath: path + "/edit",
      addBookingPath: TripPaths.page(view.tripID, "bookings/new?item=\(TripPaths.text(item.id))"),
      deleteAction: path + "/delete", deleteTitle: "Delete",
      transfer: try await site.transfer("Move to another trip", of: path, view))
  }
}

extension TripView {
  /// The item with an identifier.
  func item(_ id: UUID) throws -> DayPlanItemSnapshot {
    try part(id, among: detail.items, "plan")
  }

  /// The zone of a day: that of the stay, of the last arrival, or of the trip; nil if none is known.
  func zone(on day: LocalDate) -> TravelZone? {
    let stay = detail.items.first { item in
      guard item.planKind == .lodging, item.bookingStatus != .cancelled,
        let start = item.date ?? item.startTime?.date,
        let end = item.endTime?.date
      else { return false }
      return start <= day && day < end
    }
    if let zone = stay?.startTime?.zone, zone != .unknown { return zone }
    if let zone = place(stay?.placeID)?.zone.flatMap(TravelZone.init(identifier:)) { return zone }
    let arrival = detail.segments.last { segment in
      segment.bookingStatus != .cancelled && segment.arrivalTime.map { $0.date <= day } ?? false
    }
    if let zone = arrival?.arrivalTime?.zone, zone != .unknown { return zone }
    return detail.trip.zone.flatMap(TravelZone.init(identifier:))
  }

  /// The beginning or the end of an item.
  func end(
    _ label: String, _ time: TravelTime?, _ item: DayPlanItemSnapshot, isFirst: Bool
  ) -> SegmentPage.End {
    let day = isFirst ? item.date ?? time?.date : time?.date
    return SegmentPage.End(
      endLabel: label, code: day.map(format.shortDay) ?? "–", isLong: true, placeName: nil,
      placePath: nil, clock: time.flatMap(format.clock), machineTime: time.map(Self.machine),
      endDay: day.map { "\($0.year)" },
      endZone: time.flatMap { $0.isDateOnly ? nil : format.zone($0) }, stand: nil)
  }

  /// The length of an item: hours, or nights of a stay.
  func length(_ item: DayPlanItemSnapshot) -> String? {
    guard let start = item.startTime, let end = item.endTime else { return nil }
    let nights = end.date.daysSince1970 - start.date.daysSince1970
    if item.planKind == .lodging { return nights > 0 ? TripFormat.count(nights, "night") : nil }
    return format.duration(start.seconds(until: end))
  }

  func facts(_ item: DayPlanItemSnapshot) -> [SegmentPage.Fact] {
    let place = place(item.placeID)
    let facts: [(String, String?, String?)] = [
      ("Place", place?.name, place.map { TripPaths.place(tripID, $0.id) }),
      ("Address", place.map { TripView.address($0) }, nil),
      ("Telephone", place?.phone, nil),
      ("Booking code", item.bookingCode, nil),
      ("Web page", item.url.map(WebAddress.host), item.url.flatMap(WebAddress.link)),
      ("Done", item.isDone ? "yes" : nil, nil),
    ]
    return facts.compactMap { label, value, path in
      value.flatMap {
        $0.isEmpty ? nil : SegmentPage.Fact(factLabel: label, factValue: $0, factPath: path)
      }
    }
  }

  /// A finding with the page of its first object.
  func line(_ finding: Finding) -> TimelinePage.FindingLine {
    TimelinePage.FindingLine(
      findingText: finding.message,
      findingPath: path(of: finding) ?? TripPaths.page(tripID, TripTab.findings.rawValue))
  }

  /// The page of a finding's first object, or of its day.
  func path(of finding: Finding) -> String? {
    for id in finding.objects {
      if segmentIDs.contains(id) { return TripPaths.segment(tripID, id) }
      if itemIDs.contains(id) { return TripPaths.item(tripID, id) }
      if documentIDs.contains(id) { return TripPaths.part(tripID, "documents", id) + "/edit" }
    }
    switch finding.kind {
    case .overBudget, .missingRate: return TripPaths.page(tripID, "budget")
    default: return finding.day.map { TripPaths.day(tripID, $0) }
    }
  }
}
