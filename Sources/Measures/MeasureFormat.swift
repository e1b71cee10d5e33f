// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Formatting of values in the user's unit system.
///
/// Values are passed in SI units. The output does not depend on the machine's language or region.
/// An unknown or non-finite value is formatted as ``unknown``.
///
/// ```swift
/// let format = MeasureFormat(unitSystem: .imperial)
/// format.distance(6470)                     // "4.02 mi"
/// format.pace(distance: 6470, time: 3600)   // "14:55 /mi"
/// ```
public struct MeasureFormat: Sendable, Hashable {
  /// The string for unknown values.
  public static let unknown = "--"

  /// The unit system.
  public var unitSystem: UnitSystem

  /// Creates a format for a unit system.
  public init(unitSystem: UnitSystem) {
    self.unitSystem = unitSystem
  }

  /// Formats a distance in metres as "4.02 mi" or "6.47 km".
  public func distance(_ metres: Double?) -> String {
    switch unitSystem {
    case .imperial: Self.text(metres.map(Length.miles(metres:)), decimals: 2, unit: "mi")
    case .metric: Self.text(metres.map { $0 / 1000 }, decimals: 2, unit: "km")
    }
  }

  /// Formats a height in metres as "1,024 ft" or "312 m".
  public func elevation(_ metres: Double?) -> String {
    switch unitSystem {
    case .imperial: Self.text(metres.map(Length.feet(metres:)), decimals: 0, unit: "ft")
    case .metric: Self.text(metres, decimals: 0, unit: "m")
    }
  }

  /// Formats a mass in kilograms as "35 lb" or "15.9 kg", without a decimal that is 0.
  public func weight(_ kilograms: Double?) -> String {
    switch unitSystem {
    case .imperial: Self.weightText(kilograms.map(Mass.pounds(kilograms:)), unit: "lb")
    case .metric: Self.weightText(kilograms, unit: "kg")
    }
  }

  /// Formats a speed in metres per second as "3.5 mph" or "5.6 km/h".
  public func speed(_ metresPerSecond: Double?) -> String {
    switch unitSystem {
    case .imperial:
      Self.text(
        metresPerSecond.map { Length.miles(metres: $0 * 3600) }, decimals: 1, unit: "mph")
    case .metric: Self.text(metresPerSecond.map { $0 * 3.6 }, decimals: 1, unit: "km/h")
    }
  }

  /// Formats a pace in seconds per kilometre as "14:55 /mi" or "9:16 /km", rounded to the second.
  public func pace(secondsPerKilometre: Double?) -> String {
    guard let pace = secondsPerKilometre, pace > 0, pace.isFinite else { return Self.unknown }
    switch unitSystem {
    case .imperial: return Self.clock(seconds: pace * Length.metresPerMile / 1000) + " /mi"
    case .metric: return Self.clock(seconds: pace) + " /km"
    }
  }

  /// Formats the mean pace of a distance in metres and a time in seconds.
  public func pace(distance: Double, time: TimeInterval) -> String {
    guard distance > 0, time > 0 else { return Self.unknown }
    return pace(secondsPerKilometre: time / distance * 1000)
  }

  /// Formats a duration in seconds as "1 h 1 min 1 s", "1 h" or "0 s", without parts that are 0.
  public func duration(_ seconds: TimeInterval?, style: DurationStyle = .seconds) -> String {
    guard let seconds else { return Self.unknown }
    return Self.duration(seconds, style: style)
  }

  /// Formats energy as "412 kcal".
  public func calories(_ kilocalories: Double?) -> String {
    Self.text(kilocalories, decimals: 0, unit: "kcal")
  }

  /// Formats a duration in seconds, without parts that are 0.
  ///
  /// The spaces do not break, so that a line never ends inside a duration. The command's tables write them as
  /// ordinary spaces.
  ///
  /// - Parameters:
  ///   - seconds: The seconds; a negative number counts as 0.
  ///   - style: The units.
  /// - Returns: The text, or ``unknown`` for a number that is not finite.
  public static func duration(_ seconds: TimeInterval, style: DurationStyle = .seconds) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return unknown }
    let parts = style.parts(seconds).filter { $0.count > 0 }
    let shown = parts.isEmpty ? [(count: 0, unit: style.smallestUnit)] : parts
    return shown.map { "\($0.count)\(style.space)\($0.unit)" }
      .joined(separator: style == .abbreviated ? " " : "\u{A0}")
  }

  /// Formats minutes and seconds as "9:05", rounded to the second; ``unknown`` if not above 0.
  public static func clock(seconds: Double) -> String {
    guard seconds > 0, seconds < 1e9 else { return unknown }
    let total = Int(seconds.rounded())
    return "\(total / 60):" + String(format: "%02d", total % 60)
  }

  private static func weightText(_ value: Double?, unit: String) -> String {
    guard let value, value.isFinite else { return unknown }
    let tenths = (value * 10).rounded() / 10
    return text(value, decimals: tenths == tenths.rounded() ? 0 : 1, unit: unit)
  }

  /// Formats a number with a comma between thousands and a point before the decimals.
  private static func text(_ value: Double?, decimals: Int, unit: String) -> String {
    guard let value, value.isFinite, abs(value) < 1e15 else { return unknown }
    let plain = String(format: "%.\(decimals)f", value)
    let digits = plain.prefix { $0 != "." }
    var grouped = ""
    for (index, character) in digits.reversed().enumerated() {
      if index > 0, index % 3 == 0, character != "-" { grouped.append(",") }
      grouped.append(character)
    }
    return String(grouped.reversed()) + plain.dropFirst(digits.count) + " " + unit
  }
}

/// The units for display and for numbers without a unit.
public enum UnitSystem: String, Codable, Sendable, CaseIterable {
  case imperial
  case metric
}
