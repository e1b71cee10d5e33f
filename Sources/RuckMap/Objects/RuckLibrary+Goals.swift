// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// The maximum number of periods of a goal's history.
  private static let historyLength = 12

  /// Returns all goals with their progress, the active ones first.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - calendar: The calendar of days, weeks, months and years.
  /// - Returns: The goals; values are computed from the completed rucks.
  /// - Throws: A `SwiftDataError`.
  package func goals(at now: Date = Date(), in calendar: Calendar) throws -> [GoalProgress] {
    let goals = try modelContext.fetch(GoalItem.all)
    guard !goals.isEmpty else { return [] }
    let first =
      goals.compactMap { goal in
        Self.periods(of: goal, until: min(now, goal.endDate ?? now), calendar).first?.0
      }.min() ?? now
    let sessions = try modelContext.fetch(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate { $0.isCompleted && $0.startDate >= first }))
    return goals.map { progress($0, sessions, now: now, calendar) }
      .sorted { $0.goal.isActive && !$1.goal.isActive }
  }

  private func progress(
    _ goal: Goal, _ sessions: [RuckingSession], now: Date, _ calendar: Calendar
  ) -> GoalProgress {
    let item = GoalItem(goal)
    let counting = sessions.filter {
      $0.isTimed && goal.counts($0, in: calendar) && !$0.isTooFastToWalk
    }
    let periods = Self.periods(
      of: goal, until: min(now, goal.endDate ?? now), calendar
    ).map { start, end in
      let value = item.metric.total(
        counting.filter { $0.startDate >= start && $0.startDate < end }, in: calendar)
      return GoalProgress.Period(
        start: start, end: end, value: item.metric.toSI(value), isReached: value >= goal.target)
    }
    return GoalProgress(goal: item, periods: periods)
  }

  /// The last periods of a goal, up to the one that contains a time.
  private static func periods(
    of goal: Goal, until now: Date, _ calendar: Calendar
  ) -> [(Date, Date)] {
    let component: Calendar.Component? =
      switch goal.period {
      case .once: nil
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    guard let component else { return [(goal.startDate, goal.end(in: calendar) ?? .distantFuture)] }
    var result: [(Date, Date)] = []
    var date = max(now, goal.startDate)
    while result.count < historyLength,
      let period = calendar.dateInterval(of: component, for: date), period.end > goal.startDate
    {
      result.append((period.start, period.end))
      date = period.start.addingTimeInterval(-1)
    }
    return result.reversed()
  }
}

extension TargetMetric {
  /// The value of rucks in the metric's unit: their sum, the heaviest pack, or the longest streak of
  /// consecutive days.
  func total(_ sessions: [RuckingSession], in calendar: Calendar) -> Double {
    switch self {
    case .packWeight: return sessions.map(\.packWeight).max() ?? 0
    case .streak:
      return Double(
        Streaks(starts: sessions.map(\.startDate), now: Date(), in: calendar).longest)
    default: return sessions.reduce(0) { $0 + value(of: $1) }
    }
  }
}
