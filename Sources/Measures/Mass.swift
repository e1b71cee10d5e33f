// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Masses: kilograms and international pounds.
///
/// ```swift
/// let pack = try Mass.parse("35 lb", default: .metric)  // 15.88 kg
/// let pounds = Mass.pounds(kilograms: pack)
/// ```
public enum Mass {
  /// Kilograms in one pound, exactly.
  public static let kilogramsPerPound = 0.45359237

  /// Converts pounds to kilograms.
  public static func kilograms(pounds: Double) -> Double { pounds * kilogramsPerPound }

  /// Converts kilograms to pounds.
  public static func pounds(kilograms: Double) -> Double { kilograms / kilogramsPerPound }

  /// Parses a mass such as `35 lb`, `16kg` or `20`.
  ///
  /// - Parameters:
  ///   - text: A nonnegative number, with a decimal point if it has decimals, then `lb`, `lbs` or
  ///     `kg`.
  ///   - system: The unit system of a number without a unit.
  /// - Returns: Kilograms.
  /// - Throws: A ``UnitError`` that names the accepted forms.
  public static func parse(_ text: String, default system: UnitSystem) throws -> Double {
    let (number, unit) = try Quantity.split(text, kind: .mass)
    let value: Double
    switch unit {
    case "kg", "kgs": value = number
    case "lb", "lbs": value = kilograms(pounds: number)
    case "": value = system == .imperial ? kilograms(pounds: number) : number
    default: throw UnitError.unknownUnit(unit, kind: .mass)
    }
    guard value <= 500 else { throw UnitError.outOfRange(text, kind: .mass) }
    return value
  }
}
