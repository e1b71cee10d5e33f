// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// Runs a parser, and attributes its error to a field of the form.
func parsed<Value>(
  _ field: String, _ body: () throws(TripInputError) -> Value
) throws(FieldProblem) -> Value {
  do {
    return try body()
  } catch {
    throw FieldProblem(error.message, field: field)
  }
}

extension FieldProblem {
  /// Converts an error that rejects a value; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let problem as FieldProblem: self = problem
    case let error as TripInputError: self.init(error.message)
    case let error as TripLibraryError:
      if case .notFound = error { return nil }
      self.init(error.errorDescription ?? "The value is impossible.")
    default: return nil
    }
  }
}

/// The form of a trip.
enum TripForm {
  static let names = [
    "title", "destination", "start", "end", "zone", "currency", "budget", "categories", "notes",
  ]

  static func values(_ trip: TripSnapshot) -> FormValues {
    FormValues([
      "title": trip.title, "destination": trip.destination, "start": trip.startDay,
      "end": trip.endDay, "zone": trip.zone, "currency": trip.currency,
      "budget": trip.budget.map { "\($0)" },
      "categories": Budget.categoryBudgets(trip).sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value)" }.joined(separator: "\n"),
      "notes": trip.notes,
    ])
  }

  static func groups(_ values: FormValues) -> [FieldForm.Group] {
    [
      FieldForm.Group(
        fields: [
          .init(
            "title", "Name", values["title"], placeholder: "Spring in Japan", isRequired: true,
            isWhole: true),
          .init("destination", "Destination", values["destination"], isWhole: true),
          .init("start", "First day", values["start"], .date),
          .init("end", "Last day", values["end"], .date),
        ]),
      FieldForm.Group(
        legend: "Details",
        fields: [
          .init(
            "currency", "Currency", values["currency"],
            .text(proposals: ["EUR", "USD", "GBP", "CHF", "JPY", "NZD"]), placeholder: "EUR",
            hint: "Of the budget and of all sums."),
          .init("budget", "Budget", values["budget"], placeholder: "2500", inputMode: "decimal"),
          .init(
            "categories", "Budgets by category", values["categories"], .area(rows: 3),
            hint: "One in a line, such as Food: 300."),
          .init(
            "zone", "Time zone", values["zone"], placeholder: "Asia/Tokyo",
            hint: "For days and times without a place. Places have their own."),
          .init("notes", "Notes", values["notes"], .area(rows: 4)),
        ]),
    ]
  }

  /// Parses the submitted form.
  static func change(
    _ form: FormValues
  ) throws(FieldProblem) -> @Sendable (inout TripSnapshot) -> Void {
    guard let title = TripInput.text(form["title"]) else {
      throw FieldProblem("A trip needs a name.", field: "title")
    }
    let start = try parsed("start") { () throws(TripInputError) in try TripInput.day(form["start"])
    }
    let end = try parsed("end") { () throws(TripInputError) in try TripInput.day(form["end"]) }
    if let start, let end, end < start {
      throw FieldProblem("The last day is before the first one.", field: "end")
    }
    let currency = try parsed("currency") { () throws(TripInputError) in
      try TripInput.currency(form["currency"])
    }
    let budget = try parsed("budget") { () throws(TripInputError) in
      try TripInput.amount(form["budget"])
    }
    if form.changes("budget", "currency") {
      _ = try parsed("budget") { () throws(TripInputError) in
        try TripInput.budget(budget, in: currency)
      }
    }
    let areCategoriesNew = form.changes("categories", "currency")
    let categories =
      areCategoriesNew
      ? try parsed("categories") { () throws(TripInputError) in
        try TripInput.categoryBudgets(form["categories"], in: currency)
      } : [:]
    let zone = try parsed("zone") { () throws(TripInputError) in
      try TripInput.zoneName(form["zone"])
    }
    let (destination, notes) = (TripInput.text(form["destination"]), TripInput.text(form["notes"]))
    return { trip in
      trip.title = title
      trip.destination = destination ?? ""
      trip.firstDate = start
      trip.lastDate = end
      trip.currency = currency
      trip.budget = budget
      if areCategoriesNew {
        trip.categoryBudgets = Budget.encode(categoryBudgets: categories.compactMapValues(\.self))
      }
      trip.zone = zone
      trip.notes = notes
    }
  }
}

/// The form of a journey.
enum SegmentForm {
  static let names =
    [
      "transport", "title", "carrier", "number", "from", "depart-day", "depart-time", "depart-zone",
      "boarding",
      "to", "arrive-day", "arrive-time", "arrive-zone", "terminal", "gate", "platform",
      "arrival-terminal", "arrival-gate", "arrival-platform", "status", "code", "vehicle", "url",
      "notes",
    ] + BookingForm.firstNames

  static func values(_ segment: SegmentSnapshot, _ view: TripView) -> FormValues {
    func name(_ id: UUID?, _ name: String?) -> String? {
      guard let place = view.place(id) else { return name }
      return place.code ?? place.name
    }
    func clock(_ time: TravelTime?) -> String? { time.flatMap { TripFormat().clock($0) } }
    // The zone of the place is left out, so that another place brings its own.
    func zone(_ time: TravelTime?, _ place: UUID?) -> String? {
      guard let time else { return nil }
      switch time.zone {
      case .unknown: return nil
      case .named(let identifier):
        return identifier == view.place(place)?.zone ? nil : identifier
      case .offset: return TravelTime.offsetText(time)
      }
    }
    let (start, end) = (segment.departureTime, segment.arrivalTime)
    return FormValues([
      "transport": segment.mode.rawValue, "title": segment.title,
      "carrier": segment.carrier ?? segment.carrierCode, "number": segment.number,
      "from": name(segment.originID, segment.originName),
      "depart-day": start?.date.description, "depart-time": clock(start),
      "depart-zone": zone(start, segment.originID), "boarding": clock(segment.boardingTime),
      "to": name(segment.destinationID, segment.destinationName),
      "arrive-day": end?.date.description, "arrive-time": clock(end),
      "arrive-zone": zone(end, segment.destinationID),
      "terminal": segment.departureTerminal, "gate": segment.departureGate,
      "platform": segment.departurePlatform, "arrival-terminal": segment.arrivalTerminal,
      "arrival-gate": segment.arrivalGate, "arrival-platform": segment.arrivalPlatform,
      "status": segment.bookingStatus.rawValue, "code": segment.bookingCode,
      "vehicle": segment.vehicle, "url": segment.url, "notes": segment.notes,
    ])
  }

  /// The fields; those of the first traveller's booking are in the form of a new journey only.
  static func groups(
    _ values: FormValues, _ view: TripView, isNew: Bool
  ) -> [FieldForm.Group] {
    let places = view.detail.places.map { $0.code ?? $0.name }.filter { !$0.isEmpty }
    let zoneHint = "Empty: the zone of the place."
    return [
      FieldForm.Group(
        fields: [
          .init(
            "transport", "Kind", values["transport"] ?? "flight",
            .choice(Transport.allCases.map { ($0.rawValue, TripWords.title($0)) })),
          .init("carrier", "Company", values["carrier"], placeholder: "Air New Zealand"),
          .init("number", "Number", values["number"], placeholder: "NZ 6"),
          .init("title", "Title", values["title"], hint: "Empty: both ends."),
        ]),
      FieldForm.Group(
        legend: "Departure",
        fields: [
          .init(
            "from", "From", values["from"], .text(proposals: places), placeholder: "AKL",
            hint: "A place, or the code of an airport."),
          .init("depart-day", "Day", values["depart-day"], .date),
          .init("depart-time", "Local time", values["depart-time"], .time),
          .init("depart-zone", "Zone", values["depart-zone"], hint: zoneHint),
          .init("boarding", "Boarding", values["boarding"], .time),
          .init("terminal", "Terminal", values["terminal"]),
          .init("gate", "Gate", values["gate"]),
          .init("platform", "Platform", values["platform"]),
        ]),
      FieldForm.Group(
        legend: "Arrival",
        fields: [
          .init("to", "To", values["to"], .text(proposals: places), placeholder: "LAX"),
          .init("arrive-day", "Day", values["arrive-day"], .date),
          .init("arrive-time", "Local time", values["arrive-time"], .time),
          .init("arrive-zone", "Zone", values["arrive-zone"], hint: zoneHint),
          .init("arrival-terminal", "Terminal", values["arrival-terminal"]),
          .init("arrival-gate", "Gate", values["arrival-gate"]),
          .init("arrival-platform", "Platform", values["arrival-platform"]),
        ]),
      FieldForm.Group(
        legend: "Booking",
        fields: [
          .init(
            "status", "State", values["status"] ?? "confirmed",
            .choice(BookingStatus.allCases.map { ($0.rawValue, TripWords.title($0)) })),
          .init("code", "Booking code", values["code"]),
          .init("vehicle", "Vehicle", values["vehicle"]),
          .init("url", "Web address", values["url"]),
          .init("notes", "Notes", values["notes"], .area(rows: 3)),
        ]),
    ] + (isNew ? [BookingForm.firstGroup(values, view)] : [])
  }

  /// The change of a journey, and the places to insert before it.
  struct Change: Sendable {
    var apply: @Sendable (inout SegmentSnapshot) -> Void
    var places: [NamedPlace?]
  }

  /// An end of a journey as the form states it.
  private struct End: Sendable {
    var place: NamedPlace?
    var time: TravelTime?
    /// Whether the user changed the place.
    var isPlaceNew: Bool
    /// Whether the user changed the day, the clock, the zone or the place.
    var isTimeNew: Bool

    /// Whether the place replaces that with an identifier.
    ///
    /// A form shows the code of a place: an unchanged place retains the name that its source gave.
    func replacesPlace(_ id: UUID?) -> Bool {
      isPlaceNew && (place?.id == nil || place?.id != id)
    }

    /// Whether the time replaces another one.
    func replacesTime(_ known: TravelTime?) -> Bool {
      isTimeNew && !TravelTime.isSame(known, time)
    }
  }

  /// Parses the submitted form of a journey, or of a new one.
  ///
  /// Untouched ends keep their place and their time, also the parts that the form does not show.
  static func change(
    _ form: FormValues, _ view: TripView, _ segment: SegmentSnapshot?
  ) throws(FieldProblem) -> Change {
    let mode = Transport(rawValue: form["transport"] ?? "") ?? .other
    let start = try end(
      "depart", place: "from", form, view, mode, time: segment?.departureTime,
      view.named(segment?.originID, segment?.originName))
    let end = try end(
      "arrive", place: "to", form, view, mode, time: segment?.arrivalTime,
      view.named(segment?.destinationID, segment?.destinationName))
    if start.isTimeNew || end.isTimeNew, let first = start.time, let last = end.time,
      !first.isDateOnly, !last.isDateOnly, last.precedes(first)
    {
      throw FieldProblem(
        "The arrival is before the departure. Check the days and zones.", field: "arrive-time")
    }
    let isBoardingNew = form.changes("boarding", "depart-day", "depart-zone", "from")
    let boarding =
      isBoardingNew
      ? try parsed("boarding") { () throws(TripInputError) in
        try TripInput.boarding(form["boarding"], before: start.time)
      } : nil
    let status = BookingStatus(rawValue: form["status"] ?? "") ?? .confirmed
    let texts = Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        TripInput.text(form[name]).map { (name, $0) }
      })
    return Change(
      apply: { segment in
        segment.mode = mode
        segment.bookingStatus = status
        set(texts, in: &segment)
        if start.replacesPlace(segment.originID) {
          (segment.originID, segment.originName) = (start.place?.id, start.place?.name)
        }
        if end.replacesPlace(segment.destinationID) {
          (segment.destinationID, segment.destinationName) = (end.place?.id, end.place?.name)
        }
        if start.replacesTime(segment.departureTime) { segment.departureTime = start.time }
        if end.replacesTime(segment.arrivalTime) { segment.arrivalTime = end.time }
        if isBoardingNew, !TravelTime.isSame(segment.boardingTime, boarding) {
          segment.boardingTime = boarding
        }
      }, places: [start.place, end.place])
  }

  /// Parses an end of a journey.
  ///
  /// - Parameters:
  ///   - name: The beginning of the names of its fields, `depart` or `arrive`.
  ///   - placeField: The field of its place.
  ///   - form: The form.
  ///   - view: The trip.
  ///   - mode: The mode of transport: the places of flights may be airport codes.
  ///   - time: The stored time.
  ///   - place: The stored place.
  /// - Returns: The end.
  /// - Throws: A problem of the zone or the time.
  private static func end(
    _ name: String, place placeField: String, _ form: FormValues, _ view: TripView,
    _ mode: Transport, time: TravelTime?, _ place: NamedPlace?
  ) throws(FieldProblem) -> End {
    var end = End(
      place: place, time: time, isPlaceNew: form.changes(placeField),
      isTimeNew: form.changes("\(name)-day", "\(name)-time", "\(name)-zone", placeField))
    if end.isPlaceNew {
      end.place = PlaceResolver.resolve(
        form[placeField], among: view.detail.places, in: view.tripID, usesAirports: mode == .flight)
    }
    guard end.isTimeNew else { return end }
    let zone = try parsed("\(name)-zone") { () throws(TripInputError) in
      try TripInput.zone(form["\(name)-zone"])
    }
    let placeZone = end.place?.zone
    end.time = try parsed("\(name)-time") { () throws(TripInputError) in
      try TripInput.time(
        day: form["\(name)-day"], clock: form["\(name)-time"], zone: zone ?? placeZone)
    }
    return end
  }

  /// Sets the texts of a journey; an absent text clears its property.
  private static func set(_ texts: [String: String], in segment: inout SegmentSnapshot) {
    segment.title = texts["title"] ?? ""
    let carrier = texts["carrier"]
    if carrier != segment.carrier, carrier != segment.carrierCode {
      segment.carrier = carrier
      segment.carrierCode = nil
    }
    segment.number = texts["number"]
    segment.departureTerminal = texts["terminal"]
    segment.departureGate = texts["gate"]
    segment.departurePlatform = texts["platform"]
    segment.arrivalTerminal = texts["arrival-terminal"]
    segment.arrivalGate = texts["arrival-gate"]
    segment.arrivalPlatform = texts["arrival-platform"]
    segment.bookingCode = texts["code"]
    segment.vehicle = texts["vehicle"]
    segment.url = texts["url"]
    segment.notes = texts["notes"]
  }
}

extension TripView {
  /// An end of a journey as it is stored; nil for none.
  func named(_ id: UUID?, _ name: String?) -> NamedPlace? {
    guard id != nil || name != nil else { return nil }
    let place = place(id)
    return NamedPlace(
      id: id, new: nil, name: name ?? place?.name ?? "",
      zone: place?.zone.flatMap(TravelZone.init(identifier:)))
  }
}

extension TravelTime {
  /// Whether a form shows two times equally: it has no seconds and no fold, which an edit must not reset.
  static func isSame(_ first: TravelTime?, _ second: TravelTime?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.date == second.date && first.local.hour == second.local.hour
      && first.local.minute == second.local.minute && first.zone == second.zone
      && first.isDateOnly == second.isDateOnly
  }

  /// Whether the wall clock is earlier, or the day if one of the two has no clock.
  func isBefore(_ other: TravelTime) -> Bool {
    isDateOnly || other.isDateOnly ? date < other.date : local < other.local
  }

  /// The offset of a time for a form, such as `+05:45`.
  static func offsetText(_ time: TravelTime) -> String? {
    guard let seconds = time.offset else { return nil }
    let minutes = seconds.magnitude / 60
    func padded(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (seconds < 0 ? "-" : "+") + padded(minutes / 60) + ":" + padded(minutes % 60)
  }
}
