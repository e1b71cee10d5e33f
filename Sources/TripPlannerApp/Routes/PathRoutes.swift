// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The forms of a trip's planned and recorded ways: /trips/:trip/routes/:id.
struct PathRoutes: Sendable {
  private static let names = ["name", "transport", "from", "to", "planned", "notes"]

  let site: TripSite

  func add(to router: PageRouter) {
    let routes = PartRoutes("routes", of: site) { view, id in
      try view.part(id, among: view.detail.routes, "route")
    }
    routes.add(to: router) { view, route in
      form(view, route, values(route, view))
    } store: { form, view, route in
      try await stored(form, view, route)
    } afterDeletion: { view, _ in
      map(view)
    }
  }

  private func map(_ view: TripView) -> String { TripPaths.page(view.tripID, "map") }

  private func values(_ route: RouteSnapshot, _ view: TripView) -> FormValues {
    // A deleted place is not in the list, and stays until another one is chosen.
    func place(_ id: UUID?) -> String? {
      view.detail.places.first { $0.id == id }.map { TripPaths.text($0.id) }
    }
    return FormValues([
      "name": route.name, "transport": route.transport,
      "from": place(route.originID), "to": place(route.destinationID),
      "planned": route.isPlanned ? "1" : nil, "notes": route.notes,
    ])
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ route: RouteSnapshot
  ) async throws -> Response {
    let values = FormValues(form, Self.names, present: self.values(route, view))
    guard let name = TripInput.text(values["name"]) else {
      return self.form(
        view, route, FormValues(form, Self.names),
        FieldProblem("A route needs a name.", field: "name"))
    }
    func place(_ field: String) -> UUID? {
      let id = values[field].flatMap(UUID.init(uuidString:))
      return view.detail.places.first { $0.id == id }?.id
    }
    let (origin, destination) = (place("from"), place("to"))
    let (notes, isPlanned) = (TripInput.text(values["notes"]), values["planned"] == "1")
    try await site.library.edit(RouteSnapshot.self, route.id) { route in
      route.name = name
      if values.changes("transport"), let transport = values["transport"] {
        route.transport = Transport(rawValue: transport)?.rawValue ?? Transport.other.rawValue
      }
      if values.changes("from") { route.originID = origin }
      if values.changes("to") { route.destinationID = destination }
      route.isPlanned = isPlanned
      route.notes = notes
    }
    return site.redirect(to: map(view), .saved)
  }

  private func form(
    _ view: TripView, _ route: RouteSnapshot, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = TripPaths.part(view.tripID, "routes", route.id)
    let places =
      [("", "No place")] + view.detail.places.map { (TripPaths.text($0.id), $0.name) }
    var model = FormPage.Model(
      heading: "Edit route", intro: view.routeDetail(route), action: own, token: site.token,
      groups: [
        FieldForm.Group(
          fields: [
            .init("name", "Name", values["name"], isRequired: true, isWhole: true),
            .init(
              "transport", "Kind", values["transport"],
              .choice(Transport.allCases.map { ($0.rawValue, TripWords.title($0)) })),
            .init("planned", "Planned, not recorded", values["planned"], .flag),
            .init("from", "From", values["from"] ?? "", .choice(places)),
            .init("to", "To", values["to"] ?? "", .choice(places)),
            .init("notes", "Notes", values["notes"], .area(rows: 3)),
          ])
      ], submit: "Save", cancel: map(view), base: values.base,
      removal: ("Delete this route", own + "/delete"))
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }
}

extension TripView {
  /// The kind, the length and the duration of a route.
  func routeDetail(_ route: RouteSnapshot) -> String {
    let kind = TripWords.title(Transport(rawValue: route.transport) ?? .other)
    return [kind, format.distance(route.distance), format.duration(route.duration)]
      .compactMap(\.self).joined(separator: " · ")
  }
}
