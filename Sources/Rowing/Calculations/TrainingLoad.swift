// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A part of a session with constant heart rate.
struct HeartRateSample: Sendable, Hashable {
  /// Seconds.
  var duration: Double
  /// Beats per minute.
  var heartRate: Double
}

/// The load of a session from its heart rate, by Banister's equation and by Edwards' zones.
package struct TrainingLoad: Sendable, Hashable {
  /// The heart rates of an athlete.
  package struct HeartRates: Sendable, Hashable {
    /// Beats per minute.
    package var resting: Double
    /// Beats per minute.
    package var maximum: Double
    /// True if a rate isn't the athlete's own.
    package var isAssumed: Bool

    /// Creates heart rates; unknown ones are assumed.
    ///
    /// The maximum is 208 - 0.7 · age (Tanaka et al. 2001), or 190 without an age. The resting rate
    /// is 60.
    ///
    /// - Parameters:
    ///   - resting: Beats per minute.
    ///   - maximum: Beats per minute.
    ///   - age: Years.
    package init(resting: Int?, maximum: Int?, age: Int?) {
      let highest = maximum.map(Double.init) ?? age.map { 208 - 0.7 * Double($0) } ?? 190
      let lowest = resting.map(Double.init) ?? 60
      isAssumed = resting == nil || maximum == nil
      self.resting = lowest
      self.maximum = max(highest, lowest + 1)
    }
  }

  /// The sum of minutes · x · factor · e^(exponent · x), where x is the reserve's fraction.
  package var banister: Double = 0
  /// The minutes in five zones of the maximum (50, 60, 70, 80, 90 %), times 1 to 5.
  package var edwards: Double = 0

  /// Creates no load.
  package init() {}

  init(_ samples: [HeartRateSample], _ rates: HeartRates, sex: AthleteSex?) {
    for sample in samples where sample.duration > 0 && sample.heartRate > 0 {
      let minutes = sample.duration / 60
      let reserve = (sample.heartRate - rates.resting) / (rates.maximum - rates.resting)
      banister += minutes * Self.weight(min(1, max(0, reserve)), sex)
      let tenths = (sample.heartRate / rates.maximum * 10).rounded(.down)
      edwards += minutes * min(5, max(0, tenths - 4))
    }
  }

  /// The weight of a minute by Banister (1991); the mean of both sexes if the sex is unknown.
  private static func weight(_ reserve: Double, _ sex: AthleteSex?) -> Double {
    let male = reserve * 0.64 * exp(1.92 * reserve)
    let female = reserve * 0.86 * exp(1.67 * reserve)
    return switch sex {
    case .male: male
    case .female: female
    case nil: (male + female) / 2
    }
  }

  /// Returns the next exponentially weighted mean.
  ///
  /// - Parameters:
  ///   - previous: The mean of the day before.
  ///   - value: The day's load.
  ///   - days: The time constant in days.
  /// - Returns: The mean of the day.
  static func average(_ previous: Double, adding value: Double, days: Double) -> Double {
    previous + (value - previous) * (1 - exp(-1 / days))
  }
}
