// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// GET /trips/:trip/pages.json: the addresses of the pages and documents that a device pins for a trip.
struct PinnedPagesRoute: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/pages.json") { _, context in
      try PinnedPages(paths(of: try await site.view(context))).response()
    }
  }

  /// The pages, the documents and the empty forms of a trip; journeys and documents first.
  private func paths(of view: TripView) -> [String] {
    let (trip, detail) = (view.tripID, view.detail)
    let tabs = TripTab.allCases.filter { $0 != .timeline }.map(\.rawValue)
    let days = Itinerary.days(detail.trip, detail.segments, detail.items).compactMap(\.date)
    var paths = [Paths.home, TripPaths.list, TripPaths.trip(trip)]
    paths += detail.segments.map { TripPaths.segment(trip, $0.id) }
    paths += detail.documents.map { TripPaths.part(trip, "documents", $0.id) }
    paths += detail.items.map { TripPaths.item(trip, $0.id) }
    paths += (tabs + ["print"]).map { TripPaths.page(trip, $0) }
    paths += days.map { TripPaths.day(trip, $0) }
    paths += detail.places.map { TripPaths.place(trip, $0.id) }
    for form in ["segments/new", "items/new", "expenses/new", "places/new"] {
      paths.append(TripPaths.page(trip, form))
    }
    return paths
  }
}
