// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Geodesy

/// The seconds of a recording at each heart rate.
///
/// ```swift
/// let histogram = HeartRateHistogram(points)
/// let load = histogram.trimp(HeartRateRange(resting: 60, maximum: 190), sex: .male)
/// ```
///
/// It is small, and zones and loads follow from it for any profile.
public struct HeartRateHistogram: Sendable, Hashable, Codable {
  /// The longest time in seconds for which a heart rate counts; a longer gap is a lost signal.
  static let longestStep = 30.0

  /// The seconds by beats per minute.
  public private(set) var seconds: [Int: Double]

  /// Creates a histogram without values.
  public init() { seconds = [:] }

  /// Creates the histogram of a track.
  ///
  /// A heart rate counts from the previous point of the segment to its own point, at most 30 s.
  ///
  /// - Parameter track: Points in the order of recording.
  public init(_ track: [TrackPoint]) {
    self.init()
    var previous: TrackPoint?
    for point in track {
      defer { if point.timestamp != nil { previous = point } }
      guard let time = point.timestamp, let previous, let last = previous.timestamp,
        previous.segment == point.segment, let heartRate = point.heartRate
      else { continue }
      add(heartRate, seconds: time.timeIntervalSince(last))
    }
  }

  /// Adds a time at a heart rate.
  mutating func add(_ heartRate: Int, seconds time: Double) {
    guard time > 0, time <= Self.longestStep, (20...260).contains(heartRate) else { return }
    seconds[heartRate, default: 0] += time
  }

  /// Whether no heart rate was recorded.
  public var isEmpty: Bool { seconds.isEmpty }

  /// The seconds with a heart rate.
  public var total: Double { seconds.values.reduce(0, +) }

  /// The training impulse by ``TRIMP``, summed over the heart rates.
  public func trimp(_ range: HeartRateRange, sex: BiologicalSex?) -> Double {
    // A dictionary has no order; sorted addition gives equal sums for equal histograms.
    seconds.sorted { $0.key < $1.key }.reduce(0) { sum, entry in
      sum
        + TRIMP.banister(
          minutes: entry.value / 60, heartRate: Double(entry.key), resting: range.resting,
          maximum: range.maximum, sex: sex)
    }
  }

  /// The seconds in each of the five zones.
  public func zones(_ range: HeartRateRange) -> [HeartRateZone] {
    let bounds = HeartRateRange.zoneBounds
    return bounds.indices.dropLast().map { index in
      let (low, high) = (range.rate(at: bounds[index]), range.rate(at: bounds[index + 1]))
      let isFirst = index == 0
      let isLast = index == bounds.count - 2
      let inside = seconds.filter { entry in
        let rate = Double(entry.key)
        return (isFirst || rate >= low) && (isLast || rate < high)
      }
      return HeartRateZone(
        number: index + 1, lowerBound: low, upperBound: high,
        seconds: inside.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value })
    }
  }
}

/// A person's range of heart rates.
///
/// ```swift
/// let range = HeartRateRange(resting: 60, maximum: 190)
/// print(range.rate(at: 0.6))  // 138
/// ```
public struct HeartRateRange: Sendable, Hashable, Codable {
  /// The assumed heart rate at rest.
  public static let assumedResting = 60.0
  /// The bounds of the five zones, as fractions of the heart rate reserve.
  ///
  /// Source: M. J. Karvonen et al., Ann Med Exp Biol Fenn 35 (1957) 307-315.
  static let zoneBounds = [0.5, 0.6, 0.7, 0.8, 0.9, 1]

  /// Beats per minute at rest.
  public var resting: Double
  /// The highest beats per minute.
  public var maximum: Double
  /// Whether the heart rate at rest is ``assumedResting``.
  public var isRestingAssumed: Bool
  /// Whether the maximum is calculated from the age.
  public var isMaximumAssumed: Bool

  /// Creates a range of measured heart rates.
  public init(resting: Double, maximum: Double) {
    self.resting = resting
    self.maximum = maximum
    isRestingAssumed = false
    isMaximumAssumed = false
  }

  /// Creates a range from a profile.
  ///
  /// An unknown maximum is 208 - 0.7 times the age (H. Tanaka et al., J Am Coll Cardiol 37 (2001)
  /// 153-156); an unknown age is 40 years.
  ///
  /// - Parameters:
  ///   - resting: Beats per minute; nil if unknown.
  ///   - maximum: Beats per minute; nil if unknown.
  ///   - age: Years; nil if unknown.
  public init(resting: Int?, maximum: Int?, age: Int?) {
    let resting = resting.flatMap { (25...120).contains($0) ? Double($0) : nil }
    let maximum = maximum.flatMap { (100...250).contains($0) ? Double($0) : nil }
    let estimate = 208 - 0.7 * Double(age ?? MifflinStJeor.assumedAge)
    self.resting = resting ?? Self.assumedResting
    self.maximum = max(maximum ?? estimate, self.resting + 1)
    isRestingAssumed = resting == nil
    isMaximumAssumed = maximum == nil
  }

  /// The heart rate at a fraction of the reserve.
  public func rate(at fraction: Double) -> Double { resting + fraction * (maximum - resting) }
}

/// A zone of heart rates with the time in it.
public struct HeartRateZone: Sendable, Hashable, Codable {
  /// The number of the zone, 1...5.
  public var number: Int
  /// Beats per minute at which the zone begins; zone 1 includes lower heart rates.
  public var lowerBound: Double
  /// Beats per minute at which the zone ends; zone 5 includes higher heart rates.
  public var upperBound: Double
  /// The seconds in the zone.
  public var seconds: Double

  /// Creates a zone.
  public init(number: Int, lowerBound: Double, upperBound: Double, seconds: Double) {
    self.number = number
    self.lowerBound = lowerBound
    self.upperBound = upperBound
    self.seconds = seconds
  }
}
