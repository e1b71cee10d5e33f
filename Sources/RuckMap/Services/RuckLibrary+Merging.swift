// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Recalculates the derived values after remote changes were applied.
  ///
  /// - The figures of one completion stay together: the later completion has them all.
  /// - Energy follows its inputs.
  /// - Totals of gear are the sums of uses.
  /// - A user has one review of a route: the later one remains.
  ///
  /// Every device calculates equal values, and assigns only those that differ.
  ///
  /// - Returns: The number of corrected objects.
  /// - Throws: A `SwiftDataError`; the corrections so far remain then.
  @discardableResult
  public func recalculateMergedFigures() throws -> Int {
    var count = 0
    try modelContext.transaction {
      for session in try modelContext.fetch(RuckingSession.completedSessions)
      where session.areFiguresMixed {
        session.applyFigures()
        count += 1
      }
    }
    count += try recalculateMergedEnergy()
    try modelContext.transaction {
      count += try modelContext.refreshEquipmentTotals()
      count += try modelContext.removeRepeatedReviews()
      // Another device may have published an object before it knew of a smaller audience.
      if let owner = try owner() { count += try limitAudiences(of: owner) }
    }
    return count
  }

  /// Returns the running rucks of a user, the earliest first.
  ///
  /// There can be several if devices have started rucks offline: all remain, and the user decides.
  ///
  /// - Parameter user: The user's identifier; nil for the store's owner.
  /// - Returns: The running rucks.
  /// - Throws: A `SwiftDataError`.
  public func activeSessions(of user: UUID? = nil) throws -> [RuckingSessionSnapshot] {
    guard let id = try user ?? owner()?.id else { return [] }
    return try modelContext.fetch(RuckingSession.activeSessions(of: id))
      .map { RuckingSessionSnapshot($0) }
  }
}

extension ModelContext {
  /// Deletes all but the latest review of each user for each route.
  fileprivate func removeRepeatedReviews() throws -> Int {
    struct Key: Hashable {
      let route: UUID
      let reviewer: UUID
    }
    var groups: [Key: [RouteReview]] = [:]
    for review in try fetch(FetchDescriptor<RouteReview>()) {
      guard let route = review.route?.id, let reviewer = review.reviewer?.id else { continue }
      groups[Key(route: route, reviewer: reviewer), default: []].append(review)
    }
    var count = 0
    for reviews in groups.values where reviews.count > 1 {
      let ordered = reviews.sorted {
        ($0.createdAt, $0.id.uuidString) > ($1.createdAt, $1.id.uuidString)
      }
      for review in ordered.dropFirst() {
        delete(review)
        count += 1
      }
    }
    return count
  }
}
