// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import TravelFiles
import TripPlanner

/// The bookings of travellers: /trips/:trip/bookings/new, /trips/:trip/bookings/:id/edit.
struct BookingRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/bookings/new") { request, context in
      let view = try await site.view(context)
      return form(view, nil, owner(FormFields(query: request)), FormValues())
    }
    router.post("/trips/:trip/bookings/new") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context), nil)
    }
    let bookings = PartRoutes("bookings", of: site) { view, id in
      try view.part(id, among: view.detail.bookings, "booking")
    }
    bookings.add(to: router, at: "/edit") { view, booking in
      form(view, booking, (booking.segmentID, booking.itemID), BookingForm.values(booking))
    } store: { form, view, booking in
      try await stored(form, view, booking)
    } afterDeletion: { view, booking in
      path(view, (booking.segmentID, booking.itemID))
    }
  }

  /// The segment or the item of a booking.
  private typealias Owner = (segment: UUID?, item: UUID?)

  private func owner(_ form: FormFields) -> Owner {
    (form["segment"].flatMap(UUID.init(uuidString:)), form["item"].flatMap(UUID.init(uuidString:)))
  }

  private func path(_ view: TripView, _ owner: Owner) -> String {
    owner.segment.map { TripPaths.segment(view.tripID, $0) }
      ?? owner.item.map { TripPaths.item(view.tripID, $0) } ?? TripPaths.trip(view.tripID)
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ booking: BookingSnapshot?
  ) async throws -> Response {
    let owner: Owner = booking.map { ($0.segmentID, $0.itemID) } ?? self.owner(form)
    do {
      let change = try BookingForm.change(
        FormValues(form, BookingForm.names, present: booking.map(BookingForm.values)), view)
      if let booking {
        try await site.library.edit(BookingSnapshot.self, booking.id) { change(&$0) }
        return site.redirect(to: path(view, owner), .saved)
      }
      if let id = owner.segment { _ = try view.segment(id) }
      if let id = owner.item { _ = try view.item(id) }
      var new = BookingSnapshot()
      (new.tripID, new.segmentID, new.itemID) = (view.tripID, owner.segment, owner.item)
      change(&new)
      try await site.library.insert(new)
      return site.redirect(to: path(view, owner), .added)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, booking, owner, FormValues(form, BookingForm.names), problem)
    }
  }

  private func form(
    _ view: TripView, _ booking: BookingSnapshot?, _ owner: Owner, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = booking.map { TripPaths.part(view.tripID, "bookings", $0.id) }
    var model = FormPage.Model(
      heading: booking == nil ? "Add a booking" : "Edit booking",
      action: own.map { $0 + "/edit" } ?? TripPaths.page(view.tripID, "bookings/new"),
      token: site.token, groups: BookingForm.groups(values, view),
      submit: booking == nil ? "Add" : "Save", cancel: path(view, owner),
      base: booking == nil ? nil : values.base,
      removal: own.map { ("Delete this booking", $0 + "/delete") })
    if booking == nil {
      for case (let name, let id?) in [("segment", owner.segment), ("item", owner.item)] {
        model.form.hide(name, TripPaths.text(id))
      }
    }
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }
}

/// The places of a trip and their map: /trips/:trip/map, /trips/:trip/places/:id.
struct PlaceRoutes: Sendable {
  /// The radius of places that are nearby, in metres.
  private static let nearbyRadius = 3_000.0

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/map") { request, context in
      let view = try await site.view(context)
      return site.page(title: "Map", of: view, MapPage.name, try await map(view, request))
    }
    router.get("/trips/:trip/map.json") { _, context in
      let view = try await site.view(context)
      return try TrackMapData(track: view.track(try await site.tracks(view))).response()
    }
    router.get("/trips/:trip/places/new") { _, context in
      form(try await site.view(context), nil, FormValues())
    }
    router.post("/trips/:trip/places/new") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context), nil)
    }
    router.get("/trips/:trip/places/:id") { request, context in
      let view = try await site.view(context)
      let place = try view.known(try context.identifier("id"))
      return site.page(
        title: place.name, of: view, PlacePage.name, try await model(place, view, request))
    }
    let places = PartRoutes("places", of: site) { view, id in try view.known(id) }
    places.add(to: router, at: "/edit") { view, place in
      form(view, place, PlaceForm.values(place))
    } store: { form, view, place in
      try await stored(form, view, place)
    } afterDeletion: { view, _ in
      TripPaths.page(view.tripID, "map")
    }
  }

  private func map(_ view: TripView, _ request: Request) async throws -> MapPage.Model {
    let path = TripPaths.page(view.tripID, "map")
    let tracks = try await site.tracks(view)
    let places = view.mappedPlaces()
    let maps = site.site.maps
    let tiles =
      maps.scripts.isEmpty
      ? nil
      : maps.map(
        of: view.track(tracks), dataPath: path + ".json",
        unitSystem: .metric)
    let picture = view.map(tracks: tracks)?.svg(title: "Map of \(view.detail.trip.title)")
    let known = Set(places.map(\.id))
    return MapPage.Model(
      header: try await site.header(view, .map, here: path, request: request), livePath: path,
      token: site.token.text, picture: tiles?.html ?? picture, places: places.map { view.line($0) },
      unplaced: view.detail.places.filter { !known.contains($0.id) }.map { view.line($0) },
      routes: view.detail.routes.map { route in
        DayPage.PlaceLine(
          placeName: route.name.isEmpty ? "Route" : route.name,
          placePath: TripPaths.part(view.tripID, "routes", route.id),
          placeDetail: view.routeDetail(route))
      },
      addPath: TripPaths.page(view.tripID, "places/new"), scripts: maps.scripts)
  }

  private func model(
    _ place: PlaceSnapshot, _ view: TripView, _ request: Request
  ) async throws -> PlacePage.Model {
    let path = TripPaths.place(view.tripID, place.id)
    let position = place.coordinates
    let facts: [(String, String?, String?)] = [
      ("Code", place.code, nil), ("Address", TripView.address(place), nil),
      (
        "Position", position.map { "\($0.latitude), \($0.longitude)" },
        position.map { "geo:\($0.latitude),\($0.longitude)" }
      ),
      ("Time zone", place.zone, nil), ("Telephone", place.phone, nil), ("E-mail", place.email, nil),
      ("Web page", place.url.map(WebAddress.host), place.url.flatMap(WebAddress.link)),
    ]
    var nearby: [DayPage.PlaceLine] = []
    if let position {
      nearby = try await site.library
        .near(position, radius: Self.nearbyRadius, limit: 8, trip: view.tripID)
        .filter { $0.place.id != place.id }
        .map {
          DayPage.PlaceLine(
            placeName: $0.place.name, placePath: TripPaths.place(view.tripID, $0.place.id),
            placeDetail: view.format.distance($0.distance))
        }
    }
    let visits =
      view.detail.segments.filter { $0.originID == place.id || $0.destinationID == place.id }
      .map { PageLink(view.title($0), TripPaths.segment(view.tripID, $0.id)) }
      + view.detail.items.filter { $0.placeID == place.id }
      .map { PageLink($0.name, TripPaths.item(view.tripID, $0.id)) }
    return PlacePage.Model(
      header: try await site.header(view, .map, here: path, request: request), livePath: path,
      token: site.token.text, placeTitle: place.name,
      placeKind: TripWords.title(place.placeCategory),
      facts: facts.compactMap { label, value, path in
        value.flatMap {
          $0.isEmpty ? nil : SegmentPage.Fact(factLabel: label, factValue: $0, factPath: path)
        }
      },
      placeNotes: TripInput.text(place.notes),
      placeMap: position.flatMap {
        TripMapPicture(legs: [], markers: [.init(position: $0, number: 1, label: place.name)])
      }?.svg(title: "Map of \(place.name)"),
      visits: visits, nearby: nearby, editPath: path + "/edit", deleteAction: path + "/delete")
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ place: PlaceSnapshot?
  ) async throws -> Response {
    do {
      let change = try PlaceForm.change(
        FormValues(form, PlaceForm.names, present: place.map(PlaceForm.values)))
      if let place {
        try await site.library.edit(PlaceSnapshot.self, place.id) { change(&$0) }
        return site.redirect(to: TripPaths.place(view.tripID, place.id), .saved)
      }
      var new = PlaceSnapshot()
      new.tripID = view.tripID
      new.isSaved = true
      change(&new)
      let stored = try await site.library.insert(new)
      return site.redirect(to: TripPaths.place(view.tripID, stored.id), .added)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, place, FormValues(form, PlaceForm.names), problem)
    }
  }

  private func form(
    _ view: TripView, _ place: PlaceSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let path = place.map { TripPaths.place(view.tripID, $0.id) }
    var model = FormPage.Model(
      heading: place == nil ? "Add a place" : "Edit place",
      action: path.map { $0 + "/edit" } ?? TripPaths.page(view.tripID, "places/new"),
      token: site.token, groups: PlaceForm.groups(values),
      submit: place == nil ? "Add" : "Save",
      cancel: path ?? TripPaths.page(view.tripID, "map"),
      base: place == nil ? nil : values.base,
      removal: path.map { ("Delete this place", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }
}

extension TripView {
  /// The place with an identifier.
  func known(_ id: UUID) throws -> PlaceSnapshot {
    guard let place = place(id) else { throw PageError.noSuchPart("place", of: tripID) }
    return place
  }
}
