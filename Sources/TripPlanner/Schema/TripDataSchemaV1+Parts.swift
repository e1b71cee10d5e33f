// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

// The models of version 1, which never change: the further parts of trips.
extension TripDataSchemaV1 {
  @Model
  package final class Place {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var name: String = ""
    package var category: String = "other"
    package var latitude: Double?
    package var longitude: Double?
    package var zone: String?
    package var street: String?
    package var locality: String?
    package var country: String?
    @Attribute(.allowsCloudEncryption) package var notes: String?

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

  @Model
  package final class Route {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var name: String = ""
    package var transport: String = "walk"
    package var distance: Double?
    package var duration: Double?
    @Attribute(.externalStorage, .allowsCloudEncryption) package var path: Data?
    @Attribute(.allowsCloudEncryption) package var notes: String?

    package var trip: Trip?
    @Relationship(deleteRule: .nullify, inverse: \Place.routeStarts) package var origin: Place?
    @Relationship(deleteRule: .nullify, inverse: \Place.routeEnds) package var destination: Place?
    package var segments: [Segment] = []

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class PackingItem {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var name: String = ""
    package var category: String = ""
    package var quantity: Int = 1
    package var isPacked: Bool = false

    package var trip: Trip?

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class DocumentAsset {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var title: String = ""
    package var fileName: String = ""
    package var contentType: String = "application/octet-stream"
    package var byteCount: Int = 0
    package var sha256: String = ""
    @Attribute(.externalStorage, .allowsCloudEncryption) package var data: Data?
    @Attribute(.allowsCloudEncryption) package var notes: String?

    package var trip: Trip?

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class Collaborator {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var name: String = ""
    @Attribute(.allowsCloudEncryption) package var email: String?
    package var role: String = "viewer"
    package var invitationStatus: String = "none"

    package var trip: Trip?

    package init(id: UUID, at now: Date) {
      self.id = id
      createdAt = now
      updatedAt = now
    }
  }

  @Model
  package final class ActivityLog {
    @Attribute(.unique) package var id: UUID
    package var createdAt: Date
    package var updatedAt: Date
    package var isDeleted: Bool = false
    package var deletedAt: Date?

    package var timestamp: Date
    package var action: String = "update"
    package var actor: String = ""
    package var device: UUID
    package var objectID: UUID
    package var objectType: String = ""
    package var property: String?
    package var oldValue: String?
    package var newValue: String?

    package var trip: Trip?

    package init(id: UUID, at now: Date, device: UUID, objectID: UUID) {
      self.id = id
      self.device = device
      self.objectID = objectID
      createdAt = now
      updatedAt = now
      timestamp = now
    }
  }
}
