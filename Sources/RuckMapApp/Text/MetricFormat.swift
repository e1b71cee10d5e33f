// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import PageKit
import RuckMap

/// The texts of values of a ``TargetMetric``, which are in SI units.
struct MetricFormat: Sendable {
  let metric: TargetMetric
  let format: FieldFormat

  /// The title of a metric.
  static func title(_ metric: TargetMetric) -> String {
    switch metric {
    case .elevationGain: "Climb"
    case .sessions: "Rucks"
    case .calories: "Energy"
    case .ruckWork: "Pack times distance"
    case .packWeight: "Heaviest pack"
    case .streak: "Days in a row"
    case .distance, .duration: RuckWords.title(metric.rawValue)
    }
  }

  /// A value with its unit.
  func text(_ value: Double) -> String {
    let measure = format.measure
    return switch metric {
    case .distance: measure.distance(value)
    case .duration: measure.duration(value)
    case .sessions: RuckWords.count(Int(value), "ruck")
    case .elevationGain: measure.elevation(value)
    case .calories: measure.calories(value)
    case .packWeight: measure.weight(value)
    case .streak: RuckWords.count(Int(value), "day")
    case .ruckWork:
      format.unitSystem == .imperial
        ? "\(FieldFormat.number(metric.fromSI(value).rounded())) lb·mi"
        : "\(FieldFormat.number((value / 1000).rounded())) kg·km"
    }
  }

  /// Parses a value; nil for an empty text.
  func value(_ text: String) throws(FieldProblem) -> Double? {
    switch metric {
    case .distance: return try format.length(text)
    case .elevationGain: return try format.elevation(text)
    case .duration: return try FieldFormat.duration(text)
    case .packWeight: return try FieldProblem.mass(text, format.unitSystem)
    case .ruckWork:
      let number = text.prefix { $0.isNumber || ".,".contains($0) }
      let isImperial =
        text.contains("lb") || (!text.contains("kg") && format.unitSystem == .imperial)
      return try FieldFormat.number(String(number), in: 0...1e9)
        .map { isImperial ? metric.toSI($0) : $0 * 1000 }
    case .sessions, .calories, .streak:
      let number = text.prefix { $0.isNumber || ".,".contains($0) }
      guard !number.isEmpty || FieldFormat.text(text) == nil else {
        throw FieldProblem("\(text) is not a number.")
      }
      return try FieldFormat.number(String(number), in: 0...1e9)
    }
  }
}
