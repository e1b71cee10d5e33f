// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// The pages of journeys: /trips/:trip/segments/:id, its form, and its deletion.
struct SegmentRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/segments/new") { request, context in
      let view = try await site.view(context)
      var values = FormValues()
      values["depart-day"] = FormFields(query: request)["day"].map { String($0.prefix(10)) }
      values["arrive-day"] = values["depart-day"]
      return form(view, nil, values)
    }
    router.post("/trips/:trip/segments/new") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context), nil)
    }
    router.get("/trips/:trip/segments/:id") { request, context in
      let view = try await site.view(context)
      let segment = try view.segment(try context.identifier("id"))
      return site.page(
        title: view.title(segment), of: view, SegmentPage.name,
        try await model(segment, view, request))
    }
    let segments = PartRoutes("segments", of: site) { view, id in try view.segment(id) }
    segments.add(to: router, at: "/edit") { view, segment in
      form(view, segment, SegmentForm.values(segment, view))
    } store: { form, view, segment in
      try await stored(form, view, segment)
    } afterDeletion: { view, _ in
      TripPaths.trip(view.tripID)
    }
  }

  // MARK: The form

  private func stored(
    _ form: FormFields, _ view: TripView, _ segment: SegmentSnapshot?
  ) async throws -> Response {
    do {
      let values = FormValues(
        form, SegmentForm.names, present: segment.map { SegmentForm.values($0, view) })
      let change = try SegmentForm.change(values, view, segment)
      let booking = segment == nil ? try BookingForm.first(values, view) : nil
      try await site.library.insertNew(change.places)
      if let segment {
        try await site.library.edit(SegmentSnapshot.self, segment.id) { change.apply(&$0) }
        return site.redirect(to: TripPaths.segment(view.tripID, segment.id), .saved)
      }
      var new = SegmentSnapshot()
      new.tripID = view.tripID
      change.apply(&new)
      let stored = try await site.library.insert(new)
      if let booking {
        var first = BookingSnapshot()
        (first.tripID, first.segmentID) = (view.tripID, stored.id)
        booking(&first)
        try await site.library.insert(first)
      }
      return site.redirect(to: TripPaths.segment(view.tripID, stored.id), .added)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, segment, FormValues(form, SegmentForm.names), problem)
    }
  }

  private func form(
    _ view: TripView, _ segment: SegmentSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let path = segment.map { TripPaths.segment(view.tripID, $0.id) }
    var model = FormPage.Model(
      heading: segment == nil ? "Add transport" : "Edit transport",
      action: path.map { $0 + "/edit" } ?? TripPaths.page(view.tripID, "segments/new"),
      token: site.token, groups: SegmentForm.groups(values, view, isNew: segment == nil),
      submit: segment == nil ? "Add" : "Save", cancel: path ?? TripPaths.trip(view.tripID),
      base: segment == nil ? nil : values.base,
      removal: path.map { ("Delete", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }

  // MARK: The page

  private func model(
    _ segment: SegmentSnapshot, _ view: TripView, _ request: Request
  ) async throws -> SegmentPage.Model {
    let path = TripPaths.segment(view.tripID, segment.id)
    let findings = try await site.library.findings(view.tripID)
      .filter { $0.objects.contains(segment.id) }
    let places = view.mappedPlaces(segments: [segment], items: [], savedToo: false)
    let picture = TripMapPicture(legs: view.legs([segment]), markers: view.markers(places))
    let documents = view.detail.documents.filter { $0.segmentID == segment.id }
    return SegmentPage.Model(
      header: try await site.header(view, .timeline, here: path, request: request),
      livePath: path, token: site.token.text, kind: TripWords.icon(segment.mode),
      icon: TripWords.icon(segment.mode), passTitle: view.title(segment),
      passRight: view.line(segment),
      departure: view.end(
        "Departure", segment.departureTime, segment.originID, segment.originName,
        view.stand(segment.departureTerminal, segment.departureGate, segment.departurePlatform)),
      arrival: view.end(
        "Arrival", segment.arrivalTime, segment.destinationID, segment.destinationName,
        view.stand(segment.arrivalTerminal, segment.arrivalGate, segment.arrivalPlatform)),
      way: view.format.duration(segment.duration),
      wayDistance: view.format.distance(view.distance(segment)),
      chips: [TripWords.chip(segment.bookingStatus)].compactMap(\.self),
      facts: facts(segment, view), bookings: view.bookings(segment.id).map { view.card($0) },
      findings: findings.map { view.line($0) },
      documents: documents.map {
        PageLink($0.name, TripPaths.part(view.tripID, "documents", $0.id))
      },
      segmentNotes: TripInput.text(segment.notes), segmentMap: picture?.svg(title: "Map"),
      editPath: path + "/edit",
      addBookingPath: TripPaths.page(
        view.tripID, "bookings/new?segment=\(TripPaths.text(segment.id))"),
      deleteAction: path + "/delete", deleteTitle: "Delete",
      transfer: try await site.transfer("Move to another trip", of: path, view))
  }

  private func facts(_ segment: SegmentSnapshot, _ view: TripView) -> [SegmentPage.Fact] {
    let facts: [(String, String?, String?)] = [
      ("Booking code", segment.bookingCode, nil),
      ("Company", segment.carrier, nil),
      (
        "Boarding", segment.boardingTime.map { view.format.clock($0) ?? view.format.day($0.date) },
        nil
      ),
      ("Vehicle", segment.vehicle, nil),
      ("Web page", segment.url.map(WebAddress.host), segment.url.flatMap(WebAddress.link)),
    ]
    return facts.compactMap { label, value, path in
      value.flatMap {
        $0.isEmpty ? nil : SegmentPage.Fact(factLabel: label, factValue: $0, factPath: path)
      }
    }
  }
}

extension TripView {
  /// The journey with an identifier.
  func segment(_ id: UUID) throws -> SegmentSnapshot {
    try part(id, among: detail.segments, "journey")
  }

  /// An end of a journey.
  func end(
    _ label: String, _ time: TravelTime?, _ id: UUID?, _ name: String?, _ stand: String?
  ) -> SegmentPage.End {
    let place = place(id)
    let code = place?.code ?? place?.locality ?? name ?? place?.name ?? "?"
    let placeName = place.map { $0.name.isEmpty ? ($0.locality ?? "") : $0.name }
    return SegmentPage.End(
      endLabel: label, code: code, isLong: code.count > 4,
      placeName: placeName.flatMap { $0.isEmpty || $0 == code ? nil : $0 },
      placePath: place.map { TripPaths.place(tripID, $0.id) }, clock: time.flatMap(format.clock),
      machineTime: time.map(Self.machine), endDay: time.map { format.day($0.date) },
      endZone: time.flatMap { $0.isDateOnly ? nil : zoneText($0) }, stand: stand)
  }

  private func zoneText(_ time: TravelTime) -> String {
    let name = format.zone(time)
    guard let offset = time.offset else { return name }
    let text = TripFormat.offset(offset)
    return name == text ? name : "\(name), \(text)"
  }

  /// A booking with its barcode.
  func card(_ booking: BookingSnapshot) -> SegmentPage.BookingCard {
    let price = booking.price.map { price in
      booking.currency.map { format.amount(price, $0) } ?? "\(price)"
    }
    let facts: [(String, String?)] = [
      ("Booking code", booking.code), ("Seat", booking.seat), ("Coach", booking.coach),
      ("Class", booking.seatClass), ("Group", booking.boardingGroup),
      ("Sequence", booking.sequenceNumber), ("Ticket", booking.ticketNumber), ("Price", price),
      ("Membership", booking.membership), ("People", booking.partySize.map(String.init)),
      ("Notes", booking.notes),
    ]
    let who = booking.traveller.isEmpty ? "Booking" : booking.traveller
    let barcode = booking.barcodeValue.flatMap(BarcodePicture.init)
    return SegmentPage.BookingCard(
      bookingID: "booking-\(TripPaths.text(booking.id))", traveller: who,
      facts: facts.compactMap { label, value in
        value.flatMap { $0.isEmpty ? nil : SegmentPage.Fact(factLabel: label, factValue: $0) }
      },
      barcode: barcode?.svg(label: "Barcode of \(who)"),
      barcodeCaption: barcode == nil ? nil : "Show this code at the gate",
      editPath: TripPaths.part(tripID, "bookings", booking.id) + "/edit")
  }
}

/// Addresses of web pages in bookings, which may contain any text.
enum WebAddress {
  /// The address if it is one of the web; nil for others, such as scripts.
  static func link(_ text: String) -> String? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "https" || scheme == "http", url.host() != nil
    else { return nil }
    return text
  }

  /// The host of an address, or the text if it has none.
  static func host(_ text: String) -> String {
    link(text).flatMap { URL(string: $0)?.host() } ?? text
  }
}
