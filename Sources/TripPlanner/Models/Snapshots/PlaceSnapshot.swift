// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Place``.
package struct PlaceSnapshot: EntitySnapshot {
  package typealias Entity = Place

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var name: String = ""
  package var category: String = "other"
  package var latitude: Double?
  package var longitude: Double?
  package var zone: String?
  package var street: String?
  package var locality: String?
  package var country: String?
  package var notes: String?
  package var code: String?
  package var postalCode: String?
  package var region: String?
  package var phone: String?
  package var email: String?
  package var url: String?
  package var isSaved: Bool = false
  package var tripID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Place: TripEntity {
  package typealias Snapshot = PlaceSnapshot

  package static let fields: [EntityField<Place>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("name", \.name, \.name),
    .value("category", \.category, \.category),
    .value("latitude", \.latitude, \.latitude),
    .value("longitude", \.longitude, \.longitude),
    .value("zone", \.zone, \.zone),
    .value("street", \.street, \.street),
    .value("locality", \.locality, \.locality),
    .value("country", \.country, \.country),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("code", \.code, \.code),
    .value("postalCode", \.postalCode, \.postalCode),
    .value("region", \.region, \.region),
    .value("phone", \.phone, \.phone, isPrivate: true),
    .value("email", \.email, \.email, isPrivate: true),
    .value("url", \.url, \.url),
    .value("isSaved", \.isSaved, \.isSaved),
    .relation("trip", \.trip, \.tripID),
  ]

  package func copyAttributes(to snapshot: inout PlaceSnapshot) {
    snapshot.name = name
    snapshot.category = category
    snapshot.latitude = latitude
    snapshot.longitude = longitude
    snapshot.zone = zone
    snapshot.street = street
    snapshot.locality = locality
    snapshot.country = country
    snapshot.notes = notes
    snapshot.code = code
    snapshot.postalCode = postalCode
    snapshot.region = region
    snapshot.phone = phone
    snapshot.email = email
    snapshot.url = url
    snapshot.isSaved = isSaved
  }

  package func copyRelations(to snapshot: inout PlaceSnapshot) {
    snapshot.tripID = trip?.id
  }

  package static func with(id: UUID) -> Predicate<Place> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Place> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Place> { #Predicate { $0.isDeleted } }
}
