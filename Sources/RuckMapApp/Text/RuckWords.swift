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
