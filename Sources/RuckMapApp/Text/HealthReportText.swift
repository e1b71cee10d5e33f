// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap

/// The texts of a health report for the page and the command, in the user's units.
struct HealthReportText: Sendable {
  static let columns = ["Value", "Measurements", "First", "Last", "Mean", "Lowest", "Highest"]

  let report: HealthReport
  let format: FieldFormat

  /// The facts about the person; unknown ones are left out.
  func person(_ profile: UserProfile) -> [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = []
    if let age = profile.age { facts.append(("Age", "\(age) years")) }
    if let sex = profile.sex { facts.append(("Sex", RuckWords.title(sex))) }
    if let height = profile.height { facts.append(("Height", format.height(height))) }
    if let weight = profile.bodyWeight {
      facts.append(("Weight", format.measure.weight(weight)))
      if let height = profile.height, height > 0 {
        facts.append(
          ("Body mass index", String(format: "%.1f", weight / (height * height))))
      }
    }
    if let rate = profile.restingHeartRate {
      facts.append(("Resting heart rate", "\(rate) bpm"))
    }
    if !report.conditions.isEmpty {
      facts.append(("Conditions", RuckWords.conditions(report.conditions)))
    }
    return facts
  }

  /// The rows of the measurements with values.
  var series: [(name: String, values: [String])] {
    func row(
      _ name: String, _ series: HealthReport.Series?, _ text: (Double) -> String
    ) -> (name: String, values: [String])? {
      series.map { series in
        (
          name: name,
          values: ["\(series.count)"]
            + [series.first, series.last, series.mean, series.lowest, series.highest].map(text)
        )
      }
    }
    func tenth(_ value: Double) -> String { FieldFormat.number((value * 10).rounded() / 10) }
    return [
      row("Weight", report.weight) { format.measure.weight($0) },
      row("Body fat", report.bodyFat) { "\(tenth($0)) %" },
      row("Resting heart rate", report.restingHeartRate) { "\(Int($0.rounded())) bpm" },
      row("Sleep", report.sleep) { MeasureFormat.duration($0 * 3600, style: .minutes) },
    ].compactMap(\.self)
  }

  /// The sums and means of the rucks.
  var exercise: [(name: String, value: String)] {
    let measure = format.measure
    var facts = [
      (name: "Rucks", value: "\(report.rucks)"),
      (name: "Distance", value: measure.distance(report.distance)),
      (name: "Time in motion", value: measure.duration(report.movingTime, style: .minutes)),
      (name: "A week", value: measure.duration(report.minutesPerWeek * 60, style: .minutes)),
      (name: "Climb", value: measure.elevation(report.elevationGain)),
      (name: "Energy", value: measure.calories(report.calories)),
    ]
    if let mean = report.meanPackWeight {
      facts.append((name: "Mean pack", value: measure.weight(mean)))
    }
    if let heaviest = report.heaviestPack {
      facts.append((name: "Heaviest pack", value: measure.weight(heaviest)))
    }
    if let rate = report.averageHeartRate {
      facts.append((name: "Mean heart rate", value: "\(Int(rate.rounded())) bpm"))
    }
    if let rate = report.highestHeartRate {
      facts.append((name: "Highest heart rate", value: "\(rate) bpm"))
    }
    return facts
  }
}
