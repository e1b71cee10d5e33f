// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A point of interest, a hotel, a station, or an airport.
@Model
package final class Place {
  #FullText<Place>([
    \.name, \.code, \.street, \.postalCode, \.locality, \.region, \.country, \.phone, \.email,
    \.notes,
  ])
  #Index<Place>(.rtree([\.latitude, \.longitude]))

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var name: String = ""
  /// The raw value of a ``PlaceCategory``.
  package var category: String = "other"
  /// Degrees north on WGS 84.
  package var latitude: Double?
  /// Degrees east.
  package var longitude: Double?
  /// The identifier of the zone.
  package var zone: String?
  package var street: String?
  package var locality: String?
  /// The code in ISO 3166-1 alpha-2, or the name of the country.
  package var country: String?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// The IATA code of an airport or station.
  package var code: String?
  package var postalCode: String?
  package var region: String?
  @Attribute(.allowsCloudEncryption) package var phone: String?
  @Attribute(.allowsCloudEncryption) package var email: String?
  package var url: String?
  /// True for a place that belongs on the map of the trip without being in its plan.
  package var isSaved: Bool = false

  package var trip: Trip?
  package var departures: [Segment] = []
  package var arrivals: [Segment] = []
  package var dayPlanItems: [DayPlanItem] = []
  package var routeStarts: [Route] = []
  package var routeEnds: [Route] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
