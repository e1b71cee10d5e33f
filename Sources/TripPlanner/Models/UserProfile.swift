// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// The user of the store, or another person with trips in it.
@Model
package final class UserProfile {
  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  /// The name that lists and the log show.
  package var displayName: String = ""
  @Attribute(.allowsCloudEncryption) package var email: String?
  @Attribute(.allowsCloudEncryption) package var phone: String?
  /// The identifier of the zone in which the user lives.
  package var homeZone: String?
  /// The currency of budgets, in ISO 4217.
  package var homeCurrency: String?

  @Relationship(deleteRule: .nullify, inverse: \Trip.owner) package var trips: [Trip] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
