// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The method by which the load of a ruck is measured.
public enum LoadMethod: String, Codable, Sendable, CaseIterable {
  /// The training impulse of the heart rates, by ``TRIMP``.
  case trimp
  /// Perceived exertion times minutes (C. Foster et al., J Strength Cond Res 15 (2001) 109-115).
  case rpe
}

/// The load of one ruck.
///
/// ```swift
/// let load = RuckLoad.rpe(7, seconds: 3_600)  // 420
/// ```
public struct RuckLoad: Sendable, Hashable, Codable {
  /// The load; the units of the methods differ.
  public var value: Double
  /// The method.
  public var method: LoadMethod

  /// Creates a load.
  public init(value: Double, method: LoadMethod) {
    self.value = value
    self.method = method
  }

  /// Returns perceived exertion times minutes.
  ///
  /// - Parameters:
  ///   - rpe: Perceived exertion, 1...10.
  ///   - seconds: The duration.
  /// - Returns: The load; nil for another exertion or without a duration.
  public static func rpe(_ rpe: Int, seconds: Double) -> RuckLoad? {
    guard (1...10).contains(rpe), seconds > 0, seconds.isFinite else { return nil }
    return RuckLoad(value: Double(rpe) * seconds / 60, method: .rpe)
  }

  /// Returns the training impulse of heart rates that cover at least half of the recorded time;
  /// otherwise the load by exertion.
  ///
  /// - Parameters:
  ///   - heartRates: The recorded heart rates.
  ///   - range: The person's heart rates.
  ///   - sex: The sex for the weight of ``TRIMP``.
  ///   - rpe: Perceived exertion, 1...10; nil if unknown.
  ///   - seconds: The duration.
  ///   - method: The only permitted method; nil permits both.
  /// - Returns: The load; nil without heart rates and exertion.
  public static func load(
    heartRates: HeartRateHistogram, range: HeartRateRange, sex: BiologicalSex?, rpe: Int?,
    seconds: Double, method: LoadMethod? = nil
  ) -> RuckLoad? {
    if method != .rpe, !heartRates.isEmpty, heartRates.total * 2 >= seconds {
      return RuckLoad(value: heartRates.trimp(range, sex: sex), method: .trimp)
    }
    guard method != .trimp else { return nil }
    return rpe.flatMap { Self.rpe($0, seconds: seconds) }
  }
}

/// One day of a load chart.
public struct LoadDay: Sendable, Hashable, Codable {
  /// The first moment of the day.
  public var date: Date
  /// The sum of the day's loads.
  public var load: Double
  /// The exponential average over ``TrainingLoad/shortDays``: fatigue.
  public var shortAverage: Double
  /// The exponential average over ``TrainingLoad/longDays``: fitness.
  public var longAverage: Double

  /// The difference of fitness and fatigue; negative after hard days.
  public var balance: Double { longAverage - shortAverage }
}

/// Exponential averages of daily loads.
///
/// ```swift
/// let chart = TrainingLoad.days(
///   [(.now, 120)], from: .now.addingTimeInterval(-864_000), to: .now, in: calendar)
/// ```
public enum TrainingLoad {
  /// The time constant of fatigue in days.
  public static let shortDays = 7.0
  /// The time constant of fitness in days.
  public static let longDays = 42.0
  /// The days before the first day of a chart whose loads count: an older load has decayed to less
  /// than a billionth.
  private static let reach = 1_100.0

  /// Returns the averages of each day.
  ///
  /// An average moves each day by `1 - e^(-1 / days)` of its difference from the day's load, and
  /// begins at 0 before the first load. Loads before the first day of the result count.
  ///
  /// - Parameters:
  ///   - loads: The times and values of loads, in any order.
  ///   - start: A moment of the first day.
  ///   - end: A moment of the last day.
  ///   - calendar: The calendar and time zone of the days.
  /// - Returns: The days without a gap, the earliest first; at most 20 years.
  public static func days(
    _ loads: [(date: Date, value: Double)], from start: Date, to end: Date, in calendar: Calendar
  ) -> [LoadDay] {
    let valid = loads.filter { $0.value.isFinite && $0.value > 0 }
    let byDay = Dictionary(grouping: valid) { calendar.startOfDay(for: $0.date) }
      .mapValues { $0.map(\.value).sorted().reduce(0, +) }
    let first = calendar.startOfDay(for: start)
    let last = calendar.startOfDay(for: end)
    guard first <= last else { return [] }
    let earliest = calendar.startOfDay(for: first.addingTimeInterval(-reach * 86_400))
    var day = max(earliest, min(byDay.keys.min() ?? first, first))
    var (short, long) = (0.0, 0.0)
    var days: [LoadDay] = []
    let (shortStep, longStep) = (1 - exp(-1 / shortDays), 1 - exp(-1 / longDays))
    while day <= last, days.count < 7_306 {
      let load = byDay[day] ?? 0
      short += (load - short) * shortStep
      long += (load - long) * longStep
      if day >= first {
        days.append(LoadDay(date: day, load: load, shortAverage: short, longAverage: long))
      }
      // The next day may begin at another hour, as after a change of the clocks.
      guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { break }
      day = calendar.startOfDay(for: next)
    }
    return days
  }
}
