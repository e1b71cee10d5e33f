// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// GET /trips/new and /trips/:trip/edit show the form of a trip; POST stores it.
struct TripFormRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.new)) { _, _ in
      page(nil, TripForm.values(TripSnapshot()))
    }
    router.post(RouterPath(TripPaths.new)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, nil)
    }
    router.get("/trips/:trip/edit") { _, context in
      let view = try await site.view(context)
      return page(view, TripForm.values(view.detail.trip))
    }
    router.post("/trips/:trip/edit") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context))
    }
  }

  private func stored(_ form: FormFields, _ view: TripView?) async throws -> Response {
    do {
      let change = try TripForm.change(
        FormValues(
          form, TripForm.names, present: view.map { TripForm.values($0.detail.trip) }))
      guard let view else {
        var trip = TripSnapshot()
        change(&trip)
        let stored = try await site.library.createTrip(trip)
        return site.redirect(to: TripPaths.trip(stored.id))
      }
      try await site.library.edit(TripSnapshot.self, view.tripID) { change(&$0) }
      return site.redirect(to: TripPaths.trip(view.tripID), .saved)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return page(view, FormValues(form, TripForm.names), problem)
    }
  }

  private func page(
    _ view: TripView?, _ values: FormValues, _ problem: FieldProblem? = nil
  ) -> Response {
    var model = FormPage.Model(
      heading: view == nil ? "New trip" : "Edit trip",
      action: view.map { TripPaths.page($0.tripID, "edit") } ?? TripPaths.new,
      token: site.token, groups: TripForm.groups(values),
      submit: view == nil ? "Create the trip" : "Save",
      cancel: view.map { TripPaths.trip($0.tripID) } ?? TripPaths.list,
      base: view == nil ? nil : values.base)
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }
}

extension TripSite {
  /// A page with a form.
  func form(_ model: FormPage.Model, _ view: TripView?, isRejected: Bool) -> Response {
    guard let view else {
      return page(
        status: isRejected ? .unprocessableContent : .ok, title: model.heading, FormPage.name, model
      )
    }
    return page(
      status: isRejected ? .unprocessableContent : .ok, title: model.heading, of: view,
      FormPage.name, model)
  }
}
