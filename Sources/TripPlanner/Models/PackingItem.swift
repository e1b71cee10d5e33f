// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A line of a trip's packing list, or of a packing template.
@Model
package final class PackingItem {
  #FullText<PackingItem>([\.name, \.category, \.bag, \.person])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var name: String = ""
  package var category: String = ""
  package var quantity: Int = 1
  package var isPacked: Bool = false

  // Since version 2.
  /// Kilograms of one piece.
  package var weight: Double?
  package var bag: String?
  /// The name of the person who carries it.
  package var person: String?
  /// The order within the category, ascending.
  package var position: Double = 0

  package var trip: Trip?
  package var template: PackingTemplate?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

/// A packing list that is copied into trips.
@Model
package final class PackingTemplate {
  #FullText<PackingTemplate>([\.name])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var name: String = ""

  @Relationship(deleteRule: .cascade, inverse: \PackingItem.template)
  package var items: [PackingItem] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
