// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import Rowing

/// Formats figures as rowing machines show them: metres, minutes to the tenth, watts.
enum RowFormat {
  /// The text for an unknown value.
  static let unknown = "--"

  /// Metres such as `2,000 m`; from a million on, kilometres.
  static func distance(_ metres: Double?) -> String {
    guard let metres, metres.isFinite, abs(metres) < 1e12 else { return unknown }
    if metres >= 1e6 { return "\(grouped((metres / 1000).rounded())) km" }
    return "\(grouped(metres.rounded())) m"
  }

  /// A duration such as `7:37.7` or `1:02:03.4`.
  static func time(_ seconds: Double?) -> String {
    guard let seconds else { return unknown }
    return RowingFigures.timeText(seconds)
  }

  /// A sum of durations, such as `45 min 12 s` or `31 h 20 min`; from 10 hours on, to the minute.
  static func total(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return unknown }
    return MeasureFormat.duration(seconds, style: seconds < 36_000 ? .seconds : .minutes)
  }

  /// A pace such as `1:54.4`, cut to the tenth.
  static func pace(_ seconds: Double?) -> String {
    guard let seconds else { return unknown }
    return RowingFigures.paceText(seconds)
  }

  static func watts(_ value: Double?) -> String { number(value, "W") }

  static func rate(_ value: Double?) -> String { number(value, "spm") }

  static func beats(_ value: Double?) -> String { number(value, "bpm") }

  static func kilocalories(_ value: Double?) -> String { number(value, "kcal") }

  /// A whole number with a unit; `--` for an unknown one.
  static func number(_ value: Double?, _ unit: String) -> String {
    guard let value, value.isFinite, abs(value) < 1e12 else { return unknown }
    return grouped(value.rounded()) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// A number with decimals and a unit, such as `1.36 m`.
  static func decimal(_ value: Double?, _ decimals: Int, _ unit: String) -> String {
    guard let value, value.isFinite, abs(value) < 1e12 else { return unknown }
    return String(format: "%.\(decimals)f", value) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// A force in newtons and pounds, such as `512 N (115 lbf)`.
  static func force(_ newtons: Double?) -> String {
    guard let newtons, newtons.isFinite, abs(newtons) < 1e9 else { return unknown }
    return "\(Int(newtons.rounded())) N (\(Int((newtons / newtonsPerPound).rounded())) lbf)"
  }

  /// A share such as `12 %`.
  static func percent(_ fraction: Double?) -> String {
    guard let fraction, fraction.isFinite, abs(fraction) < 1e6 else { return unknown }
    return "\(Int((fraction * 100).rounded())) %"
  }

  /// The newtons of a pound of force, by definition.
  static let newtonsPerPound = 4.448_221_615_260_5

  private static func grouped(_ value: Double) -> String {
    Int(value).formatted(.number.locale(Locale(identifier: "en_US")))
  }
}
