// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

/// The words of RuckMap's raw values.
enum RuckWords {
  /// The title of a raw value: "out_and_back" and "outAndBack" are "Out and back".
  static func title(_ rawValue: String) -> String {
    var words = ""
    for character in rawValue {
      if character == "_" || character == "-" {
        words.append(" ")
      } else if character.isUppercase {
        words.append(" ")
        words.append(contentsOf: character.lowercased())
      } else {
        words.append(character)
      }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The title of a case.
  static func title(_ value: some RawRepresentable<String>) -> String { title(value.rawValue) }

  /// The cases of a type with their titles, for a list of choices.
  static func choices<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) -> [(value: String, title: String)] where Value.RawValue == String {
    type.allCases.map { ($0.rawValue, title($0)) }
  }

  /// Parses a raw value in any case; hyphens and spaces stand for underscores, too.
  static func value<Value: RawRepresentable & CaseIterable>(
    _ text: String, of type: Value.Type
  ) throws(FieldProblem) -> Value where Value.RawValue == String {
    func key(_ text: String) -> String {
      text.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }
    if let value = type.allCases.first(where: { key($0.rawValue) == key(text) }) { return value }
    let known = type.allCases.map(\.rawValue).joined(separator: ", ")
    throw FieldProblem("\(text) is none of the choices: \(known).")
  }

  /// The health conditions of a profile, such as "Asthma, Back pain"; empty without any.
  static func conditions(_ conditions: [HealthCondition]) -> String {
    conditions.map { title($0) }.joined(separator: ", ")
  }

  /// The nearest of eight points of the compass, such as "NW" for 300 degrees from north.
  static func compassPoint(_ degrees: Double) -> String {
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let turns = (degrees / 360).truncatingRemainder(dividingBy: 1)
    guard turns.isFinite else { return points[0] }
    return points[Int(((turns < 0 ? turns + 1 : turns) * 8).rounded()) % 8]
  }

  /// A temperature in degrees Celsius as "12 °C" or "54 °F".
  static func temperature(_ degrees: Double, _ unitSystem: UnitSystem) -> String {
    let isImperial = unitSystem == .imperial
    let shown = isImperial ? degrees * 1.8 + 32 : degrees
    return "\(Int(shown.rounded())) °\(isImperial ? "F" : "C")"
  }

  /// The name of a record's distance in its own unit: "1 mi", "5 km".
  static func recordDistance(_ metres: Double) -> String {
    let miles = Length.miles(metres: metres)
    let isMiles = abs(miles - miles.rounded()) < 1e-6
    return isMiles ? "\(Int(miles.rounded())) mi" : String(format: "%g km", metres / 1000)
  }

  /// "1 ruck", "12 rucks".
  static func count(_ number: Int, _ noun: String, _ nouns: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : nouns ?? noun + "s")
  }
}
