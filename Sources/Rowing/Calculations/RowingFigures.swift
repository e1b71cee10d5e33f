// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Power, pace and energy as Concept2's monitors and logbook show them.
///
/// A pace is in seconds per 500 m, and per 1000 m on a BikeErg. The equations and their rounding
/// were compared with every row of four seasons of a real logbook; `docs/rowing.md` has the counts.
package enum RowingFigures {
  /// Watts at one metre per second: P = 2.80 / (T / D)³.
  static let powerFactor = 2.80

  /// The highest plausible mean power of a stroke or a piece in watts.
  ///
  /// The strongest measured strokes on a RowErg are below 2,000 W. Speeds of this power or more
  /// come from other sports and from faults of devices.
  package static let highestPower = 3000.0

  /// Whether a power is one that a rower can have.
  package static func isPlausible(power: Double) -> Bool { power <= highestPower }

  /// Whether a speed is one that a rower can have: that of ``highestPower`` on a RowErg, which no
  /// boat exceeds, or on a BikeErg.
  package static func isPlausible(
    distance: Double, duration: Double, machine: RowingMachine
  ) -> Bool {
    guard distance > 0, duration > 0 else { return true }
    let factor = machine == .bikeErg ? powerFactor / 8 : powerFactor
    return distance / duration <= cbrt(highestPower / factor)
  }

  /// Returns the mean power over a distance in watts; nil without distance or time, and on machines
  /// that are not Concept2's, for which the equation does not hold.
  ///
  /// - Parameters:
  ///   - distance: Metres.
  ///   - duration: Seconds.
  ///   - machine: The machine; a BikeErg has an eighth of the power at the same speed.
  /// - Returns: Watts, not rounded.
  package static func power(
    distance: Double, duration: Double, machine: RowingMachine = .rowErg
  ) -> Double? {
    guard machine.hasPowerEquation, distance > 0, duration > 0, distance.isFinite,
      duration.isFinite
    else { return nil }
    let secondsPerMetre = duration / distance
    let power = powerFactor / (secondsPerMetre * secondsPerMetre * secondsPerMetre)
    return machine == .bikeErg ? power / 8 : power
  }

  /// Returns the power for a pace in watts; nil if the pace isn't positive, and on machines that are
  /// not Concept2's.
  package static func power(pace: Double, machine: RowingMachine = .rowErg) -> Double? {
    power(distance: machine.paceDistance, duration: pace, machine: machine)
  }

  /// Returns the pace for a power; nil if the power isn't positive.
  package static func pace(power: Double, machine: RowingMachine = .rowErg) -> Double? {
    guard power > 0, power.isFinite else { return nil }
    let factor = machine == .bikeErg ? powerFactor / 8 : powerFactor
    return machine.paceDistance * cbrt(factor / power)
  }

  /// Returns the power as the logbook prints it: rounded to the nearest watt.
  package static func displayedPower(
    distance: Double, duration: Double, machine: RowingMachine = .rowErg
  ) -> Int? {
    power(distance: distance, duration: duration, machine: machine)
      .flatMap { $0 < 1e9 ? Int($0.rounded()) : nil }
  }

  /// Returns the energy rate as the monitor shows it in kilocalories per hour, rounded down.
  ///
  /// - Parameter power: Watts, not rounded.
  /// - Returns: Kilocalories per hour; nil for a negative power.
  package static func caloriesPerHour(power: Double) -> Int? {
    guard power >= 0, power < 1e9 else { return nil }
    return Int((4 * 0.8604 * power + 300).rounded(.down))
  }

  /// Returns the energy rate for a body mass in kilocalories per hour.
  ///
  /// - Parameters:
  ///   - caloriesPerHour: The monitor's figure, which assumes 79.5 kg.
  ///   - weight: Kilograms.
  /// - Returns: Kilocalories per hour.
  package static func caloriesPerHour(_ caloriesPerHour: Double, weight: Double) -> Double {
    caloriesPerHour - 300 + 1.714 * weight / kilogramsPerPound
  }

  /// Returns the pace as the monitor shows it: cut to a tenth of a second; nil without distance.
  ///
  /// Times are exact to a tenth and distances to a metre, so the quotient is calculated in integers
  /// if both are whole in those units. Concept2 cuts a binary fraction instead, which is a tenth
  /// low for a few exact quotients, such as 98.7 s over 500 m.
  package static func displayedPace(
    distance: Double, duration: Double, machine: RowingMachine = .rowErg
  ) -> Double? {
    guard distance > 0, duration > 0, distance < 1e9, duration < 1e9 else { return nil }
    let (tenths, metres) = ((duration * 10).rounded(), distance.rounded())
    if abs(duration * 10 - tenths) < 1e-6, metres == distance {
      let quotient = Int(tenths) * Int(machine.paceDistance) / Int(metres)
      return Double(quotient) / 10
    }
    return (duration / distance * machine.paceDistance * 10).rounded(.down) / 10
  }

  /// Returns a pace as `1:52.5`, cut to a tenth of a second; `--` unless it is positive.
  package static func paceText(_ seconds: Double) -> String {
    guard seconds > 0, seconds < 1e9 else { return "--" }
    // A pace that is exact in tenths isn't representable: the small addition keeps its last digit.
    return clock(tenths: Int((seconds * 10 + 1e-6).rounded(.down)))
  }

  /// Returns a time as `30:01.7` or `1:02:03.4`, rounded to a tenth of a second.
  package static func timeText(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 1e9 else { return "--" }
    return clock(tenths: Int((seconds * 10).rounded()))
  }

  private static func clock(tenths: Int) -> String {
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest / 100)\(rest / 10 % 10).\(rest % 10)"
    guard minutes >= 60 else { return "\(minutes):\(seconds)" }
    return "\(minutes / 60):\(minutes % 60 / 10)\(minutes % 10):\(seconds)"
  }

  /// Kilograms per pound.
  static let kilogramsPerPound = 0.453_592_37

  /// Returns the duration adjusted for body mass, as Concept2's calculator does.
  ///
  /// - Parameters:
  ///   - duration: Seconds.
  ///   - weight: Kilograms.
  /// - Returns: Seconds; nil without a mass.
  package static func weightAdjusted(duration: Double, weight: Double) -> Double? {
    guard weight > 0, weight.isFinite, duration.isFinite else { return nil }
    return duration * pow(weight / kilogramsPerPound / 270, 0.222)
  }
}

/// A season of the logbook: 1 May to 30 April, named by the year in which it ends.
package struct RowingSeason: Sendable, Hashable {
  /// The year in which the season ends.
  package var year: Int

  /// Creates a season.
  package init(year: Int) { self.year = year }

  /// Creates the season of a date.
  package init(containing date: Date, in calendar: Calendar) {
    let parts = calendar.dateComponents([.year, .month], from: date)
    self.init(year: (parts.year ?? 0) + ((parts.month ?? 1) >= 5 ? 1 : 0))
  }

  /// Returns the first instant of the season, and of the next one.
  package func range(in calendar: Calendar) -> Range<Date>? {
    guard
      let start = calendar.date(from: DateComponents(year: year - 1, month: 5, day: 1)),
      let end = calendar.date(from: DateComponents(year: year, month: 5, day: 1)), start < end
    else { return nil }
    return start..<end
  }
}
