// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the standings of a challenge, computed from the participants' rucks.
  ///
  /// - Parameters:
  ///   - id: The challenge's identifier.
  ///   - calendar: The calendar of the days of streaks.
  /// - Returns: The participants, the best first.
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func standings(of id: UUID, in calendar: Calendar) throws -> [ChallengeStanding] {
    try modelContext.standings(of: try model(ChallengeItem.self, id), in: calendar)
  }

  /// Adds the user to a challenge, or removes the user.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`; nothing is changed then.
  package func setParticipation(in id: UUID, _ takesPart: Bool) throws {
    try modelContext.transaction {
      let (challenge, owner) = (try model(ChallengeItem.self, id), try ownerForUpdate())
      challenge.participants.removeAll { $0.id == owner.id }
      if takesPart { challenge.participants.append(owner) }
      if takesPart {
        try modelContext.recordActivity(ChallengeItem.self, about: challenge, by: owner)
      } else {
        try modelContext.deleteActivities([
          SocialActivity.identifier(.challengeJoined, about: id, by: owner.id)
        ])
      }
    }
  }
}

extension ModelContext {
  /// Returns the standings of a challenge; see ``RuckLibrary/standings(of:in:)``.
  func standings(of challenge: Challenge, in calendar: Calendar) throws -> [ChallengeStanding] {
    var standings = try challenge.participants.map { user in
      try standing(of: user, in: challenge, calendar)
    }
    standings.sort { left, right in
      if challenge.rule == .target, left.reachedAt != right.reachedAt {
        return left.reachedAt ?? .distantFuture < right.reachedAt ?? .distantFuture
      }
      if left.value != right.value { return left.value > right.value }
      return (left.name, left.id.uuidString) < (right.name, right.id.uuidString)
    }
    for index in standings.indices {
      let isTied =
        index > 0 && standings[index].value == standings[index - 1].value
        && standings[index].reachedAt == standings[index - 1].reachedAt
      standings[index].place = isTied ? standings[index - 1].place : index + 1
    }
    return standings
  }

  private func standing(
    of user: User, in challenge: Challenge, _ calendar: Calendar
  ) throws -> ChallengeStanding {
    let (id, start, end) = (user.id, challenge.startDate, challenge.endDate)
    let rucks = try fetch(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate {
          $0.user?.id == id && $0.isCompleted && $0.startDate >= start && $0.startDate <= end
        }, sortBy: [SortDescriptor(\.startDate)])
    ).filter { $0.isTimed && challenge.counts($0) && !$0.isTooFastToWalk }
    let metric = challenge.metric
    let value =
      challenge.rule == .best
      ? rucks.map { metric.value(of: $0) }.max() ?? 0 : metric.total(rucks, in: calendar)
    var reachedAt: Date?
    if challenge.target > 0 {
      let index = rucks.indices.first { index in
        challenge.rule == .best
          ? metric.value(of: rucks[index]) >= challenge.target
          : metric.total(Array(rucks[...index]), in: calendar) >= challenge.target
      }
      reachedAt = index.map { rucks[$0].endDate ?? rucks[$0].startDate }
    }
    return ChallengeStanding(
      id: user.id, name: user.displayName, value: metric.toSI(value), reachedAt: reachedAt,
      rucks: rucks.count, place: 0)
  }
}
