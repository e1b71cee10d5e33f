// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import RuckMap
import SwiftData

extension ModelContext {
  /// Returns whether the server has the current version of an object's record.
  ///
  /// Mirroring records changes shortly after their save. Until then, the state of the record is of the
  /// version before, and the history has the change.
  ///
  /// - Parameters:
  ///   - id: The object's identifier.
  ///   - entity: The name of its entity.
  /// - Returns: False also for an object that was never mirrored.
  /// - Throws: A `SwiftDataError` if the store can't be read.
  func isAcknowledged(_ id: UUID, _ entity: String) throws -> Bool {
    let name = "\(entity).\(id.uuidString)"
    guard try recordState(named: name, ofStore: 0) == .acknowledged,
      let position = try recordedTransaction(ofStore: 0)
    else { return false }
    let transactions = try fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(
        predicate: #Predicate { $0.transactionIdentifier > position }))
    return !transactions.contains { transaction in
      transaction.author != Mirror.author
        && transaction.changes.contains { change in
          let changed = change.changedPersistentIdentifier
          return changed.entityName == entity && identifier(of: changed) == id
        }
    }
  }

  /// The identifier of a ruck, a route or gear; nil for other models.
  private func identifier(of id: PersistentIdentifier) -> UUID? {
    switch model(for: id) {
    case let session as RuckingSession: session.id
    case let route as Route: route.id
    case let item as Equipment: item.id
    default: nil
    }
  }
}
