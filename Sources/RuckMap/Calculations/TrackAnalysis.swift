// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The metrics of one track, in SI units.
///
/// ```swift
/// var analyzer = TrackAnalyzer(
///   equation: .lcdaBackpacking, carrier: Carrier(bodyMass: 80, load: 15))
/// for point in points { analyzer.add(point) }
/// let analysis = analyzer.finish()
/// print(analysis.distance, analysis.duration, analysis.calories?.kilocalories ?? 0)
/// ```
public struct TrackAnalysis: Sendable, Hashable {
  /// The number of points.
  public var points = 0
  /// The number of segments with at least one point.
  public var segments = 0
  /// The distance along the ground in metres, without the gaps between segments.
  public var distance = 0.0
  /// The earliest time of a point, wrong dates left out.
  public var start: Date?
  /// The latest time of a point, wrong dates left out.
  public var end: Date?
  /// Seconds in motion.
  public var movingTime = 0.0
  /// Seconds between points of the same segment, including rests but not pauses of the device.
  public var recordedTime = 0.0
  /// Climb in metres by hysteresis.
  public var elevationGain = 0.0
  /// Descent in metres by hysteresis, not negative.
  public var elevationLoss = 0.0
  /// The sum of all rises in metres.
  public var elevationGainRecorded = 0.0
  /// The mean of the recorded heart rates, rounded.
  public var averageHeartRate: Int?
  /// The highest heart rate recorded.
  public var maxHeartRate: Int?
  /// The number of points without a time.
  public var untimedPoints = 0
  /// The number of points with a time before an earlier point's time.
  public var backwardPoints = 0
  /// The number of points whose date is far from that of all others, such as 1970 before the first
  /// fix.
  public var wrongTimes = 0
  /// The energy by the analyzer's equation; nil without times.
  public var calories: CalorieEstimate?
  /// The share of the moving time above the equation's speed range, 0...1.
  public var tooFastShare = 0.0

  /// Creates the analysis of a track without points.
  public init() {}

  /// Seconds from the earliest to the latest time, including pauses; 0 without times.
  public var duration: TimeInterval {
    guard let start, let end else { return 0 }
    return end.timeIntervalSince(start)
  }

  /// True if the track has usable times: a duration of at least one second, and times on at least
  /// half of the points.
  public var isTimed: Bool { duration >= 1 && (untimedPoints + wrongTimes) * 2 <= points }
}
