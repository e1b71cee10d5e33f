// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the completed rucks with identifiers, newest first.
  ///
  /// - Parameter ids: The identifiers; unknown ones are ignored.
  /// - Returns: The rucks.
  /// - Throws: A `SwiftDataError`.
  package func rucks(_ ids: Set<UUID>) throws -> [RuckSummary] {
    guard !ids.isEmpty else { return [] }
    let ids = Array(ids)
    return try modelContext.fetch(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate { $0.isCompleted && ids.contains($0.id) },
        sortBy: [SortDescriptor(\.startDate, order: .reverse)])
    ).map { RuckSummary($0) }
  }

  /// Changes several rucks in one transaction.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the rucks.
  ///   - change: The changes.
  /// - Throws: ``RuckLibraryError``, ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`;
  ///   nothing is changed then.
  package func change(_ ids: [UUID], _ change: RuckSelectionEdit) throws {
    try modelContext.transaction {
      for id in ids {
        if change.edit != RuckEdit() { _ = try edit(id, change.edit) }
        if change.addedGear != nil || change.removedGear != nil {
          var gear = try gear(of: id)
          if let item = change.removedGear { gear.remove(item) }
          if let item = change.addedGear { gear.insert(item) }
          try setGear(gear, of: id)
        }
        switch change.route {
        case .unchanged: break
        case .removed: try setRoute(nil, of: id)
        case .route(let route): try setRoute(route, of: id)
        }
      }
    }
  }

  /// Changes a ruck and the surface of a segment in one transaction.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - edit: The changes of the ruck's own values.
  ///   - surface: The surface of the segment; nil for the ruck's.
  ///   - number: The number of the segment in ``segments(of:)``, from 1.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError``, ``RuckObjectError/invalid(_:field:)`` for an unknown segment, or a
  ///   `SwiftDataError`; nothing is changed then.
  package func edit(
    _ id: UUID, _ edit: RuckEdit, surface: WalkingSurface?, ofSegment number: Int
  ) throws -> RuckSummary {
    try modelContext.returning {
      try setSurface(surface, ofSegment: number, of: id)
      return try self.edit(id, edit)
    }
  }

  /// Deletes several rucks with their tracks in one transaction.
  ///
  /// - Parameter ids: The identifiers of the rucks; one that is already deleted is ignored.
  /// - Returns: The number of deleted rucks.
  /// - Throws: A `SwiftDataError`; nothing is deleted then.
  @discardableResult
  package func delete(_ ids: [UUID]) throws -> Int { try undoImport(ids) }
}

/// The changes of several rucks.
package struct RuckSelectionEdit: Sendable, Hashable {
  /// A change of the saved route.
  package enum RouteChange: Sendable, Hashable {
    case unchanged
    case removed
    case route(UUID)
  }

  /// The changes of each ruck's own values.
  package var edit = RuckEdit()
  /// An item of gear to add; nil for none.
  package var addedGear: UUID?
  /// An item of gear to remove; nil for none.
  package var removedGear: UUID?
  package var route = RouteChange.unchanged

  /// Whether nothing changes.
  package var isEmpty: Bool { self == RuckSelectionEdit() }

  /// Creates an edit without changes.
  package init() {}
}
