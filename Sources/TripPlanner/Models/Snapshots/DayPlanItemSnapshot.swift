// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``DayPlanItem``.
package struct DayPlanItemSnapshot: EntitySnapshot {
  package typealias Entity = DayPlanItem

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var title: String = ""
  package var day: String?
  package var start: String?
  package var end: String?
  package var kind: String = "activity"
  package var notes: String?
  package var position: Double = 0
  package var isDone: Bool = false
  package var status: String = "confirmed"
  package var bookingCode: String?
  package var url: String?
  package var importedValues: String?
  package var sourceKeys: String?
  package var tripID: UUID?
  package var segmentID: UUID?
  package var placeID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension DayPlanItem: TripEntity {
  package typealias Snapshot = DayPlanItemSnapshot

  package static let fields: [EntityField<DayPlanItem>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("title", \.title, \.title),
    .value("day", \.day, \.day),
    .value("start", \.start, \.start),
    .value("end", \.end, \.end),
    .value("kind", \.kind, \.kind),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("position", \.position, \.position, isLogged: false),
    .value("isDone", \.isDone, \.isDone),
    .value("status", \.status, \.status),
    .value("bookingCode", \.bookingCode, \.bookingCode, isPrivate: true),
    .value("url", \.url, \.url, isPrivate: true),
    .value("importedValues", \.importedValues, \.importedValues, isPrivate: true, isLogged: false),
    .value("sourceKeys", \.sourceKeys, \.sourceKeys, isPrivate: true, isLogged: false),
    .relation("trip", \.trip, \.tripID),
    .relation("segment", \.segment, \.segmentID),
    .relation("place", \.place, \.placeID),
  ]

  package func copyAttributes(to snapshot: inout DayPlanItemSnapshot) {
    snapshot.title = title
    snapshot.day = day
    snapshot.start = start
    snapshot.end = end
    snapshot.kind = kind
    snapshot.notes = notes
    snapshot.position = position
    snapshot.isDone = isDone
    snapshot.status = status
    snapshot.bookingCode = bookingCode
    snapshot.url = url
    snapshot.importedValues = importedValues
    snapshot.sourceKeys = sourceKeys
  }

  package func copyRelations(to snapshot: inout DayPlanItemSnapshot) {
    snapshot.tripID = trip?.id
    snapshot.segmentID = segment?.id
    snapshot.placeID = place?.id
  }

  package static func with(id: UUID) -> Predicate<DayPlanItem> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<DayPlanItem> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<DayPlanItem> { #Predicate { $0.isDeleted } }
}
