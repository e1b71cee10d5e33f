// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A saved way between places: a track, or only its ends.
@Model
package final class Route {
  #FullText<Route>([\.name, \.notes])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var name: String = ""
  /// The raw value of a ``Transport``.
  package var transport: String = "walk"
  /// Metres; nil if it is unknown.
  package var distance: Double?
  /// Seconds.
  package var duration: Double?
  /// The points in the form of ``RoutePath``.
  @Attribute(.externalStorage, .allowsCloudEncryption) package var path: Data?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// False for a recorded track.
  package var isPlanned: Bool = true

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
