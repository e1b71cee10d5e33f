// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RuckingSession {
  /// Records the use of the ruck's gear, and removes the use of gear that is no longer chosen.
  ///
  /// Call it in the transaction of a completion, an import or an edit. A running ruck uses nothing.
  public func recordEquipmentUse() {
    let chosen = Set(equipment.map(\.id))
    for use in equipmentUses {
      guard let item = use.equipment, !chosen.contains(item.id) else { continue }
      item.removeUsage(of: self)
    }
    for item in equipment { item.recordUsage(of: self) }
  }
}

extension ModelContext {
  /// Sets the gear of a ruck by identifiers.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the gear; repeated ones count once.
  ///   - session: The ruck, of this context.
  /// - Throws: ``DataError/equipmentNotFound``, or a `SwiftDataError`; nothing is changed then.
  func setEquipment(_ ids: [UUID], of session: RuckingSession) throws {
    var items: [Equipment] = []
    for id in ids where !items.contains(where: { $0.id == id }) {
      guard let item = try model(Equipment.self, id: id) else { throw DataError.equipmentNotFound }
      items.append(item)
    }
    session.equipment = items
  }

  /// Deletes rucks with their entries of the feed, and takes their use back from the totals of gear.
  ///
  /// Call it inside a transaction.
  ///
  /// - Throws: A `SwiftDataError`.
  func deleteSessions(_ sessions: [RuckingSession]) throws {
    try deleteActivities(
      sessions.compactMap { session in
        session.user.map {
          SocialActivity.identifier(.sessionCompleted, about: session.id, by: $0.id)
        }
      })
    var used: [UUID: Equipment] = [:]
    for session in sessions {
      for use in session.equipmentUses {
        guard let item = use.equipment else { continue }
        used[item.id] = item
        item.uses.removeAll { $0 === use }
        delete(use)
      }
      delete(session)
    }
    for item in used.values { item.refreshTotals() }
  }

  /// Calculates the uses of all rucks and the totals of all gear again, after a merge.
  ///
  /// Figures of a use follow its ruck, and totals are the sums of uses. Values that are right are
  /// not assigned, so that devices with equal data send nothing.
  ///
  /// - Returns: The number of corrected items.
  /// - Throws: A `SwiftDataError`.
  func refreshEquipmentTotals() throws -> Int {
    var uses = FetchDescriptor<EquipmentUse>(predicate: #Predicate { $0.session != nil })
    uses.relationshipKeyPathsForPrefetching = [\.session]
    for use in try fetch(uses) { use.refresh() }
    var items = FetchDescriptor<Equipment>()
    items.relationshipKeyPathsForPrefetching = [\.uses, \.sessions]
    return try fetch(items).count { $0.refreshTotals() }
  }
}
