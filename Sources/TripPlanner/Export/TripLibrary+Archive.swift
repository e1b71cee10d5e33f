// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension TripLibrary {
  /// Returns all trips that are not deleted, and the templates, as JSON that the import reads.
  package func exportAll() throws -> Data {
    let trips = try modelContext.fetch(
      FetchDescriptor<Trip>(
        predicate: #Predicate { !$0.isDeleted }, sortBy: [SortDescriptor(\.createdAt)]))
    let templates = try self.templates().map {
      TripArchive.Template(template: $0.template, items: $0.items)
    }
    return try TripArchive(trips: trips.map { try archive($0) }, templates: templates).encoded()
  }

  /// Returns a trip with its parts.
  func archive(_ trip: Trip) throws -> TripArchive.Entry {
    let id = trip.id
    var data: [String: Data] = [:]
    for document in try models(DocumentAsset.self, in: id) {
      data[document.id.uuidString] = document.data
    }
    for route in try models(Route.self, in: id) { data[route.id.uuidString] = route.path }
    return TripArchive.Entry(
      trip: trip.snapshot(), people: try items(CollaboratorSnapshot.self, in: id),
      places: try items(PlaceSnapshot.self, in: id), routes: try items(RouteSnapshot.self, in: id),
      segments: try items(SegmentSnapshot.self, in: id),
      items: try items(DayPlanItemSnapshot.self, in: id),
      bookings: try items(BookingSnapshot.self, in: id),
      packing: try items(PackingItemSnapshot.self, in: id),
      documents: try items(DocumentAssetSnapshot.self, in: id),
      expenses: try items(ExpenseSnapshot.self, in: id),
      rates: try items(ExchangeRateSnapshot.self, in: id),
      dismissed: try items(DismissedFindingSnapshot.self, in: id), data: data)
  }
}
