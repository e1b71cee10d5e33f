// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// The form of an item of the plan: an activity, a meal, an event or a stay.
enum ItemForm {
  static let names = [
    "title", "kind", "day", "start", "end-day", "end", "zone", "place", "status", "code", "url",
    "done", "notes",
  ]

  static func values(_ item: DayPlanItemSnapshot, _ view: TripView) -> FormValues {
    let (start, end) = (item.startTime, item.endTime)
    let zone = start?.zone ?? end?.zone
    // The zone of the place is left out, so that another place brings its own.
    let usual = view.place(item.placeID)?.zone ?? view.detail.trip.zone
    let isUsual = usual != nil && zone?.identifier == usual
    return FormValues([
      "title": item.title, "kind": item.planKind.rawValue,
      "day": item.day ?? start?.date.description,
      "start": start.flatMap { TripFormat().clock($0) },
      "end-day": end.flatMap { $0.date == start?.date ?? item.date ? nil : $0.date.description },
      "end": end.flatMap { TripFormat().clock($0) },
      "zone": isUsual ? nil : zone?.identifier ?? start.flatMap { TravelTime.offsetText($0) },
      "place": view.place(item.placeID)?.name, "status": item.bookingStatus.rawValue,
      "code": item.bookingCode, "url": item.url, "done": item.isDone ? "1" : nil,
      "notes": item.notes,
    ])
  }

  static func groups(_ values: FormValues, _ view: TripView) -> [FieldForm.Group] {
    let places = view.detail.places.map(\.name).filter { !$0.isEmpty }
    return [
      FieldForm.Group(
        fields: [
          .init(
            "title", "Title", values["title"], placeholder: "Tea ceremony", isRequired: true,
            isWhole: true),
          .init(
            "kind", "Kind", values["kind"] ?? "activity",
            .choice(PlanKind.allCases.map { ($0.rawValue, TripWords.title($0)) })),
          .init("place", "Place", values["place"], .text(proposals: places)),
          .init("day", "Day", values["day"], .date, hint: "Of a stay: the day of arrival."),
          .init("start", "From", values["start"], .time),
          .init("end", "Until", values["end"], .time),
          .init(
            "end-day", "Last day", values["end-day"], .date,
            hint: "Of a stay: the day of departure."),
          .init(
            "zone", "Time zone", values["zone"], hint: "Empty: the zone of the place or the trip."),
        ]),
      FieldForm.Group(
        legend: "Booking",
        fields: [
          .init(
            "status", "State", values["status"] ?? "planned",
            .choice(BookingStatus.allCases.map { ($0.rawValue, TripWords.title($0)) })),
          .init("code", "Booking code", values["code"]),
          .init("url", "Web address", values["url"]),
          .init("done", "Done", values["done"], .flag),
          .init("notes", "Notes", values["notes"], .area(rows: 3)),
        ]),
    ]
  }

  /// The change of an item, and the place to insert before it.
  struct Change: Sendable {
    var apply: @Sendable (inout DayPlanItemSnapshot) -> Void
    var place: NamedPlace?
  }

  /// The times of an item as the form states them.
  private struct Times: Sendable {
    var start: TravelTime?
    var end: TravelTime?
    /// Whether the user changed the day, the clock or the zone of the start.
    var isStartNew: Bool
    var isEndNew: Bool
  }

  /// Parses the submitted form of an item, or of a new one.
  ///
  /// Untouched times and places keep their values. The zone of the form becomes that of both ends only if the user
  /// changes it.
  static func change(
    _ form: FormValues, _ view: TripView, _ item: DayPlanItemSnapshot?
  ) throws(FieldProblem) -> Change {
    guard let title = TripInput.text(form["title"]) else {
      throw FieldProblem("An entry needs a title.", field: "title")
    }
    let isPlaceNew = form.changes("place")
    let place = isPlaceNew ? newPlace(form, view) : view.named(item?.placeID, nil)
    let entered = try parsed("zone") { () throws(TripInputError) in try TripInput.zone(form["zone"])
    }
    let zone = entered ?? place?.zone ?? view.detail.trip.zone.flatMap(TravelZone.init(identifier:))
    let day = try parsed("day") { () throws(TripInputError) in try TripInput.day(form["day"]) }
    let times = try times(form, item, zone)
    let kind = PlanKind(rawValue: form["kind"] ?? "") ?? .activity
    let status = BookingStatus(rawValue: form["status"] ?? "") ?? .planned
    let (code, url) = (TripInput.text(form["code"]), TripInput.text(form["url"]))
    let (isDone, notes) = (form["done"] == "1", TripInput.text(form["notes"]))
    let placeID = place?.id
    return Change(
      apply: { item in
        item.title = title
        item.planKind = kind
        if form.changes("day") { item.date = day }
        set(times, in: &item)
        if isPlaceNew { item.placeID = placeID }
        item.bookingStatus = status
        item.bookingCode = code
        item.url = url
        item.isDone = isDone
        item.notes = notes
      }, place: place)
  }

  /// The place that the form names, as a new one unless the trip has it; nil for none.
  private static func newPlace(_ form: FormValues, _ view: TripView) -> NamedPlace? {
    let place = PlaceResolver.resolve(
      form["place"], among: view.detail.places, in: view.tripID, usesAirports: false)
    guard let place, place.id == nil else { return place }
    var new = PlaceSnapshot()
    new.tripID = view.tripID
    new.name = place.name
    return NamedPlace(id: new.id, new: new, name: place.name, zone: nil)
  }

  /// Parses the times of an item.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - item: The stored item; nil for a new one.
  ///   - zone: The zone of changed times, unless an untouched zone of the item applies.
  /// - Returns: The times.
  /// - Throws: A problem of a time, or of their order.
  private static func times(
    _ form: FormValues, _ item: DayPlanItemSnapshot?, _ zone: TravelZone?
  ) throws(FieldProblem) -> Times {
    func zoneOfEnd(_ time: TravelTime?) -> TravelZone? {
      guard !form.changes("zone", "place"), let known = time?.zone, known != .unknown else {
        return zone
      }
      return known
    }
    var times = Times(
      start: item?.startTime, end: item?.endTime,
      isStartNew: form.changes("day", "start", "zone", "place", "kind"),
      isEndNew: form.changes("day", "end-day", "end", "zone", "place"))
    if times.isStartNew {
      times.start = try parsed("start") { () throws(TripInputError) in
        try TripInput.time(
          day: form["day"], clock: form["start"], zone: zoneOfEnd(item?.startTime))
      }
    }
    let endDay =
      TripInput.text(form["end-day"]) ?? (TripInput.text(form["end"]) == nil ? nil : form["day"])
    if times.isEndNew {
      times.end = try parsed("end") { () throws(TripInputError) in
        try TripInput.time(day: endDay, clock: form["end"], zone: zoneOfEnd(item?.endTime))
      }
    }
    if times.isStartNew || times.isEndNew, let start = times.start, let end = times.end,
      end.isBefore(start)
    {
      throw FieldProblem("The end is before the beginning.", field: "end")
    }
    return times
  }

  /// Sets the changed times of an item, whose kind is set.
  private static func set(_ times: Times, in item: inout DayPlanItemSnapshot) {
    if times.isStartNew {
      // Only a lodging has a start without a clock.
      if times.start?.isDateOnly == false || item.planKind == .lodging {
        if !TravelTime.isSame(item.startTime, times.start) { item.startTime = times.start }
      } else {
        item.start = nil
      }
    }
    if times.isEndNew, !TravelTime.isSame(item.endTime, times.end) { item.endTime = times.end }
  }
}

/// The form of a place.
enum PlaceForm {
  static let names = [
    "name", "category", "code", "position", "zone", "street", "postal", "city", "region", "country",
    "phone", "email", "url", "notes",
  ]

  static func values(_ place: PlaceSnapshot) -> FormValues {
    FormValues([
      "name": place.name, "category": place.placeCategory.rawValue, "code": place.code,
      "position": place.coordinates.map { "\($0.latitude), \($0.longitude)" }, "zone": place.zone,
      "street": place.street, "postal": place.postalCode, "city": place.locality,
      "region": place.region, "country": place.country, "phone": place.phone, "email": place.email,
      "url": place.url, "notes": place.notes,
    ])
  }

  static func groups(_ values: FormValues) -> [FieldForm.Group] {
    [
      FieldForm.Group(
        fields: [
          .init("name", "Name", values["name"], isRequired: true, isWhole: true),
          .init(
            "category", "Kind", values["category"] ?? "attraction",
            .choice(PlaceCategory.allCases.map { ($0.rawValue, TripWords.title($0)) })),
          .init("code", "Code", values["code"], placeholder: "AKL"),
          .init(
            "position", "Position", values["position"], placeholder: "-37.008, 174.792",
            hint: "Latitude and longitude in degrees."),
          .init("zone", "Time zone", values["zone"], placeholder: "Pacific/Auckland"),
        ]),
      FieldForm.Group(
        legend: "Address",
        fields: [
          .init("street", "Street", values["street"], isWhole: true),
          .init("postal", "Postal code", values["postal"]), .init("city", "City", values["city"]),
          .init("region", "Region", values["region"]),
          .init("country", "Country", values["country"]),
          .init("phone", "Telephone", values["phone"]),
          .init("email", "E-mail", values["email"], .email),
          .init("url", "Web address", values["url"], isWhole: true),
          .init("notes", "Notes", values["notes"], .area(rows: 3)),
        ]),
    ]
  }

  /// Parses the submitted form.
  static func change(
    _ form: FormValues
  ) throws(FieldProblem) -> @Sendable (inout PlaceSnapshot) -> Void {
    guard let name = TripInput.text(form["name"]) else {
      throw FieldProblem("A place needs a name.", field: "name")
    }
    let position = try parsed("position") { () throws(TripInputError) in
      try TripInput.coordinates(form["position"])
    }
    let zone = try parsed("zone") { () throws(TripInputError) in
      try TripInput.zoneName(form["zone"])
    }
    let category = PlaceCategory(rawValue: form["category"] ?? "") ?? .other
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, TripInput.text(form[$0])) })
    return { place in
      place.name = name
      place.placeCategory = category
      place.code = texts["code"].flatMap(\.self)
      place.coordinates = position
      place.zone = zone
      place.street = texts["street"].flatMap(\.self)
      place.postalCode = texts["postal"].flatMap(\.self)
      place.locality = texts["city"].flatMap(\.self)
      place.region = texts["region"].flatMap(\.self)
      place.country = texts["country"].flatMap(\.self)
      place.phone = texts["phone"].flatMap(\.self)
      place.email = texts["email"].flatMap(\.self)
      place.url = texts["url"].flatMap(\.self)
      place.notes = texts["notes"].flatMap(\.self)
    }
  }
}
