// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

// The models of version 1, which never change: trips and their plan.
extension TripDataSchemaV1 {
  @Model
  package final class UserProfile {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var displayName: String = ""
    @Attribute(.allowsCloudEncryption) package var email: String?
    @Attribute(.allowsCloudEncryption) package var phone: String?
    package var homeZone: String?
    package var homeCurrency: String?

    @Relationship(deleteRule: .nullify, inverse: \Trip.owner) package var trips: [Trip] = []

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class Trip {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var title: String = ""
    package var destination: String = ""
    package var startDay: String?
    package var endDay: String?
    @Attribute(.allowsCloudEncryption) package var notes: String?

    package var owner: UserProfile?
    @Relationship(deleteRule: .cascade, inverse: \Segment.trip)
    package var segments: [Segment] = []
    @Relationship(deleteRule: .cascade, inverse: \DayPlanItem.trip)
    package var dayPlanItems: [DayPlanItem] = []
    @Relationship(deleteRule: .cascade, inverse: \Place.trip)
    package var places: [Place] = []
    @Relationship(deleteRule: .cascade, inverse: \Route.trip)
    package var routes: [Route] = []
    @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
    package var packingItems: [PackingItem] = []
    @Relationship(deleteRule: .cascade, inverse: \DocumentAsset.trip)
    package var documents: [DocumentAsset] = []
    @Relationship(deleteRule: .cascade, inverse: \Collaborator.trip)
    package var collaborators: [Collaborator] = []
    @Relationship(deleteRule: .cascade, inverse: \ActivityLog.trip)
    package var activityLogs: [ActivityLog] = []

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class Segment {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var title: String = ""
    package var transport: String = "other"
    package var carrier: String?
    package var number: String?
    package var departure: String?
    package var arrival: String?
    package var status: String = "confirmed"
    @Attribute(.allowsCloudEncryption) package var bookingCode: String?
    @Attribute(.allowsCloudEncryption) package var notes: String?

    package var trip: Trip?
    @Relationship(deleteRule: .nullify, inverse: \Route.segments) package var route: Route?
    @Relationship(deleteRule: .nullify, inverse: \Place.departures) package var origin: Place?
    @Relationship(deleteRule: .nullify, inverse: \Place.arrivals) package var destination: Place?
    @Relationship(deleteRule: .nullify, inverse: \DayPlanItem.segment)
    package var dayPlanItems: [DayPlanItem] = []

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class DayPlanItem {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var title: String = ""
    package var day: String?
    package var start: String?
    package var end: String?
    package var kind: String = "activity"
    @Attribute(.allowsCloudEncryption) package var notes: String?

    package var trip: Trip?
    package var segment: Segment?
    @Relationship(deleteRule: .nullify, inverse: \Place.dayPlanItems) package var place: Place?

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }
}
