// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The scale of a chart's axis: its range, its direction and its labeled grid lines.
package struct ChartScale: Sendable, Equatable {
  /// A labeled grid line.
  package struct Tick: Sendable, Equatable {
    package var value: Double
    package var label: String

    package init(_ value: Double, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  package let range: ClosedRange<Double>
  package let ticks: [Tick]
  /// Whether small values are at the far end, as for pace, since a fast pace is a small value.
  package let isReversed: Bool
  /// Whether equal ratios have equal distances, as for durations from seconds to hours.
  package let isLogarithmic: Bool
  /// The form of values at the pointer's position; nil to show none.
  package let reading: ChartReading?

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - range: The values at the ends; positive ones for a logarithmic scale.
  ///   - ticks: The grid lines; those outside the range are left out.
  ///   - isReversed: Whether small values are at the far end.
  ///   - isLogarithmic: Whether equal ratios have equal distances.
  ///   - reading: The form of values at the pointer's position; nil to show none.
  package init(
    _ range: ClosedRange<Double>, ticks: [Tick], isReversed: Bool = false,
    isLogarithmic: Bool = false, reading: ChartReading? = nil
  ) {
    self.range = range
    self.reading = reading
    self.ticks = ticks.filter { range.contains($0.value) }
    self.isReversed = isReversed
    self.isLogarithmic = isLogarithmic && range.lowerBound > 0
  }

  /// The position of a value: 0 at the near end, 1 at the far end; values outside are moved inside.
  package func position(_ value: Double) -> Double {
    let (low, high) = (scaled(range.lowerBound), scaled(range.upperBound))
    guard high > low, value.isFinite else { return 0 }
    let part = min(max((scaled(value) - low) / (high - low), 0), 1)
    return isReversed ? 1 - part : part
  }

  /// The text of the axis from the near to the far end; nil without a reading.
  func axis(isVertical: Bool) -> String? {
    guard let reading, !isLogarithmic else { return nil }
    // A plot's vertical positions count from the top, the far end of its axis.
    let isFarFirst = isVertical != isReversed
    return isFarFirst
      ? reading.axis(from: range.upperBound, to: range.lowerBound)
      : reading.axis(from: range.lowerBound, to: range.upperBound)
  }

  private func scaled(_ value: Double) -> Double {
    isLogarithmic ? log(max(value, .leastNormalMagnitude)) : value
  }
}

extension ChartScale {
  /// A scale of numbers with a unit, with about four grid lines.
  ///
  /// - Parameters:
  ///   - values: The values to show.
  ///   - unit: The unit of the labels; empty for none.
  ///   - startsAtZero: Whether the range begins at 0, as for bars.
  ///   - least: The smallest span, so that nearly equal values look equal.
  /// - Returns: The scale; nil without finite values.
  package static func numbers(
    _ values: [Double], unit: String, startsAtZero: Bool = false, least: Double = 1
  ) -> ChartScale? {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return nil }
    let range =
      startsAtZero && low >= 0
      ? 0...max(high, least) * 1.05 : span(low, high, least: least)
    let step = AxisTicks.below((range.upperBound - range.lowerBound) / 2.5)
    let ticks = AxisTicks.ticks(in: range, step: step).map {
      Tick($0, AxisTicks.text($0, step: step) + (unit.isEmpty ? "" : " \(unit)"))
    }
    let decimals = step >= 5 ? 0 : step >= 1 ? 1 : 2
    return ChartScale(
      range, ticks: ticks, reading: ChartReading(.number, decimals: decimals, unit: unit))
  }

  /// A scale of paces in seconds, such as those for 500 m: faster is higher.
  ///
  /// The slowest twentieth is moved to the edge, so that a few slow strokes don't flatten the rest.
  package static func pace(_ values: [Double], least: Double = 8) -> ChartScale? {
    let sorted = values.filter { $0.isFinite && $0 > 0 }.sorted()
    guard let low = sorted.first else { return nil }
    let slow = sorted[min(sorted.count - 1, sorted.count * 19 / 20)]
    let range = span(low, max(slow, low), least: least)
    let most = (range.upperBound - range.lowerBound) / 2
    let step = [300.0, 120, 60, 30, 15, 10, 5, 2, 1].first { $0 <= most } ?? 1
    let ticks = AxisTicks.ticks(in: range, step: step).filter { $0 > 0 }.map {
      Tick($0, clock($0))
    }
    return ChartScale(
      range, ticks: ticks, isReversed: true, reading: ChartReading(.clock, decimals: 1))
  }

  /// A scale of the time from 0 on, in seconds, with labels such as `2:30` and `1:00:00`.
  package static func time(upTo seconds: Double) -> ChartScale? {
    guard seconds.isFinite, seconds > 0 else { return nil }
    let steps = [5.0, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400]
    let step = steps.first { $0 >= seconds / 6 } ?? AxisTicks.above(seconds / 6)
    let ticks = AxisTicks.ticks(in: 0...seconds, step: step).map { Tick($0, clock($0)) }
    return ChartScale(0...seconds, ticks: ticks, reading: ChartReading(.clock))
  }

  /// A logarithmic scale of durations in seconds, with labels such as `30 s`, `5 min` and `1 h`.
  package static func durations(_ range: ClosedRange<Double>) -> ChartScale? {
    guard range.lowerBound > 0, range.upperBound > range.lowerBound, range.upperBound.isFinite
    else { return nil }
    let values = [1.0, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 3600, 7200, 14_400]
    let ticks = values.map { seconds in
      let label =
        seconds < 60
        ? "\(Int(seconds)) s"
        : seconds < 3600
          ? "\(Int(seconds / 60)) min" : "\(Int(seconds / 3600)) h"
      return Tick(seconds, label)
    }
    return ChartScale(range, ticks: ticks, isLogarithmic: true)
  }

  /// A scale of dates, with a grid line at the beginning of a month or of a year.
  ///
  /// - Parameters:
  ///   - range: The first and the last date.
  ///   - calendar: The calendar with the time zone.
  /// - Returns: The scale; its values are seconds since the reference date.
  package static func dates(_ range: ClosedRange<Date>, in calendar: PageCalendar) -> ChartScale {
    let calendar = calendar.calendar
    let months =
      calendar.dateComponents([.month], from: range.lowerBound, to: range.upperBound).month ?? 0
    // At most eight labels; from four years on, one at each new year.
    let step = [1, 2, 3, 6, 12, 24, 60, 120].first { months / $0 < 8 } ?? 240
    var ticks: [Tick] = []
    let first = calendar.dateComponents([.year, .month], from: range.lowerBound)
    var date = calendar.date(from: first) ?? range.lowerBound
    while date <= range.upperBound, ticks.count < 12 {
      let parts = calendar.dateComponents([.year, .month], from: date)
      let (year, month) = (parts.year ?? 0, parts.month ?? 1)
      if date >= range.lowerBound, (month - 1) % min(step, 12) == 0,
        step <= 12 || year % (step / 12) == 0
      {
        let label = month == 1 || step >= 12 ? "\(year)" : PageCalendar.months[month - 1]
        ticks.append(Tick(date.timeIntervalSinceReferenceDate, label))
      }
      guard let next = calendar.date(byAdding: .month, value: 1, to: date) else { break }
      date = next
    }
    let ends = (
      range.lowerBound.timeIntervalSinceReferenceDate,
      range.upperBound.timeIntervalSinceReferenceDate
    )
    return ChartScale(ends.0...max(ends.1, ends.0 + 86_400), ticks: ticks)
  }

  /// A range with margins above and below.
  private static func span(_ low: Double, _ high: Double, least: Double) -> ClosedRange<Double> {
    let size = max(high - low, least)
    let middle = (low + high) / 2
    return middle - size * 0.55...middle + size * 0.55
  }

  /// Whole seconds as `2:05` or `1:02:05`.
  private static func clock(_ seconds: Double) -> String {
    let total = Int(seconds.rounded())
    let (hours, minutes, rest) = (total / 3600, total % 3600 / 60, total % 60)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }
}
