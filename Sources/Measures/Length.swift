// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lengths: metres, international miles, feet and inches.
///
/// ```swift
/// let height = try Length.parse("71 in", default: .imperial)  // 1.80 m
/// let miles = Length.miles(metres: 6_470)
/// ```
public enum Length {
  /// Metres in one mile, exactly.
  public static let metresPerMile = 1609.344
  /// Metres in one foot, exactly.
  public static let metresPerFoot = 0.3048
  /// Metres in one inch, exactly.
  public static let metresPerInch = 0.0254

  /// Converts miles to metres.
  public static func metres(miles: Double) -> Double { miles * metresPerMile }

  /// Converts feet to metres.
  public static func metres(feet: Double) -> Double { feet * metresPerFoot }

  /// Converts inches to metres.
  public static func metres(inches: Double) -> Double { inches * metresPerInch }

  /// Converts metres to miles.
  public static func miles(metres: Double) -> Double { metres / metresPerMile }

  /// Converts metres to feet.
  public static func feet(metres: Double) -> Double { metres / metresPerFoot }

  /// Converts metres to inches.
  public static func inches(metres: Double) -> Double { metres / metresPerInch }

  /// Parses a length such as `5 mi`, `8.2km`, `300 ft` or `12`.
  ///
  /// - Parameters:
  ///   - text: A nonnegative number, with a decimal point if it has decimals, then `mi`, `km`,
  ///     `ft`, `m`, `in` or `cm`.
  ///   - system: The unit system of a number without a unit: miles or kilometres.
  /// - Returns: Metres.
  /// - Throws: A ``UnitError`` that names the accepted forms.
  public static func parse(_ text: String, default system: UnitSystem) throws -> Double {
    let (number, unit) = try Quantity.split(text, kind: .length)
    let value: Double
    switch unit {
    case "mi": value = metres(miles: number)
    case "km": value = number * 1000
    case "ft": value = metres(feet: number)
    case "m": value = number
    case "in": value = metres(inches: number)
    case "cm": value = number / 100
    case "": value = system == .imperial ? metres(miles: number) : number * 1000
    default: throw UnitError.unknownUnit(unit, kind: .length)
    }
    guard value <= 1e8 else { throw UnitError.outOfRange(text, kind: .length) }
    return value
  }
}
