// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension TripLibrary {
  /// Returns the problems of a trip, the most severe first.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - includingDismissed: True to return dismissed problems too.
  /// - Returns: The problems.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func findings(
    _ trip: UUID, includingDismissed: Bool = false
  ) throws -> [Finding] {
    guard let detail = try self.trip(trip) else {
      throw TripLibraryError.notFound(kind: "trip", name: trip.uuidString)
    }
    return try findings(of: detail, includingDismissed: includingDismissed)
  }

  /// Returns the problems of a trip that is loaded, the most severe first.
  ///
  /// - Parameters:
  ///   - detail: The trip with its parts.
  ///   - includingDismissed: True to return dismissed problems too.
  /// - Returns: The problems.
  /// - Throws: A `SwiftDataError`.
  package func findings(
    of detail: TripDetail, includingDismissed: Bool = false
  ) throws -> [Finding] {
    let budget = Budget.summary(detail.trip, detail.expenses, detail.rates, detail.people)
    let dismissed = Set(try models(DismissedFinding.self, in: detail.id).map(\.key))
    let findings = TripChecker.findings(detail, budget: budget, dismissed: dismissed)
    return includingDismissed ? findings : findings.filter { !$0.isDismissed }
  }

  /// Dismisses a finding by its key, on all devices.
  package func dismiss(_ key: String, in trip: UUID) throws {
    try setDismissed(key, in: trip, true)
  }

  /// Shows a dismissed finding again.
  package func undismiss(_ key: String, in trip: UUID) throws {
    try setDismissed(key, in: trip, false)
  }

  private func setDismissed(_ key: String, in trip: UUID, _ isDismissed: Bool) throws {
    let id = UUID(namespace: trip, name: "finding:\(key)")
    try write { now in
      _ = try self.trip(model: trip)
      if let stored = try modelContext.first(DismissedFinding.self, id: id) {
        guard stored.isDeleted == isDismissed else { return }
        stored.isDeleted = !isDismissed
        stored.deletedAt = isDismissed ? nil : now
        stored.updatedAt = now
      } else if isDismissed {
        var snapshot = DismissedFindingSnapshot(id: id, at: now)
        snapshot.key = key
        snapshot.tripID = trip
        try insertModel(snapshot, at: now)
      }
    }
  }
}
