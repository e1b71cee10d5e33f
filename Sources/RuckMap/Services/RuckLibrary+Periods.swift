// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

/// The length of a period of statistics.
public enum RuckPeriod: String, Codable, Sendable, CaseIterable {
  /// A calendar day.
  case day
  /// A calendar week.
  case week
  /// A calendar month.
  case month
  /// A calendar year.
  case year
}

/// The totals of the rucks that start in one period.
public struct PeriodTotals: Sendable, Hashable, Codable {
  /// The first moment of the period.
  public var start: Date
  /// The number of rucks.
  public var count: Int
  /// Metres.
  public var distance: Double
  /// Seconds.
  public var duration: TimeInterval
  /// Seconds in motion.
  public var movingTime: TimeInterval
  /// Metres of climb.
  public var elevationGain: Double
  /// Kilocalories.
  public var calories: Double

  /// Creates totals.
  public init(
    start: Date, count: Int, distance: Double, duration: TimeInterval, movingTime: TimeInterval,
    elevationGain: Double, calories: Double
  ) {
    self.start = start
    self.count = count
    self.distance = distance
    self.duration = duration
    self.movingTime = movingTime
    self.elevationGain = elevationGain
    self.calories = calories
  }
}

extension RuckLibrary {
  /// Returns the totals of each day, week, month or year with rucks, computed by the store.
  ///
  /// Rucks without times belong to no period.
  ///
  /// - Parameters:
  ///   - period: The length of the periods.
  ///   - start: The earliest start of a ruck; nil for no limit.
  ///   - end: The end of the range of starts, which does not belong to it; nil for no limit.
  ///   - calendar: The calendar and time zone of the periods.
  /// - Returns: The periods with at least one ruck, the earliest first.
  /// - Throws: A `SwiftDataError`.
  public func totals(
    by period: RuckPeriod, from start: Date? = nil, to end: Date? = nil,
    in calendar: Calendar = .current
  ) throws -> [PeriodTotals] {
    let (from, to) = (start ?? .distantPast, end ?? .distantFuture)
    let descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate {
        $0.isCompleted && $0.isTimed && $0.startDate >= from && $0.startDate < to
      })
    let grouping: AggregateGrouping<RuckingSession, Date> =
      switch period {
      case .day: .day(of: \.startDate, in: calendar)
      case .week: .week(of: \.startDate, in: calendar)
      case .month: .month(of: \.startDate, in: calendar)
      case .year: .year(of: \.startDate, in: calendar)
      }
    let groups = try modelContext.aggregate(
      descriptor, by: grouping,
      values: .count, .sum(\.distance), .sum(\.duration), .sum(\.movingTime),
      .sum(\.elevationGain), .sum(\.calories))
    return groups.map { group in
      let (count, miles, duration, movingTime, feet, calories) = group.values
      return PeriodTotals(
        start: group.key, count: count, distance: Length.metres(miles: miles),
        duration: duration, movingTime: movingTime, elevationGain: Length.metres(feet: feet),
        calories: calories)
    }
    .sorted { $0.start < $1.start }
  }
}
