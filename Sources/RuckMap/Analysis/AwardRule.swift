// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A threshold of a user's rucks for which there is an award.
package struct AwardRule: Sendable, Hashable {
  /// The compared figure.
  package enum Figure: String, Sendable, CaseIterable {
    /// The number of rucks.
    case rucks
    /// The miles of all rucks.
    case distance
    /// The feet of climb of all rucks.
    case climb
    /// The miles of one ruck.
    case longest
    /// The miles of one ruck with a pack of at least ``AwardRule/heavyPack``.
    case loaded
    /// The consecutive days with a ruck.
    case streak
  }

  /// The pack of ``Figure/loaded`` in pounds, as in marches of 12 miles.
  package static let heavyPack = 35.0

  package let figure: Figure
  /// The value to reach, in the unit of the figure.
  package let threshold: Double

  /// The code, such as `distance-100`.
  package var code: String { "\(figure.rawValue)-\(Int(threshold))" }

  /// The title, such as `100 miles in all`.
  package var title: String {
    let number = Int(threshold).formatted(.number.locale(Locale(identifier: "en_US")))
    return switch figure {
    case .rucks: threshold == 1 ? "First ruck" : "\(number) rucks"
    case .distance: "\(number) miles in all"
    case .climb: "\(number) feet of climb in all"
    case .longest: "\(number) miles in one ruck"
    case .loaded: "\(number) miles with \(Int(Self.heavyPack)) lb"
    case .streak: "\(number) days in a row"
    }
  }

  /// All rules by figure and threshold.
  package static let all: [AwardRule] = Figure.allCases.flatMap { figure in
    thresholds(of: figure).map { AwardRule(figure: figure, threshold: $0) }
  }

  private static func thresholds(of figure: Figure) -> [Double] {
    switch figure {
    case .rucks: [1, 10, 25, 50, 100, 250, 500, 1000]
    case .distance: [10, 50, 100, 250, 500, 1000, 2500, 5000]
    // The third is the height of Mount Everest.
    case .climb: [1_000, 10_000, 29_032, 100_000, 250_000]
    case .longest: [5, 10, 20, 30, 50]
    case .loaded: [6, 12, 20]
    case .streak: [7, 30, 100, 365]
    }
  }
}

/// The figures of a user's rucks up to one of them, in the order of their starts.
package struct AwardCounter: Sendable {
  private let calendar: Calendar
  private var values: [AwardRule.Figure: Double] = [:]
  private var remaining = AwardRule.all
  private var lastDay: Date?
  private var run = 0.0

  /// Creates a counter without rucks.
  ///
  /// - Parameter calendar: The calendar and time zone of the days of a streak.
  package init(in calendar: Calendar) { self.calendar = calendar }

  /// Adds the next ruck.
  ///
  /// - Parameters:
  ///   - start: The start, not before that of the previous ruck.
  ///   - distance: Miles.
  ///   - climb: Feet.
  ///   - packWeight: Pounds.
  /// - Returns: The rules whose thresholds the ruck reaches.
  package mutating func add(
    start: Date, distance: Double, climb: Double, packWeight: Double
  ) -> [AwardRule] {
    values[.rucks, default: 0] += 1
    values[.distance, default: 0] += distance
    values[.climb, default: 0] += climb
    raise(.longest, to: distance)
    // A weight that was entered in kilograms may be a rounding error below.
    if packWeight >= AwardRule.heavyPack - 0.001 { raise(.loaded, to: distance) }
    let day = calendar.startOfDay(for: start)
    if day != lastDay {
      run = lastDay.map { Streaks.isNextDay(day, after: $0, in: calendar) } == true ? run + 1 : 1
      lastDay = day
    }
    raise(.streak, to: run)
    let reached = remaining.filter { values[$0.figure, default: 0] >= $0.threshold }
    remaining.removeAll { reached.contains($0) }
    return reached
  }

  private mutating func raise(_ figure: AwardRule.Figure, to value: Double) {
    values[figure] = max(values[figure, default: 0], value)
  }
}
