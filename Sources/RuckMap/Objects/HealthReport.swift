// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
import SwiftData

/// The body values and the exercise of a period, to show a physician; values are SI.
package struct HealthReport: Sendable, Hashable {
  /// The values of one measurement in the period.
  package struct Series: Sendable, Hashable {
    package var count: Int
    package var first: Double
    package var last: Double
    package var mean: Double
    package var lowest: Double
    package var highest: Double

    /// Summarizes values in the order of their times; nil without values.
    package init?(_ values: [Double]) {
      guard let first = values.first, let last = values.last, let lowest = values.min(),
        let highest = values.max()
      else { return nil }
      count = values.count
      (self.first, self.last, self.lowest, self.highest) = (first, last, lowest, highest)
      mean = values.reduce(0, +) / Double(values.count)
    }
  }

  /// The beginning of the period.
  package var start: Date
  /// The end of the period, which does not belong to it.
  package var end: Date
  package var conditions: [HealthCondition] = []
  /// Kilograms.
  package var weight: Series?
  /// Percent of the body weight.
  package var bodyFat: Series?
  /// Beats per minute.
  package var restingHeartRate: Series?
  /// Hours.
  package var sleep: Series?

  /// The number of rucks with times; recordings that can't be walked are left out.
  package var rucks = 0
  /// Metres.
  package var distance = 0.0
  /// Seconds in motion.
  package var movingTime: TimeInterval = 0
  /// Metres.
  package var elevationGain = 0.0
  /// Kilocalories.
  package var calories = 0.0
  /// Kilograms; nil without rucks.
  package var meanPackWeight: Double?
  /// Kilograms; nil without rucks.
  package var heaviestPack: Double?
  /// Beats per minute by duration, of rucks with heart rates; nil without them.
  package var averageHeartRate: Double?
  /// Beats per minute; nil without heart rates.
  package var highestHeartRate: Int?

  /// Creates a report without values.
  package init(start: Date, end: Date) { (self.start, self.end) = (start, end) }

  /// The mean minutes in motion of a week; a shorter period counts as one.
  package var minutesPerWeek: Double {
    movingTime / 60 / max(1, end.timeIntervalSince(start) / 604_800)
  }
}

extension RuckLibrary {
  /// Returns the body values and the exercise of a period.
  ///
  /// - Parameters:
  ///   - start: The beginning of the period.
  ///   - end: The end of the period, which does not belong to it.
  /// - Returns: The report; its sums are 0 without rucks.
  /// - Throws: A `SwiftDataError`.
  package func healthReport(from start: Date, to end: Date) throws -> HealthReport {
    var report = HealthReport(start: start, end: end)
    report.conditions = try owner()?.healthProfile.healthConditions ?? []
    let measurements = try objects(MeasurementItem.self)
      .filter { $0.date >= start && $0.date < end }.sorted { $0.date < $1.date }
    report.weight = HealthReport.Series(measurements.compactMap(\.weight))
    report.bodyFat = HealthReport.Series(measurements.compactMap(\.bodyFat))
    report.restingHeartRate = HealthReport.Series(
      measurements.compactMap { $0.restingHeartRate.map(Double.init) })
    report.sleep = HealthReport.Series(measurements.compactMap(\.sleepHours))
    let sessions = try modelContext.fetch(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate {
          $0.isCompleted && $0.isTimed && $0.startDate >= start && $0.startDate < end
        })
    ).filter { !$0.isTooFastToWalk }
    report.add(sessions)
    return report
  }
}

extension HealthReport {
  fileprivate mutating func add(_ sessions: [RuckingSession]) {
    rucks = sessions.count
    var (beats, seconds, packs) = (0.0, 0.0, 0.0)
    for session in sessions {
      distance += Length.metres(miles: session.distance)
      movingTime += session.movingTime > 0 ? session.movingTime : session.duration
      elevationGain += Length.metres(feet: session.elevationGain)
      calories += session.calories
      packs += session.packWeight
      if let mean = session.averageHeartRate {
        beats += Double(mean) * session.duration
        seconds += session.duration
      }
      highestHeartRate = [highestHeartRate, session.maxHeartRate].compactMap(\.self).max()
    }
    if seconds > 0 { averageHeartRate = beats / seconds }
    guard !sessions.isEmpty else { return }
    meanPackWeight = Mass.kilograms(pounds: packs / Double(sessions.count))
    heaviestPack = sessions.map(\.packWeight).max().map(Mass.kilograms(pounds:))
  }
}
