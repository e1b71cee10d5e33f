// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// Moves to another trip: /trips/:trip/segments/:id/transfer, and those of items and days.
struct TransferRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.post("/trips/:trip/segments/:id/transfer") { request, context in
      let (view, trip) = try await target(request, context)
      let segment = try view.segment(try context.identifier("id"))
      try await site.library.moveSegment(segment.id, to: trip)
      return site.redirect(to: TripPaths.segment(trip, segment.id), .moved)
    }
    router.post("/trips/:trip/items/:id/transfer") { request, context in
      let (view, trip) = try await target(request, context)
      let item = try view.item(try context.identifier("id"))
      try await site.library.moveItem(item.id, to: trip)
      return site.redirect(to: TripPaths.item(trip, item.id), .moved)
    }
    router.post("/trips/:trip/days/:day/transfer") { request, context in
      let (view, trip) = try await target(request, context)
      guard let day = context.parameters.get("day").flatMap({ StoredTime.day($0) }) else {
        throw PageError.noSuchPart("day", of: view.tripID)
      }
      try await site.library.moveDay(day, of: view.tripID, to: trip)
      return site.redirect(to: TripPaths.day(trip, day), .moved)
    }
  }

  /// The trip of the page, and the trip that the form names.
  private func target(
    _ request: Request, _ context: some RequestContext
  ) async throws -> (TripView, UUID) {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    guard let trip = form["trip"].flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuchTrip
    }
    return (view, try await site.view(trip).tripID)
  }
}

extension TripSite {
  /// The form that moves a part to another trip; nil if there is no other trip.
  func transfer(_ title: String, of path: String, _ view: TripView) async throws -> TransferForm? {
    let trips = try await library.trips(.active, countsItems: false)
      .filter { $0.id != view.tripID }
    guard !trips.isEmpty else { return nil }
    return TransferForm(
      transferAction: path + "/transfer", transferToken: token.text, transferTitle: title,
      trips: trips.map {
        FieldForm.Choice(
          optionValue: TripPaths.text($0.id), optionTitle: $0.trip.title, isSelected: false)
      })
  }
}
