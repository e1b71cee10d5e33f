// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``DocumentAsset``.
package struct DocumentAssetSnapshot: EntitySnapshot {
  package typealias Entity = DocumentAsset

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var title: String = ""
  package var fileName: String = ""
  package var contentType: String = "application/octet-stream"
  package var byteCount: Int = 0
  package var sha256: String = ""
  package var notes: String?
  package var expiryDay: String?
  package var tripID: UUID?
  package var segmentID: UUID?
  package var itemID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension DocumentAsset: TripEntity {
  package typealias Snapshot = DocumentAssetSnapshot

  package static let fields: [EntityField<DocumentAsset>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("title", \.title, \.title),
    .value("fileName", \.fileName, \.fileName),
    .value("contentType", \.contentType, \.contentType),
    .value("byteCount", \.byteCount, \.byteCount, isLogged: false),
    .value("sha256", \.sha256, \.sha256, isLogged: false),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("expiryDay", \.expiryDay, \.expiryDay),
    .relation("trip", \.trip, \.tripID),
    .relation("segment", \.segment, \.segmentID),
    .relation("item", \.item, \.itemID),
  ]

  package static func with(id: UUID) -> Predicate<DocumentAsset> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<DocumentAsset> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<DocumentAsset> { #Predicate { $0.isDeleted } }
}
