// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// An entry of the log: one change of one property, or the insertion or deletion of an object.
///
/// Entries are derived from the store's history, see ``ActivityRecorder``. They sync as a series, whose
/// values the server can read, so that an entry has no values of encrypted properties.
@Model
package final class ActivityLog {
  #Index<ActivityLog>([\.timestamp], [\.objectID])

  /// A UUID of version 5, made of device, transaction, object and property.
  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  /// The time of the transaction, by the device's clock.
  package var timestamp: Date
  /// The raw value of an ``ActivityAction``.
  package var action: String = "update"
  /// The name of the user.
  package var actor: String = ""
  package var device: UUID
  package var objectID: UUID
  /// The name of the object's entity.
  package var objectType: String = ""
  /// The name of the changed property; nil for a whole object.
  package var property: String?
  package var oldValue: String?
  package var newValue: String?

  // Since version 2.
  /// The number of the transaction on the device.
  package var transaction: Int = 0
  /// True if the values are only on the device that made the change.
  package var isPrivate: Bool = false

  /// The trip of the object; nil for packing templates and the user's profile.
  package var trip: Trip?

  package init(id: UUID, at now: Date) {
    self.id = id
    device = id
    objectID = id
    createdAt = now
    updatedAt = now
    timestamp = now
  }
}
