// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A person of a trip: a traveller, or somebody who plans it too.
@Model
package final class Collaborator {
  #FullText<Collaborator>([\.name, \.email, \.phone])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var name: String = ""
  @Attribute(.allowsCloudEncryption) package var email: String?
  /// The raw value of a ``CollaboratorRole``.
  package var role: String = "viewer"
  /// The raw value of an ``InvitationStatus``.
  package var invitationStatus: String = "none"

  // Since version 2.
  @Attribute(.allowsCloudEncryption) package var phone: String?
  /// True for a person who travels and shares costs.
  package var isTraveller: Bool = true

  package var trip: Trip?
  @Relationship(deleteRule: .nullify, inverse: \Expense.payer)
  package var expenses: [Expense] = []
  @Relationship(deleteRule: .nullify, inverse: \Booking.person)
  package var bookings: [Booking] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
