// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
public import SwiftData

/// The totals of a user's completed rucks, in the units of ``RuckingSession``.
public struct UserStatistics: Sendable, Hashable, Codable {
  /// The number of completed rucks.
  public let totalSessions: Int
  /// Miles.
  public let totalDistance: Double
  /// Seconds.
  public let totalTime: TimeInterval
  /// Kilocalories.
  public let totalCalories: Double
  /// Pounds; 0 without rucks.
  public let averagePackWeight: Double
  /// The longest distance in miles; 0 without rucks.
  public let longestSession: Double
  /// Minutes per mile; 0 if no pace is known.
  public let fastestPace: Double
  /// Feet of climb.
  public let totalElevationGain: Double
  /// Consecutive days with a ruck until today or yesterday.
  public let currentStreak: Int
  /// The longest run of consecutive days with a ruck.
  public let longestStreak: Int

  /// Miles per ruck; 0 without rucks.
  public var averageDistance: Double {
    totalSessions > 0 ? totalDistance / Double(totalSessions) : 0
  }

  /// Seconds per ruck; 0 without rucks.
  public var averageSessionTime: TimeInterval {
    totalSessions > 0 ? totalTime / Double(totalSessions) : 0
  }

  /// Minutes per mile over all rucks; 0 without a distance.
  public var overallPace: Double { totalDistance > 0 ? totalTime / 60 / totalDistance : 0 }
}

extension UserStatistics {
  /// Computes a user's totals in the store, without loading rucks.
  ///
  /// Rucks that are too fast to walk count in sums, but not in means, records and streaks. Rucks
  /// without times have no day, and don't count for streaks.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - context: A context of the store.
  ///   - now: The current time.
  ///   - calendar: The calendar and time zone of the days.
  /// - Throws: A `SwiftDataError`.
  public init(
    for userId: UUID, in context: ModelContext, now: Date = Date(), calendar: Calendar
  ) throws {
    let all = OptimizedQueries.userStatistics(for: userId)
    let (count, distance, time, calories, climb) = try context.aggregate(
      all, .count, .sum(\.distance), .sum(\.duration), .sum(\.calories), .sum(\.elevationGain))
    let (pack, longest) = try context.aggregate(
      Self.walks(of: userId), .average(\.packWeight), .maximum(\.distance))
    let fastest = try context.aggregate(
      Self.walks(of: userId, paceAbove: 0), .minimum(\.storedPace))
    let timed = Self.walks(of: userId, includesUntimed: false)
    let days = try context.aggregate(
      timed, by: .day(of: \.startDate, in: calendar), values: .count)
    let streaks = Streaks(starts: days.map(\.key), now: now, in: calendar)
    totalSessions = count
    totalDistance = distance
    totalTime = time
    totalCalories = calories
    averagePackWeight = pack ?? 0
    longestSession = longest ?? 0
    fastestPace = fastest ?? 0
    totalElevationGain = climb
    currentStreak = streaks.current
    longestStreak = streaks.longest
  }

  /// A user's completed rucks that are not too fast to walk; see ``WalkingSpeed/limit``.
  private static func walks(
    of userId: UUID, paceAbove pace: Double = -1, includesUntimed: Bool = true
  ) -> FetchDescriptor<RuckingSession> {
    let limit = Length.miles(metres: WalkingSpeed.limit)
    return FetchDescriptor<RuckingSession>(
      predicate: #Predicate {
        $0.user?.id == userId && $0.isCompleted && $0.storedPace > pace
          && ($0.isTimed || includesUntimed)
          && ($0.distance <= $0.movingTime * limit
            || ($0.movingTime <= 0 && ($0.duration <= 0 || $0.distance <= $0.duration * limit)))
      })
  }

  /// The calendar of a user's days: Gregorian, in the user's time zone.
  static func calendar(of user: User) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = user.timeZone
    return calendar
  }
}
