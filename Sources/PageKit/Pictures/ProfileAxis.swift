// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures

/// The vertical axis of a profile: its range, title and ticks.
struct ProfileAxis: Sendable {
  /// A labeled grid line across the plot.
  struct Tick: Sendable {
    /// The value in SI units.
    var value: Double
    var label: String
  }

  let title: String
  let description: String
  /// The lowest and the highest value, such as "755–1,365 ft".
  let summary: String
  let ticks: [Tick]
  /// The axis from top to bottom, for the script of charts.
  let reading: String
  private let range: ClosedRange<Double>
  /// Whether small values are at the top, as for pace, since a fast pace is a small value.
  private let isReversed: Bool

  /// Creates the axis for values in SI units; nil without values.
  init?(_ kind: ProfilePicture.Kind, values: [Double], unitSystem: UnitSystem) {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    let format = MeasureFormat(unitSystem: unitSystem)
    isReversed = kind == .pace
    switch kind {
    case .elevation:
      let unit = unitSystem == .imperial ? Length.metresPerFoot : 1
      let name = unitSystem == .imperial ? "ft" : "m"
      title = "Elevation"
      summary = Self.summary(format.elevation(lowest), format.elevation(highest))
      description =
        "From \(format.elevation(lowest)) at the lowest to \(format.elevation(highest)) at the "
        + "highest."
      // The range is at least 30 units, so that flat ground looks flat.
      let span = Self.span(lowest / unit, highest / unit, least: 30)
      range = span.lowerBound * unit...span.upperBound * unit
      reading = ChartReading(.number, unit: name).axis(from: span.upperBound, to: span.lowerBound)
      let step = AxisTicks.above((span.upperBound - span.lowerBound) / 4)
      ticks = AxisTicks.ticks(in: span, step: step).map {
        Tick(value: $0 * unit, label: "\(AxisTicks.text($0, step: step)) \(name)")
      }
    case .heartRate:
      title = "Heart rate"
      summary = "\(Int(lowest.rounded()))–\(Int(highest.rounded())) bpm"
      description = "From \(Int(lowest.rounded())) to \(Int(highest.rounded())) beats per minute."
      range = Self.span(lowest, highest, least: 20)
      reading = ChartReading(.number, unit: "bpm")
        .axis(from: range.upperBound, to: range.lowerBound)
      let step = AxisTicks.above((range.upperBound - range.lowerBound) / 4)
      ticks = AxisTicks.ticks(in: range, step: step).map {
        Tick(value: $0, label: "\(AxisTicks.text($0, step: step)) bpm")
      }
    case .pace:
      title = "Pace"
      summary = Self.summary(
        format.pace(secondsPerKilometre: lowest), format.pace(secondsPerKilometre: highest))
      description =
        "From \(format.pace(secondsPerKilometre: lowest)) at the fastest to "
        + "\(format.pace(secondsPerKilometre: highest)) at the slowest. Faster is higher."
      // The slowest 5 % are cut off, so that a few very slow steps don't flatten the rest.
      let sorted = values.sorted()
      let slow = sorted[min(sorted.count - 1, sorted.count * 19 / 20)]
      let unit = unitSystem == .imperial ? 1000 / Length.metresPerMile : 1
      let span = Self.span(lowest / unit, max(slow, lowest * 1.05) / unit, least: 60)
      range = span.lowerBound * unit...span.upperBound * unit
      reading = ChartReading(.clock, unit: unitSystem == .imperial ? "/mi" : "/km")
        .axis(from: span.lowerBound, to: span.upperBound)
      let step = Self.paceStep((span.upperBound - span.lowerBound) / 4)
      ticks = AxisTicks.ticks(in: span, step: step).filter { $0 > 0 }.map {
        Tick(value: $0 * unit, label: format.pace(secondsPerKilometre: $0 * unit))
      }
    }
  }

  /// The vertical position of a value: 0 at the top, 1 at the bottom.
  func position(_ value: Double) -> Double {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    let inside = min(max(part, 0), 1)
    return isReversed ? inside : 1 - inside
  }

  /// Two values of one unit, which stands once.
  private static func summary(_ lowest: String, _ highest: String) -> String {
    let low = lowest.prefix { $0 != " " }
    guard low.hasPrefix("-") || highest.hasPrefix("-") else { return "\(low)–\(highest)" }
    return "\(low) to \(highest)".replacing("-", with: "−")
  }

  /// A range with margins above and below.
  private static func span(_ low: Double, _ high: Double, least: Double) -> ClosedRange<Double> {
    let size = max(high - low, least)
    let middle = (low + high) / 2
    return middle - size * 0.55...middle + size * 0.55
  }

  /// The seconds between grid lines, in steps usual for times.
  private static func paceStep(_ seconds: Double) -> Double {
    [15, 30, 60, 120, 300, 600, 1200].first { $0 >= seconds } ?? AxisTicks.above(seconds / 60) * 60
  }
}
