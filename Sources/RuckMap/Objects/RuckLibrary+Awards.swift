// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the user's awards, newest first.
  ///
  /// They are calculated from rucks, as standings are: an edit or a deletion corrects them, and all
  /// devices have the same. Stored awards of other codes are added.
  ///
  /// - Parameters:
  ///   - calendar: The calendar of the days of streaks.
  ///   - now: The current time, by which challenges have ended.
  /// - Returns: The awards for thresholds (``AwardRule``), and for targets and first places of
  ///   challenges.
  /// - Throws: A `SwiftDataError`.
  package func awards(in calendar: Calendar, at now: Date = Date()) throws -> [AwardItem] {
    guard let owner = try owner() else { return [] }
    return try modelContext.awards(of: owner.id, in: calendar, at: now)
  }
}

extension ModelContext {
  /// Returns the awards of a user, newest first; see ``RuckLibrary/awards(in:at:)``.
  func awards(of user: UUID, in calendar: Calendar, at now: Date) throws -> [AwardItem] {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.user?.id == user && $0.isCompleted && $0.isTimed },
      sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.id)])
    descriptor.propertiesToFetch = [
      \.id, \.startDate, \.endDate, \.distance, \.duration, \.movingTime, \.elevationGain,
      \.packWeight,
    ]
    var counter = AwardCounter(in: calendar)
    var awards: [AwardItem] = []
    for session in try fetch(descriptor) where !session.isTooFastToWalk {
      let reached = counter.add(
        start: session.startDate, distance: session.distance, climb: session.elevationGain,
        packWeight: session.packWeight)
      for rule in reached {
        awards.append(
          AwardItem(
            code: rule.code, title: rule.title, earnedAt: session.endDate ?? session.startDate,
            ruck: session.id, user: user))
      }
    }
    awards += try challengeAwards(of: user, in: calendar, at: now)
    let known = Set(awards.map(\.code))
    let stored = try fetch(
      FetchDescriptor<Achievement>(predicate: #Predicate { $0.user?.id == user }))
    awards += stored.filter { !known.contains($0.code) }.map {
      AwardItem(
        code: $0.code, title: $0.title, earnedAt: $0.earnedAt, ruck: $0.session?.id, user: user)
    }
    return awards.sorted { ($0.earnedAt, $0.code) > ($1.earnedAt, $1.code) }
  }

  /// The awards for targets and for first places among several participants.
  private func challengeAwards(
    of user: UUID, in calendar: Calendar, at now: Date
  ) throws -> [AwardItem] {
    var awards: [AwardItem] = []
    for challenge in try fetch(ChallengeItem.all)
    where challenge.participants.contains(where: { $0.id == user }) {
      let standings = try standings(of: challenge, in: calendar)
      guard let own = standings.first(where: { $0.id == user }) else { continue }
      let id = challenge.id.uuidString.lowercased()
      if let reachedAt = own.reachedAt {
        awards.append(
          AwardItem(
            code: "target-\(id)", title: "Target reached: \(challenge.name)", earnedAt: reachedAt,
            ruck: nil, user: user))
      }
      if challenge.endDate <= now, own.place == 1, own.value > 0, standings.count > 1 {
        awards.append(
          AwardItem(
            code: "place-\(id)", title: "First place: \(challenge.name)",
            earnedAt: challenge.endDate, ruck: nil, user: user))
      }
    }
    return awards
  }
}

/// An award of the user.
package struct AwardItem: Sendable, Hashable, Identifiable {
  package var id: UUID
  /// The code; a user has one award of a code.
  package var code: String
  package var title: String
  package var earnedAt: Date
  /// The ruck that reached the value; nil if it is unknown or deleted.
  package var ruck: UUID?

  init(code: String, title: String, earnedAt: Date, ruck: UUID?, user: UUID) {
    id = Achievement.identifier(code: code, user: user)
    self.code = code
    self.title = title
    self.earnedAt = earnedAt
    self.ruck = ruck
  }
}
