// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Route``.
package struct RouteSnapshot: EntitySnapshot {
  package typealias Entity = Route

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var name: String = ""
  package var transport: String = "walk"
  package var distance: Double?
  package var duration: Double?
  package var notes: String?
  package var isPlanned: Bool = true
  package var tripID: UUID?
  package var originID: UUID?
  package var destinationID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Route: TripEntity {
  package typealias Snapshot = RouteSnapshot

  package static let fields: [EntityField<Route>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("name", \.name, \.name),
    .value("transport", \.transport, \.transport),
    .value("distance", \.distance, \.distance),
    .value("duration", \.duration, \.duration),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("isPlanned", \.isPlanned, \.isPlanned),
    .relation("trip", \.trip, \.tripID),
    .relation("origin", \.origin, \.originID),
    .relation("destination", \.destination, \.destinationID),
  ]

  package static func with(id: UUID) -> Predicate<Route> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Route> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Route> { #Predicate { $0.isDeleted } }
}
